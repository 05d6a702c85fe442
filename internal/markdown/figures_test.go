package markdown_test

import (
	"math/big"
	"testing"

	"github.com/shelf-analytics/terraform-provider-capture/internal/markdown"
)

func number(t *testing.T, s string) *big.Rat {
	t.Helper()
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		t.Fatalf("%q is no number", s)
	}
	return r
}

func TestFigure(t *testing.T) {
	tests := []struct {
		in     string
		places int
		want   string
	}{
		{"0", 2, "0"},
		{"12", 2, "12"},
		{"5.4220", 2, "5.42"},
		{"1666.66667", 1, "1,666.7"},
		{"14950", 0, "14,950"},
		{"999", 0, "999"},
		{"1000000", 0, "1,000,000"},
		{"-1234.5", 1, "-1,234.5"},
		{"2.5", 0, "3"},
		{"0.4", 0, "0.4"},
		{"0.0066889", 2, "0.0067"},
		{"0.00001", 2, "0.00001"},
	}
	for _, test := range tests {
		if got := markdown.Figure(number(t, test.in), test.places); got != test.want {
			t.Errorf("%s at %d: got %s, want %s", test.in, test.places, got, test.want)
		}
	}
}

func TestAgainst(t *testing.T) {
	tests := []struct{ in, limit, want string }{
		{"1.2", "1.2", "1.2"},
		{"1.21", "1.2", "1.21"},
		{"1.2004", "1.2", "1.2004"},
		{"1.19996", "1.2", "1.19996"},
		{"1.200000001", "1.2", "just over 1.2"},
		{"1.199999999", "1.2", "just under 1.2"},
		{"5.4222", "1.2", "5.422"},
		{"1.05", "1.0000001", "1.05"},
		{"1.00000005", "1.0000001", "1"},
		{"1.333334", "4/3", "1.333334"},
		{"1.3333334", "4/3", "just over 1.333333"},
		{"1.333333", "4/3", "1.333"},
		{"4/3", "4/3", "1.333333"},
		{"99.9996", "100", "99.9996"},
		{"99.99999999", "100", "just under 100"},
	}
	for _, test := range tests {
		if got := markdown.Against(number(t, test.in), number(t, test.limit), 3); got != test.want {
			t.Errorf("%s against %s: got %s, want %s", test.in, test.limit, got, test.want)
		}
	}
}

func TestPercent(t *testing.T) {
	tests := []struct{ in, want string }{
		{"0", "0%"}, {"0.4", "40%"}, {"0.334448", "33.44%"}, {"1", "100%"}, {"0.99999", "99.999%"},
		{"0.9999999999", "just under 100%"}, {"1/4096", "0.024%"}, {"0.000067", "0.0067%"},
	}
	for _, test := range tests {
		if got := markdown.Percent(number(t, test.in)); got != test.want {
			t.Errorf("%s: got %s, want %s", test.in, got, test.want)
		}
	}
}

func TestEstimate(t *testing.T) {
	tests := []struct {
		in   int64
		want string
	}{
		{1, "1"}, {999, "999"}, {1234, "1,230"}, {9996, "10,000"}, {262_144, "262,000"}, {20_123_456, "20,100,000"},
	}
	for _, test := range tests {
		if got := markdown.Estimate(test.in); got != test.want {
			t.Errorf("%d: got %s, want %s", test.in, got, test.want)
		}
	}
}
