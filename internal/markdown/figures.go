package markdown

import (
	"math/big"
	"strings"
)

// MaxPlaces is how many decimals are shown at most to tell a number from the
// limit that it is compared with.
const MaxPlaces = 6

// Figure returns r for reading: rounded to so many decimals, half away from
// zero, or to as many more as show two digits of a number below 1; without
// trailing zeros, with thousands separators: "1,666.7", "5.42", "0.0067".
func Figure(r *big.Rat, places int) string {
	text := r.FloatString(figurePlaces(r, places))
	whole, decimals, _ := strings.Cut(text, ".")
	if decimals = strings.TrimRight(decimals, "0"); decimals != "" {
		decimals = "." + decimals
	}
	first := strings.IndexAny(whole, "0123456789")
	for i := len(whole) - 3; i > first; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	return whole + decimals
}

// figurePlaces is how many decimals a figure has at most.
func figurePlaces(r *big.Rat, places int) int {
	a := new(big.Rat).Abs(r)
	one := big.NewRat(1, 1)
	if a.Sign() == 0 || a.Cmp(one) >= 0 {
		return places
	}
	least := 1
	for ten := big.NewRat(10, 1); a.Cmp(one) < 0; least++ {
		a.Mul(a, ten)
	}
	return max(places, least)
}

// Thousands returns n with separators: "14,950".
func Thousands(n int64) string { return Figure(new(big.Rat).SetInt64(n), 0) }

// Against is the figure of r with as many decimals, up to 6, as it takes to
// stand on the side of the limit where r stands: 1.2004 is not shown as the 1.2
// that is tolerated. Closer than that it is "just over 1.2".
func Against(r, limit *big.Rat, places int) string {
	most := LimitPlaces(limit)
	shown := Figure(limit, most)
	side := r.Cmp(limit)
	if side == 0 {
		return shown
	}
	limit = Rounded(limit, figurePlaces(limit, most))
	for ; places <= MaxPlaces; places++ {
		if Rounded(r, figurePlaces(r, places)).Cmp(limit) == side {
			return Figure(r, places)
		}
	}
	if side > 0 {
		return "just over " + shown
	}
	return "just under " + shown
}

// LimitPlaces is how many decimals a configured number takes: all 12 that it
// has, or 6 where they do not end.
func LimitPlaces(limit *big.Rat) int {
	if exact := 12; Rounded(limit, exact).Cmp(limit) == 0 {
		return exact
	}
	return MaxPlaces
}

// Rounded is r at so many decimals.
func Rounded(r *big.Rat, places int) *big.Rat {
	x, _ := new(big.Rat).SetString(r.FloatString(places))
	return x
}

// Percent shows a share of 0 to 1, and is "100%" for the whole alone.
func Percent(share *big.Rat) string {
	hundred := big.NewRat(100, 1)
	return Against(new(big.Rat).Mul(share, hundred), hundred, 2) + "%"
}

// Floating is the figure of a number that is floating point: a quantile or a root.
func Floating(x float64, places int) string {
	r := new(big.Rat).SetFloat64(x)
	if r == nil {
		return "unknown"
	}
	return Figure(r, places)
}

// Estimate is n at three significant digits: "20,100,000".
func Estimate(n int64) string {
	unit := int64(1)
	for rest := n; rest >= 1000; rest /= 10 {
		unit *= 10
	}
	return Thousands((n + unit/2) / unit * unit)
}

// Rate shows records a second, whole from 100 on.
func Rate(r *big.Rat) string { return Figure(r, RatePlaces(r)) }

// RatePlaces is how many decimals a rate has at most: 2 below 100, none from there on.
func RatePlaces(r *big.Rat) int {
	if r.Cmp(big.NewRat(100, 1)) >= 0 {
		return 0
	}
	return 2
}
