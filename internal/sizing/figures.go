package sizing

import (
	"math/big"
	"strings"
)

// figure returns r for reading: rounded to so many places, or so many
// significant digits below 1, with thousands separators: "4,200", "73.83",
// "0.098".
func figure(r *big.Rat, places int) string {
	one, ten := integer(1), integer(10)
	for a := product(new(big.Rat).Abs(r), ten); a.Sign() > 0 && a.Cmp(one) < 0; a.Mul(a, ten) {
		places++
	}
	whole, fraction, found := strings.Cut(Text(r, places), ".")
	if found {
		fraction = "." + fraction
	}
	first := strings.IndexAny(whole, "0123456789")
	for i := len(whole) - 3; i > first; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	return whole + fraction
}

// given is the figure of a configured number: exact to 6 places.
func given(r *big.Rat) string { return figure(r, 6) }

// measured is the figure of a derived number.
func measured(r *big.Rat) string { return figure(r, 2) }

// measuredIn is measured with as many more places as it takes to need the same
// number of units as the exact value: 10.001 in units of 10 is not shown as 10.
func measuredIn(r, unit *big.Rat) string {
	places := 2
	for ; places < digits; places++ {
		shown := Round(r, places)
		if shown.Sign() == 0 || ceil(ratio(shown, unit)).Cmp(ceil(ratio(r, unit))) == 0 {
			break
		}
	}
	return figure(r, places)
}

// choose returns the form of a word for n.
func choose(n int64, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
