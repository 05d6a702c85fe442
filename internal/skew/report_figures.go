package skew

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// maxPlaces is how many decimals are shown at most to tell a number from the
// limit that it is compared with.
const maxPlaces = 6

// figure returns r for reading: rounded to so many decimals, half away from
// zero, or to as many more as show two digits of a number below 1; without
// trailing zeros, with thousands separators: "1,666.7", "5.42", "0.0067".
func figure(r *big.Rat, places int) string {
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

// thousands returns n with separators: "14,950".
func thousands(n int64) string { return figure(new(big.Rat).SetInt64(n), 0) }

// against is the figure of r with as many decimals, up to 6, as it takes to
// stand on the side of the limit where r stands: 1.2004 is not shown as the 1.2
// that is tolerated. Closer than that it is "just over 1.2".
func against(r, limit *big.Rat, places int) string {
	most := limitPlaces(limit)
	shown := figure(limit, most)
	side := r.Cmp(limit)
	if side == 0 {
		return shown
	}
	limit = rounded(limit, figurePlaces(limit, most))
	for ; places <= maxPlaces; places++ {
		if rounded(r, figurePlaces(r, places)).Cmp(limit) == side {
			return figure(r, places)
		}
	}
	if side > 0 {
		return "just over " + shown
	}
	return "just under " + shown
}

// limitPlaces is how many decimals a configured number takes: all 12 that it
// has, or 6 where they do not end.
func limitPlaces(limit *big.Rat) int {
	if exact := 12; rounded(limit, exact).Cmp(limit) == 0 {
		return exact
	}
	return maxPlaces
}

// rounded is r at so many decimals.
func rounded(r *big.Rat, places int) *big.Rat {
	x, _ := new(big.Rat).SetString(r.FloatString(places))
	return x
}

// percent shows a share of 0 to 1, and is "100%" for the whole alone.
func percent(share *big.Rat) string {
	hundred := big.NewRat(100, 1)
	return against(new(big.Rat).Mul(share, hundred), hundred, 2) + "%"
}

// floating is the figure of a number that is floating point: a quantile or a root.
func floating(x float64, places int) string {
	r := new(big.Rat).SetFloat64(x)
	if r == nil {
		return "unknown"
	}
	return figure(r, places)
}

// estimate is n at three significant digits: "20,100,000".
func estimate(n int64) string {
	unit := int64(1)
	for rest := n; rest >= 1000; rest /= 10 {
		unit *= 10
	}
	return thousands((n + unit/2) / unit * unit)
}

// rate shows records a second, whole from 100 on.
func rate(r *big.Rat) string { return figure(r, ratePlaces(r)) }

func ratePlaces(r *big.Rat) int {
	if r.Cmp(big.NewRat(100, 1)) >= 0 {
		return 0
	}
	return 2
}

// duration shows seconds in the two largest units that fit: "1 h 15 min".
func duration(seconds *big.Rat) string {
	if seconds.Cmp(big.NewRat(60, 1)) < 0 {
		return figure(seconds, 1) + " s"
	}
	whole, err := strconv.ParseInt(seconds.FloatString(0), 10, 64)
	if err != nil || whole > math.MaxInt32 {
		const year = 365 * 24 * 3600
		return figure(new(big.Rat).Quo(seconds, big.NewRat(year, 1)), 0) + " years"
	}
	units := []struct {
		seconds int64
		name    string
	}{{24 * 3600, "d"}, {3600, "h"}, {60, "min"}, {1, "s"}}
	for i, unit := range units[:3] {
		if whole < unit.seconds {
			continue
		}
		next := units[i+1]
		whole += next.seconds / 2 // the second unit is rounded
		text := fmt.Sprintf("%d %s", whole/unit.seconds, unit.name)
		if rest := whole % unit.seconds / next.seconds; rest > 0 {
			text += fmt.Sprintf(" %d %s", rest, next.name)
		}
		return text
	}
	return fmt.Sprintf("%d s", whole)
}

// plural returns n and the word, with an s unless n is 1.
func plural(n int64, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return thousands(n) + " " + word + "s"
}

// form returns the word that fits n.
func form(n int64, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
