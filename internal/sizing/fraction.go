package sizing

import "math/big"

const (
	// maxDenominator bounds the fractions that a computed number is taken for.
	maxDenominator = 1_000_000_000_000
	// agreement is in how many bits the number and its fraction must agree. A
	// handful of Terraform's operations at 512 bits lose less than the rest; a
	// literal of 40 digits agrees in some 130.
	agreement = 480
)

// agree tells whether x is r but for the noise of its binary form.
func agree(x, r *big.Rat) bool {
	off := new(big.Rat).Sub(x, r)
	off.Abs(off).Mul(off, new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), agreement)))
	return off.Cmp(new(big.Rat).Abs(x)) <= 0
}

// fraction returns the fraction with the least denominator that x agrees with;
// nil where there is none up to maxDenominator. It walks x's continued fraction.
func fraction(x *big.Rat) *big.Rat {
	// p/q is the convergent, p0/q0 the one before; rest is what is left of x.
	p0, q0, p, q := big.NewInt(0), big.NewInt(1), big.NewInt(1), big.NewInt(0)
	rest := new(big.Rat).Set(x)
	for {
		whole := new(big.Int).Div(rest.Num(), rest.Denom()) // floor, since the denominator is positive
		p0, p = p, new(big.Int).Add(new(big.Int).Mul(whole, p), p0)
		q0, q = q, new(big.Int).Add(new(big.Int).Mul(whole, q), q0)
		if !q.IsInt64() || q.Int64() > maxDenominator {
			return nil
		}
		convergent := new(big.Rat).SetFrac(p, q)
		if agree(x, convergent) {
			return convergent
		}
		rest.Sub(rest, new(big.Rat).SetInt(whole))
		rest.Inv(rest) // not 0: then the convergent would have been exact
	}
}
