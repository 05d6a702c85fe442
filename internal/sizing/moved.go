package sizing

import "math/big"

// MovedShare returns the share of keys, 0 to 1, that another partition gets
// when a topic goes from one partition count to another and keys are placed by
// hash modulo count: 1 - min/lcm. Both counts are at least 1; where one is
// not, there is no topic and nothing moves.
func MovedShare(from, to int64) *big.Rat {
	if from < 1 || to < 1 {
		return new(big.Rat)
	}
	// min/lcm is gcd/max, which stays small.
	gcd := new(big.Int).GCD(nil, nil, big.NewInt(from), big.NewInt(to))
	stay := new(big.Rat).SetFrac(gcd, big.NewInt(max(from, to)))
	return stay.Sub(integer(1), stay)
}

// Percent returns a share as a percentage with one place at most: "66.7%",
// "50%".
func Percent(share *big.Rat) string {
	return Text(product(share, integer(100)), 1) + "%"
}
