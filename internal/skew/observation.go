package skew

import (
	"math"
	"math/big"
)

// Verdicts of an Observation, beside Balanced and InsufficientSample. What made a
// partition hot is not seen from outside.
const (
	// Idle says that there was no record.
	Idle Verdict = "idle"
	// Skewed says that some partition is hot, and chance does not explain it.
	Skewed Verdict = "skewed"
)

// Observation is what the records that partitions took in a while say about their
// load. No number in it is rounded.
type Observation struct {
	// Counts are the records of each partition, by number.
	Counts []int64
	// Seconds is how long they were counted.
	Seconds *big.Rat
	// Tolerance is how far above the mean a partition may be; 0.2 is 20%.
	Tolerance *big.Rat
	// Records is the sum of Counts.
	Records int64
	Verdict Verdict
	// MeanPerPartition is Records over the number of partitions.
	MeanPerPartition *big.Rat
	// PeakToMeanRatio is the records of the fullest partition over the mean; nil
	// where Verdict is Idle.
	PeakToMeanRatio *big.Rat
	// HottestPartition is the fullest; the lowest of equals.
	HottestPartition int
	// Hot are the partitions above the tolerated load, the fullest first, equals by
	// number. Empty unless Verdict is Skewed.
	Hot []int
	// NoiseFloor is how far above the mean the fullest of evenly loaded partitions
	// is, 19 times of 20 at most, for this many records; infinite for none.
	NoiseFloor float64
	// MinimumSample is the number of records whose noise floor is the tolerance.
	MinimumSample int64
}

// Observe judges the records that each partition took in so many seconds, by its
// number; there is one partition at least, and no count is negative. A partition
// is hot where its records exceed (1 + tolerance) times the mean; tolerance and
// seconds are above 0.
//
// Fewer records than the minimum sample are Skewed only where chance does not
// explain the fullest partition even if it were the one that is tolerated.
func Observe(counts []int64, seconds, tolerance *big.Rat) *Observation {
	n := len(counts)
	o := &Observation{Counts: counts, Seconds: seconds, Tolerance: tolerance, MinimumSample: minimumSample(n, float(tolerance))}
	for _, records := range counts {
		o.Records += records
	}
	o.MeanPerPartition = big.NewRat(o.Records, int64(n))
	o.NoiseFloor = noiseFloor(n, o.Records)
	if o.Records == 0 {
		o.Verdict = Idle
		return o
	}
	o.HottestPartition, o.PeakToMeanRatio = peak(counts, o.Records)
	bound := hotAbove(o.Records, n, o.theta())
	balanced := counts[o.HottestPartition] <= bound
	switch {
	case !o.enough() && (balanced || o.byChance()):
		o.Verdict = InsufficientSample
	case balanced:
		o.Verdict = Balanced
	default:
		o.Verdict = Skewed
		for _, p := range fullestFirst(counts) {
			if counts[p] <= bound {
				break
			}
			o.Hot = append(o.Hot, p)
		}
	}
	return o
}

// Share is a partition's part of all records, 0 to 1; nil where there are none.
func (o *Observation) Share(partition int) *big.Rat {
	if o.Records == 0 {
		return nil
	}
	return big.NewRat(o.Counts[partition], o.Records)
}

// PerSec is how many records a partition took a second.
func (o *Observation) PerSec(partition int) *big.Rat { return o.perSec(o.Counts[partition]) }

// MeanPerSec is how many records a partition took a second on average.
func (o *Observation) MeanPerSec() *big.Rat {
	return new(big.Rat).Quo(o.MeanPerPartition, o.Seconds)
}

func (o *Observation) perSec(records int64) *big.Rat {
	r := new(big.Rat).SetInt64(records)
	return r.Quo(r, o.Seconds)
}

func (o *Observation) theta() *big.Rat { return new(big.Rat).Add(big.NewRat(1, 1), o.Tolerance) }

func (o *Observation) enough() bool { return o.Records >= o.MinimumSample }

// byChance tells that the fullest partition has its records in more than one of 20
// cases although no partition is meant to have more than the tolerated load. With
// m the tolerated records and x the fullest partition's over m, it takes a bound
// of the Poisson distribution's upper tail, exp(-m (x ln x - x + 1)) (Mitzenmacher
// and Upfal, Probability and Computing, theorem 5.4), once for each partition. The
// normal distribution, and with it 1 + tolerance + noise floor, would not do: it
// calls ten records on ten of a thousand partitions skewed.
func (o *Observation) byChance() bool {
	tolerated := new(big.Rat).Mul(o.MeanPerPartition, o.theta())
	// x - 1, exactly: for many records x is close to 1.
	excess := new(big.Rat).Quo(o.PeakToMeanRatio, o.theta())
	d := float(excess.Sub(excess, big.NewRat(1, 1)))
	exponent := float(tolerated) * ((1+d)*math.Log1p(d) - d)
	return float64(len(o.Counts))*math.Exp(-exponent) > 1-usual
}
