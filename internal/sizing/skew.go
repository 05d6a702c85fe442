package sizing

import (
	"math/big"
)

// Skew is how unevenly the keys load the partitions; each member is nil where
// it is not given.
type Skew struct {
	// PeakToMeanRatio is the load of the hottest partition over the mean; at
	// least 1. It is taken to hold at any partition count.
	PeakToMeanRatio *big.Rat
	// HottestKeyShare is the share of all events that the hottest key has, 0
	// to 1.
	HottestKeyShare *big.Rat
}

// Hottest is the load of the hottest partition. It is the zero value where the
// ratio is not given.
type Hottest struct {
	MBPerSec *big.Rat
	// Utilization is MBPerSec over the ceiling of a partition; 1 is full.
	Utilization  *big.Rat
	AboveCeiling bool
	// PartitionsNeeded is the least count at which the hottest partition is at
	// or under the ceiling. Where no topic can have as many it is more than
	// 2147483647, and the largest int64 where it does not fit.
	PartitionsNeeded int64
	// HeadroomNeeded is a headroom factor that requires at least
	// PartitionsNeeded, rounded up to 2 places; at least 1.
	HeadroomNeeded *big.Rat
}

// HottestPartition returns the load of the hottest of so many partitions.
func (s Sizing) HottestPartition(p Profile, skew Skew, partitions int64) Hottest {
	if skew.PeakToMeanRatio == nil || partitions < 1 {
		return Hottest{}
	}
	load := product(skew.PeakToMeanRatio, s.PeakMBPerSec)
	var h Hottest
	h.MBPerSec = ratio(load, integer(partitions))
	h.Utilization = ratio(h.MBPerSec, p.PerPartitionCeilingMBPerSec)
	h.AboveCeiling = h.Utilization.Cmp(integer(1)) > 0
	needed := ceil(ratio(load, p.PerPartitionCeilingMBPerSec))
	h.PartitionsNeeded = max(1, saturated(needed))
	h.HeadroomNeeded = integer(1)
	if h.PartitionsNeeded > s.Need {
		hundredths := ceil(ratio(new(big.Rat).SetInt(needed.Mul(needed, big.NewInt(100))), integer(s.Need)))
		h.HeadroomNeeded = new(big.Rat).SetFrac(hundredths, big.NewInt(100))
	}
	return h
}

// HotKey is the load of a key that no partition count can carry, because one
// key never leaves one partition.
type HotKey struct {
	MBPerSec     *big.Rat
	EventsPerSec *big.Rat
	// OverCeiling says that it is more than one partition takes, OverConsumer
	// that it is more than one consumer handles.
	OverCeiling  bool
	OverConsumer bool
}

// HottestKey returns the load of the hottest key, or nil where it can be
// carried or its share is not given.
func (s Sizing) HottestKey(p Profile, skew Skew) *HotKey {
	if skew.HottestKeyShare == nil {
		return nil
	}
	k := HotKey{
		MBPerSec:     product(skew.HottestKeyShare, s.PeakMBPerSec),
		EventsPerSec: product(skew.HottestKeyShare, p.PeakEventsPerSec),
	}
	k.OverCeiling = k.MBPerSec.Cmp(p.PerPartitionCeilingMBPerSec) > 0
	k.OverConsumer = p.ConsumerEventsPerSec != nil && k.EventsPerSec.Cmp(p.ConsumerEventsPerSec) > 0
	if !k.OverCeiling && !k.OverConsumer {
		return nil
	}
	return &k
}
