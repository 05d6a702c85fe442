package sizing

import (
	"errors"
	"math"
	"math/big"
	"strings"
	"testing"
)

// rat returns the value of a decimal or fraction, and nil for "".
func rat(t testing.TB, s string) *big.Rat {
	t.Helper()
	if s == "" {
		return nil
	}
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		t.Fatalf("%q is no number", s)
	}
	return r
}

func literal(t testing.TB, s string) *big.Float {
	t.Helper()
	f, _, err := big.ParseFloat(s, 10, 512, big.ToNearestEven)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestDecimal(t *testing.T) {
	noise := new(big.Float).SetPrec(512).Mul(literal(t, "0.1"), literal(t, "3"))
	tests := []struct {
		name string
		in   *big.Float
		want string
	}{
		{"zero", new(big.Float), "0"},
		{"negative zero", new(big.Float).Neg(new(big.Float)), "0"},
		{"literal", literal(t, "2.1"), "2.1"},
		{"negative", literal(t, "-2.1"), "-2.1"},
		{"computed", noise, "0.3"},
		{"40 digits", literal(t, "1.234567890123456789012345678901234567891"), "1.234567890123456789012345678901234567891"},
		{"41 digits", literal(t, "1.2345678901234567890123456789012345678917"), "1.234567890123456789012345678901234567892"},
		{"float64", big.NewFloat(73.828125), "73.828125"},
		{"least", literal(t, "1e-30"), "1e-30"},
		{"greatest", literal(t, "-1e30"), "-1e30"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := Decimal(test.in)
			if err != nil {
				t.Fatal(err)
			}
			if got.Cmp(rat(t, test.want)) != 0 {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

func TestDecimalErrors(t *testing.T) {
	huge := new(big.Float).SetMantExp(big.NewFloat(0.5), math.MaxInt32)
	tiny := new(big.Float).SetMantExp(big.NewFloat(0.5), math.MinInt32)
	tests := []struct {
		name string
		in   *big.Float
		want error
	}{
		{"nil", nil, errMissing},
		{"infinite", new(big.Float).SetInf(true), errInfinite},
		{"just above", literal(t, "1.0000001e30"), errMagnitude},
		{"just below", literal(t, "9.999999e-31"), errMagnitude},
		{"huge", huge, errMagnitude},
		{"tiny", tiny, errMagnitude},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got, err := Decimal(test.in); !errors.Is(err, test.want) {
				t.Errorf("got %v, %v, want %v", got, err, test.want)
			}
		})
	}
}

func TestParseDecimalErrors(t *testing.T) {
	for _, s := range []string{"", "x", "1.2.3", "Inf", "0x10", "1p4", "1e31", "-1e-31", "1e999999999999", "1e-999999999", "1e-2147483648"} {
		if got, err := ParseDecimal(s); err == nil {
			t.Errorf("%q: got %s, want an error", s, got)
		}
	}
}

func TestFloat(t *testing.T) {
	for _, s := range []string{"73.828125", "73.83", "0.1", "2.1", "0.0009765625", "12", "0", "-1.5", "1.3333"} {
		f := Float(rat(t, s))
		if got := f.Text('f', -1); got != s {
			t.Errorf("got %s, want %s", got, s)
		}
		if f.Prec() != 512 || f.Cmp(literal(t, s)) != 0 {
			t.Errorf("%s differs from the number of its literal", s)
		}
	}
}

func TestRoundAndText(t *testing.T) {
	tests := []struct {
		in     string
		places int
		want   string
	}{
		{"1.5", 2, "1.5"},
		{"73.828125", 2, "73.83"},
		{"12", 2, "12"},
		{"120", 0, "120"},
		{"1200", 2, "1200"},
		{"4/3", 4, "1.3333"},
		{"0.5", 0, "1"},
		{"-0.5", 0, "-1"},
		{"2.5", 0, "3"},
		{"1.005", 2, "1.01"},
		{"-1.005", 2, "-1.01"},
		{"1.00499999999999999999999999", 2, "1"},
		{"-0.001", 2, "0"},
		{"0.999", 2, "1"},
		{"1.4", -1, "1"},
	}
	for _, test := range tests {
		in := rat(t, test.in)
		if got := Text(in, test.places); got != test.want {
			t.Errorf("Text(%s, %d) = %s, want %s", test.in, test.places, got, test.want)
		}
		if got := Round(in, test.places); got.Cmp(rat(t, test.want)) != 0 {
			t.Errorf("Round(%s, %d) = %s, want %s", test.in, test.places, got, test.want)
		}
	}
}

func TestFigure(t *testing.T) {
	tests := []struct{ in, given, measured string }{
		{"4200", "4,200", "4,200"},
		{"999", "999", "999"},
		{"1000", "1,000", "1,000"},
		{"1234567.8912345", "1,234,567.891235", "1,234,567.89"},
		{"-1234", "-1,234", "-1,234"},
		{"-123", "-123", "-123"},
		{"0", "0", "0"},
		{"1", "1", "1"},
		{"0.1", "0.1", "0.1"},
		{"0.09765625", "0.0976563", "0.098"},
		{"0.0009765625", "0.000976563", "0.00098"},
		{"0.00000000012", "0.00000000012", "0.00000000012"},
	}
	for _, test := range tests {
		if got := given(rat(t, test.in)); got != test.given {
			t.Errorf("given(%s) = %s, want %s", test.in, got, test.given)
		}
		if got := measured(rat(t, test.in)); got != test.measured {
			t.Errorf("measured(%s) = %s, want %s", test.in, got, test.measured)
		}
	}
}

func FuzzDecimal(f *testing.F) {
	for _, s := range []string{"0", "1.5", "-2.1", "1e30", "1e-30", "1e31", "1e999999999999", "1e-2147483648", "Inf", ".5", "5.", "+1E2", "0.30000000000000000000000000000000000000000000000001"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r, err := ParseDecimal(s)
		if err != nil {
			return
		}
		// What was read is stable, and Terraform's form of it reads the same.
		again, err := Decimal(Float(r))
		if err != nil || again.Cmp(r) != 0 {
			t.Fatalf("%q: %s reads back as %v, %v", s, r, again, err)
		}
		mantissa, _, _ := strings.Cut(strings.ToLower(s), "e")
		if len(mantissa) <= digits {
			if exact := rat(t, s); exact.Cmp(r) != 0 {
				t.Fatalf("%q: got %s, want %s", s, r, exact)
			}
		}
	})
}
