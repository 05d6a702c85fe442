package markdown

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
)

// Duration shows seconds in the two largest units that fit: "1 h 15 min".
func Duration(seconds *big.Rat) string {
	if seconds.Cmp(big.NewRat(60, 1)) < 0 {
		return Figure(seconds, 1) + " s"
	}
	whole, err := strconv.ParseInt(seconds.FloatString(0), 10, 64)
	if err != nil || whole > math.MaxInt32 {
		const year = 365 * 24 * 3600
		return Figure(new(big.Rat).Quo(seconds, big.NewRat(year, 1)), 0) + " years"
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
