package sizing

import (
	"errors"
	"fmt"
	"math/big"
	"strings"
)

// digits is the number of significant decimal digits at which a number is
// read. A literal has fewer and is exact; a value that Terraform computed,
// such as 0.1 * 3, loses the noise of its binary form.
const digits = 40

// precision is the precision of Terraform's own numbers, in bits.
const precision = 512

var (
	errMissing   = errors.New("number is missing")
	errInfinite  = errors.New("number is infinite")
	errMagnitude = errors.New("number is out of range: its magnitude must lie between 1e-30 and 1e30")
	errSyntax    = errors.New("not a decimal number")

	smallest, _ = new(big.Rat).SetString("1e-30")
	largest, _  = new(big.Rat).SetString("1e30")
)

// Decimal returns the exact rational of f's decimal text at 40 significant
// digits, or of the fraction that f is, such as 5/3, whose decimals do not end.
// It is an error where f is nil, infinite, or not 0 and outside 1e-30 to 1e30
// in magnitude. The cost does not grow with the exponent of f.
func Decimal(f *big.Float) (*big.Rat, error) {
	switch {
	case f == nil:
		return nil, errMissing
	case f.IsInf():
		return nil, errInfinite
	case f.Sign() == 0:
		return new(big.Rat), nil
	}
	// 1e30 lies below 2^100, and one more bit leaves room for rounding.
	if e := f.MantExp(nil); e > 101 || e < -101 {
		return nil, errMagnitude
	}
	r, ok := new(big.Rat).SetString(f.Text('g', digits))
	if !ok {
		return nil, errSyntax
	}
	if x, _ := f.Rat(nil); !agree(x, r) {
		if exact := fraction(x); exact != nil {
			r = exact
		}
	}
	if a := new(big.Rat).Abs(r); a.Cmp(smallest) < 0 || a.Cmp(largest) > 0 {
		return nil, errMagnitude
	}
	return r, nil
}

// ParseDecimal is Decimal of a number's text, such as "1.5" or "2e3". It reads
// the text as Terraform does, so both give the same value for one literal.
func ParseDecimal(s string) (*big.Rat, error) {
	if strings.Trim(s, "+-.0123456789eE") != "" {
		return nil, fmt.Errorf("parse %q: %w", s, errSyntax)
	}
	f, _, err := big.ParseFloat(s, 10, precision, big.ToNearestEven)
	if err != nil {
		return nil, fmt.Errorf("parse %q: %w", s, err)
	}
	mantissa, _, _ := strings.Cut(strings.ToLower(s), "e")
	if f.Sign() == 0 && strings.ContainsAny(mantissa, "123456789") {
		return nil, fmt.Errorf("parse %q: %w", s, errMagnitude)
	}
	r, err := Decimal(f)
	if err != nil {
		return nil, fmt.Errorf("parse %q: %w", s, err)
	}
	return r, nil
}

// Float returns the nearest number of 512 bits, which is the form of
// Terraform's numbers: that of 2.1 equals the number that Terraform reads
// from the literal 2.1.
func Float(r *big.Rat) *big.Float {
	return new(big.Float).SetPrec(precision).SetMode(big.ToNearestEven).SetRat(r)
}

// Round returns r rounded to so many decimal places, 0 or more, halves away
// from zero. It rounds the exact value.
func Round(r *big.Rat, places int) *big.Rat {
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(places)), nil)
	scaled := product(r, new(big.Rat).SetInt(scale))
	half := big.NewRat(1, 2)
	if r.Sign() < 0 {
		return new(big.Rat).SetFrac(ceil(scaled.Sub(scaled, half)), scale)
	}
	return new(big.Rat).SetFrac(floor(scaled.Add(scaled, half)), scale)
}

// Text returns r rounded to so many decimal places as decimal text, without
// trailing zeros: "1.5", "73.83", "12".
func Text(r *big.Rat, places int) string {
	text := r.FloatString(max(places, 0))
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	if text == "-0" {
		return "0"
	}
	return text
}

// ceil returns the least integer that is not less than r.
func ceil(r *big.Rat) *big.Int {
	q, m := new(big.Int).DivMod(r.Num(), r.Denom(), new(big.Int))
	if m.Sign() != 0 {
		q.Add(q, big.NewInt(1))
	}
	return q
}

// floor returns the greatest integer that is not more than r.
func floor(r *big.Rat) *big.Int {
	return new(big.Int).Div(r.Num(), r.Denom())
}

func integer(n int64) *big.Rat { return new(big.Rat).SetInt64(n) }

func product(a, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) }

// ratio returns a / b; b must not be 0.
func ratio(a, b *big.Rat) *big.Rat { return new(big.Rat).Quo(a, b) }
