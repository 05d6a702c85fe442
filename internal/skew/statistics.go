package skew

import (
	"math"
	"math/big"
)

// The statistics of N partitions and s records. A good hash spreads s records
// of a flat key with a standard deviation of sqrt(s/N) a partition, relative to
// the mean sqrt(N/s); what is asked for is the largest of N such deviates.

// maximum returns g with P(the largest of n standard normal deviates <= g) = q.
func maximum(n int, q float64) float64 {
	return upperQuantile(-math.Expm1(math.Log(q) / float64(n)))
}

// expectedMaximum is the expected largest of n standard normal deviates (Blom:
// Statistical estimates and transformed beta-variables, 1958).
func expectedMaximum(n int) float64 {
	return upperQuantile(0.625 / (float64(n) + 0.25))
}

// upperQuantile is the standard normal deviate that is exceeded with this
// probability. It takes the tail, since 1 - tail loses digits.
func upperQuantile(tail float64) float64 { return math.Sqrt2 * math.Erfcinv(2*tail) }

const (
	// usual is how often a flat key stays under the noise floor.
	usual = 0.95
	// rare is how often too few keys stay under what is put down to them.
	rare = 0.99
)

func noiseFloor(n int, records int64) float64 {
	if n == 1 {
		return 0
	}
	return maximum(n, usual) * math.Sqrt(float64(n)/float64(records))
}

func minimumSample(n int, tolerance float64) int64 {
	if n == 1 {
		return 1
	}
	ratio := maximum(n, usual) / tolerance
	needed := math.Ceil(float64(n) * ratio * ratio)
	if needed >= math.MaxInt64 {
		return math.MaxInt64
	}
	return max(1, int64(needed))
}

func expectedRatio(n int, effectiveKeys float64) float64 {
	if n == 1 {
		return 1
	}
	return 1 + expectedMaximum(n)*math.Sqrt(float64(n)/effectiveKeys)
}

// explainedByFewKeys is the ratio that a good hash of so few keys stays under.
func explainedByFewKeys(n int, effectiveKeys float64, records int64) float64 {
	return 1 + maximum(n, rare)*math.Sqrt(float64(n)*(1/effectiveKeys+1/float64(records)))
}

func float(r *big.Rat) float64 {
	f, _ := r.Float64()
	return f
}
