// Package sizing derives the partition count of a topic from measured numbers,
// explains the derivation, and decides what a count means for a live topic. It
// calculates with exact rationals: one partition too many is a migration.
//
// It knows neither brokers nor Terraform: plain values in, plain values out.
package sizing

import (
	"fmt"
	"math"
	"math/big"
)

// Driver is what demands the most partitions.
type Driver string

// The drivers, in the order in which a tie goes to the first.
const (
	DriverThroughput   Driver = "throughput"
	DriverConsumerRate Driver = "consumer_rate"
	DriverParallelism  Driver = "parallelism"
)

// Sizing is a derived partition count and the steps that led to it. All counts
// are 1 to 2147483647.
type Sizing struct {
	// PeakMBPerSec is the peak in MB per second of 1024 KB each, exact.
	PeakMBPerSec         *big.Rat
	ThroughputPartitions int64
	// ConsumerRatePartitions is nil where no consumer rate is given.
	ConsumerRatePartitions *int64
	ParallelismPartitions  int64
	// Driver is the first that equals Need, in the order throughput, consumer
	// rate, parallelism.
	Driver Driver
	// Need is the largest of the three counts, before headroom.
	Need           int64
	HeadroomFactor *big.Rat
	// RequiredPartitions is Need with headroom, RecommendedPartitions the
	// same after rounding.
	RequiredPartitions    int64
	RecommendedPartitions int64
	Rounding              Rounding
	TargetConsumers       int64
	// BusiestConsumerFactor is the share of the busiest consumer over an even
	// share at the recommended count, exact; 1 where all own the same.
	BusiestConsumerFactor *big.Rat
}

// CountError is a derived count that no topic can have.
type CountError struct {
	// Attribute is the path of the attribute to look at first.
	Attribute string
	// Count is the derived count as text.
	Count string
	// Reason is a clause with the count and what to change.
	Reason string
}

func (e *CountError) Error() string { return e.Attribute + ": " + e.Reason }

// Size derives the partition count. An input out of range is an *InputError,
// a count beyond Kafka's 2147483647 or beyond the rounding a *CountError.
func Size(in Input) (Sizing, error) {
	if err := in.validate(); err != nil {
		return Sizing{}, err
	}
	p := in.Profile
	s := Sizing{
		PeakMBPerSec:    ratio(product(p.PeakEventsPerSec, p.AvgEventSizeKB), integer(1024)),
		HeadroomFactor:  in.HeadroomFactor,
		Rounding:        in.Rounding,
		TargetConsumers: in.TargetConsumers,
	}
	var err error
	s.ThroughputPartitions, err = count(ratio(s.PeakMBPerSec, p.PerPartitionCeilingMBPerSec), "throughput_profile",
		"check peak_events_per_sec, avg_event_size_kb and per_partition_ceiling_mb_s")
	if err != nil {
		return Sizing{}, err
	}
	s.Driver, s.Need = DriverThroughput, s.ThroughputPartitions
	if p.ConsumerEventsPerSec != nil {
		n, err := count(ratio(p.PeakEventsPerSec, p.ConsumerEventsPerSec), "throughput_profile.consumer_events_per_sec",
			"check peak_events_per_sec and consumer_events_per_sec")
		if err != nil {
			return Sizing{}, err
		}
		s.ConsumerRatePartitions = &n
		if n > s.Need {
			s.Driver, s.Need = DriverConsumerRate, n
		}
	}
	s.ParallelismPartitions, err = count(integer(in.TargetConsumers), "target_consumers", "lower it")
	if err != nil {
		return Sizing{}, err
	}
	if s.ParallelismPartitions > s.Need {
		s.Driver, s.Need = DriverParallelism, s.ParallelismPartitions
	}
	s.RequiredPartitions, err = count(product(integer(s.Need), in.HeadroomFactor), "headroom_factor",
		fmt.Sprintf("check headroom_factor, and what makes the need of %d", s.Need))
	if err != nil {
		return Sizing{}, err
	}
	s.RecommendedPartitions, err = in.Rounding.apply(s.RequiredPartitions, in.TargetConsumers)
	if err != nil {
		return Sizing{}, err
	}
	if _, err := count(integer(s.RecommendedPartitions), "rounding", "use "+string(RoundingNone)); err != nil {
		return Sizing{}, err
	}
	most := (s.RecommendedPartitions + in.TargetConsumers - 1) / in.TargetConsumers
	s.BusiestConsumerFactor = big.NewRat(most*in.TargetConsumers, s.RecommendedPartitions)
	return s, nil
}

// RequiredAt returns ceil(need x headroom), the count that is required with
// another headroom factor. Beyond int64 it returns the largest int64.
func (s Sizing) RequiredAt(headroom *big.Rat) int64 {
	return saturated(ceil(product(integer(s.Need), headroom)))
}

// HeadroomLeft returns partitions / need, rounded down to 2 places so that it
// is never overstated.
func (s Sizing) HeadroomLeft(partitions int64) *big.Rat {
	left := big.NewRat(partitions, s.Need)
	return new(big.Rat).SetFrac(floor(product(left, integer(100))), big.NewInt(100))
}

// count returns ceil(r), or a *CountError where a topic cannot have as many.
// As r is more than 0, it is at least 1.
func count(r *big.Rat, attribute, advice string) (int64, error) {
	n := ceil(r)
	if n.Cmp(big.NewInt(math.MaxInt32)) <= 0 {
		return n.Int64(), nil
	}
	text := n.String()
	if len(text) > 15 {
		text = "about " + new(big.Float).SetInt(n).Text('e', 2)
	}
	return 0, &CountError{
		Attribute: attribute,
		Count:     text,
		Reason:    fmt.Sprintf("%s partitions are more than the %d that a topic can have: %s", text, math.MaxInt32, advice),
	}
}

func saturated(n *big.Int) int64 {
	if !n.IsInt64() {
		return math.MaxInt64
	}
	return n.Int64()
}
