package sizing

import (
	"fmt"
	"math/big"
)

// Profile is the measured load of a topic.
type Profile struct {
	// PeakEventsPerSec is the highest measured rate, in events per second.
	PeakEventsPerSec *big.Rat
	// AvgEventSizeKB is the average size of an event, in KB of 1024 bytes.
	AvgEventSizeKB *big.Rat
	// PerPartitionCeilingMBPerSec is what one partition takes, in MB per
	// second of 1024 KB each.
	PerPartitionCeilingMBPerSec *big.Rat
	// ConsumerEventsPerSec is what one consumer handles, in events per
	// second; nil where it is not given.
	ConsumerEventsPerSec *big.Rat
}

// Input is all that a partition count is derived from. Numbers are exact and
// never changed.
type Input struct {
	Profile Profile
	// TargetConsumers is the most consumers of one group that should work at
	// once; at least 1.
	TargetConsumers int64
	// HeadroomFactor multiplies the need; at least 1.
	HeadroomFactor *big.Rat
	Rounding       Rounding
}

// InputError is an input outside its range.
type InputError struct {
	// Attribute is the path of the attribute, such as
	// "throughput_profile.peak_events_per_sec".
	Attribute string
	// Reason continues a sentence that begins with the attribute.
	Reason string
}

func (e *InputError) Error() string { return e.Attribute + " " + e.Reason }

// validate returns the first input that is out of range, as an *InputError.
func (in Input) validate() error {
	p := in.Profile
	for _, n := range []struct {
		attribute string
		value     *big.Rat
		optional  bool
	}{
		{"throughput_profile.peak_events_per_sec", p.PeakEventsPerSec, false},
		{"throughput_profile.avg_event_size_kb", p.AvgEventSizeKB, false},
		{"throughput_profile.per_partition_ceiling_mb_s", p.PerPartitionCeilingMBPerSec, false},
		{"throughput_profile.consumer_events_per_sec", p.ConsumerEventsPerSec, true},
	} {
		switch {
		case n.value == nil && n.optional:
		case n.value == nil:
			return &InputError{n.attribute, "is required"}
		case n.value.Sign() <= 0:
			return &InputError{n.attribute, "must be greater than 0, not " + Text(n.value, digits)}
		}
	}
	if in.TargetConsumers < 1 {
		return &InputError{"target_consumers", fmt.Sprintf("must be at least 1, not %d", in.TargetConsumers)}
	}
	if in.HeadroomFactor == nil {
		return &InputError{"headroom_factor", "is required"}
	}
	if in.HeadroomFactor.Cmp(integer(1)) < 0 {
		return &InputError{"headroom_factor", "must be at least 1, not " + Text(in.HeadroomFactor, digits)}
	}
	return in.Rounding.validate()
}
