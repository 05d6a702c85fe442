package kafka

import "testing"

func TestSameConfigValue(t *testing.T) {
	for _, test := range []struct {
		a, b string
		same bool
	}{
		// The same text, and spaces around it.
		{"", "", true},
		{"gzip", "gzip", true},
		{" gzip\t", "gzip", true},
		{"  ", "", true},
		// Case counts, but for booleans.
		{"TRUE", "true", true},
		{"False", "false ", true},
		{"true", "false", false},
		{"GZIP", "gzip", false},
		{"true", "1", false},
		{"truest", "TRUEST", false},
		// The form of a number does not count.
		{"0.50", "0.5", true},
		{".5", "0.5", true},
		{"1", "1.0", true},
		{"007", "7", true},
		{"+7", "7", true},
		{"-1", "-1.0", true},
		{" 1000 ", "1000", true},
		{"-1", "1", false},
		{"0.5", "0.51", false},
		{"9223372036854775807", "9223372036854775806", false},
		// With a fraction it is a float64, in Java's spelling too.
		{"0.1000000000000000000001", "0.1", true},
		{"0.00001", "1.0E-5", true},
		{"5e-1", "0.5", true},
		{"+0.25d", "0.25", true},
		{"1e3", "1000", true},
		{"1e400", "2e400", false},
		// What only looks like a number is text.
		{"1.2.3", "1.2.30", false},
		{"+", "-", false},
		{"1/2", "2/4", false},
		{"e", "E", false},
		{"d", "f", false},
		{"0x10", "16", false},
		// The order and the spaces of a list do not count, its members do.
		{"compact, delete", "delete,compact", true},
		{" delete , compact ", "compact,delete", true},
		{"0:1,0:2", "0:2, 0:1", true},
		{"compact", "compact,delete", false},
		{"compact,compact", "compact", true},
		{"compact,delete,compact", "delete,compact", true},
		{"compact,delete", "compact;delete", false},
		{"Delete,compact", "delete,compact", false},
		{"", "delete", false},
	} {
		if got := SameConfigValue(test.a, test.b); got != test.same {
			t.Errorf("%q and %q: same is %t, want %t", test.a, test.b, got, test.same)
		}
		if got := SameConfigValue(test.b, test.a); got != test.same {
			t.Errorf("%q and %q: same is %t, want %t", test.b, test.a, got, test.same)
		}
	}
}
