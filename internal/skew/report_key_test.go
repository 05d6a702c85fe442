package skew_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/shelf-analytics/terraform-provider-capture/internal/skew"
)

func TestKeyText(t *testing.T) {
	tests := []struct{ name, key, want string }{
		{"plain", "FreshBox", "FreshBox"},
		{"composite", "store-1:fixture 7", "store-1:fixture 7"},
		{"other letters", "Zürich→東京", "Zürich→東京"},
		{"markup", "a|b`c`*_<i>", "a|b`c`*_<i>"},
		{"space", " ", " "},
		{"line end", "a\nb", "hex:610a62"},
		{"tab", "a\tb", "hex:610962"},
		{"zero", "\x00", "hex:00"},
		{"four bytes of a number", "\x00\x00\x00\x2a", "hex:0000002a"},
		{"no UTF-8", "a\xff", "hex:61ff"},
		{"cut rune", "東"[:2], "hex:e69d"},
		{"direction mark", "a\u202eb", "hex:61e280ae62"},
		{"no-break space", "a\u00a0b", "hex:61c2a062"},
		{"the sign of a bad rune", "\ufffd", "\ufffd"},
		{"hex as text", "hex:00", "hex:6865783a3030"},
		{"hex within", "a hex:00", "a hex:00"},
		{"empty", "", ""},
	}
	for _, test := range tests {
		if got := skew.KeyText([]byte(test.key)); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

func TestKeyTextIsNotShortened(t *testing.T) {
	key := strings.Repeat("k", 1<<20)
	if got := skew.KeyText([]byte(key)); got != key {
		t.Errorf("%d bytes, want %d", len(got), len(key))
	}
}

func FuzzKeyText(f *testing.F) {
	for _, key := range []string{"FreshBox", "hex:00", "\x00", "a\xff", "hex:"} {
		f.Add([]byte(key), []byte(skew.KeyText([]byte(key))))
	}
	f.Fuzz(func(t *testing.T, a, b []byte) {
		x, y := skew.KeyText(a), skew.KeyText(b)
		if (x == y) != (string(a) == string(b)) {
			t.Errorf("%q is %q, %q is %q", a, x, b, y)
		}
		if !utf8.ValidString(x) || strings.ContainsAny(x, "\n\r\t") {
			t.Errorf("%q is shown as %q", a, x)
		}
	})
}
