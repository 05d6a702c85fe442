package sizing

import (
	"fmt"
	"slices"
	"strings"
)

// Rounding is how a required count is rounded up.
type Rounding string

const (
	// RoundingNone keeps the required count.
	RoundingNone Rounding = "none"
	// RoundingConsumerMultiple takes the next multiple of the consumers, so
	// that all own the same number of partitions.
	RoundingConsumerMultiple Rounding = "consumer_multiple"
	// RoundingHighlyComposite takes the next number with more divisors than
	// any number below it, so that many group sizes share evenly.
	RoundingHighlyComposite Rounding = "highly_composite"
)

// highlyComposite is OEIS A002182 up to 10080.
var highlyComposite = []int64{
	1, 2, 4, 6, 12, 24, 36, 48, 60, 120, 180, 240, 360, 720, 840,
	1260, 1680, 2520, 5040, 7560, 10080,
}

// Roundings returns the names of all roundings, the default first.
func Roundings() []string {
	return []string{string(RoundingNone), string(RoundingConsumerMultiple), string(RoundingHighlyComposite)}
}

func (r Rounding) validate() error {
	if slices.Contains(Roundings(), string(r)) {
		return nil
	}
	return &InputError{"rounding", fmt.Sprintf("must be one of %s, not %q", strings.Join(Roundings(), ", "), string(r))}
}

// apply returns the least count of this rounding that is at least required.
// It is a *CountError where highly_composite has none.
func (r Rounding) apply(required, consumers int64) (int64, error) {
	switch r {
	case RoundingConsumerMultiple:
		return (required + consumers - 1) / consumers * consumers, nil
	case RoundingHighlyComposite:
		i, _ := slices.BinarySearch(highlyComposite, required)
		if i == len(highlyComposite) {
			return 0, &CountError{
				Attribute: "rounding",
				Count:     fmt.Sprint(required),
				Reason: fmt.Sprintf("%d partitions are required, and %s ends at %d: use %s or %s", required,
					RoundingHighlyComposite, highlyComposite[i-1], RoundingNone, RoundingConsumerMultiple),
			}
		}
		return highlyComposite[i], nil
	default:
		return required, nil
	}
}
