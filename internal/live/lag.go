package live

import (
	"math/big"
	"slices"
)

// PartitionLag is how far a consumer group has read one partition.
type PartitionLag struct {
	Topic     string
	Partition int32
	// Committed is the offset of the next record that the group reads; nil
	// without a commit.
	Committed *int64
	// End is the last stable offset.
	End int64
	// Lag is the number of records to read; nil where it is not known, since the
	// group has no commit on the topic.
	Lag *int64
	// AgeMillis is the age of the oldest of them; 0 without lag.
	AgeMillis int64
	// Deleted is the number of offsets behind the commit that retention has
	// deleted before the group read them. They are not in Lag.
	Deleted int64
	// Beyond tells that the commit is above the end of the log: it was made on
	// another topic of this name, or the log has lost its end.
	Beyond bool
	// Member is the ID of the member that owns the partition; empty where none does.
	Member string
}

// GroupLag is how far a consumer group has read its topics.
type GroupLag struct {
	Group string
	// State is Kafka's own name for it, such as Stable.
	State string
	// Members is their number, Idle that of those who own no partition.
	Members, Idle int
	// Partitions are those of the last sample, by topic and number.
	Partitions []PartitionLag
	// WorstMillis is the largest age of each sample, in their order.
	WorstMillis []int64
	// TargetSeconds is the largest lag that is tolerated; nil: none is given.
	TargetSeconds *big.Rat
}

// Known tells that the group has a commit on some topic.
func (g GroupLag) Known() bool {
	return slices.ContainsFunc(g.Partitions, func(p PartitionLag) bool { return p.Lag != nil })
}

// Worst is the partition with the oldest unread record, of several the one with
// most; nil where no lag is known.
func (g GroupLag) Worst() *PartitionLag {
	var worst *PartitionLag
	for i := range g.Partitions {
		p := &g.Partitions[i]
		if p.Lag == nil {
			continue
		}
		if worst == nil || p.AgeMillis > worst.AgeMillis || p.AgeMillis == worst.AgeMillis && *p.Lag > *worst.Lag {
			worst = p
		}
	}
	return worst
}

// MaxLag is the largest number of records that a partition has to read.
func (g GroupLag) MaxLag() int64 {
	most := int64(0)
	for _, p := range g.Partitions {
		if p.Lag != nil {
			most = max(most, *p.Lag)
		}
	}
	return most
}

// TotalLag is the number of records to read over all partitions.
func (g GroupLag) TotalLag() int64 {
	total := int64(0)
	for _, p := range g.Partitions {
		if p.Lag != nil {
			total += *p.Lag
		}
	}
	return total
}

// MaxSeconds is the age of the oldest unread record in the last sample.
func (g GroupLag) MaxSeconds() *big.Rat {
	if len(g.WorstMillis) == 0 {
		return new(big.Rat)
	}
	return seconds(g.WorstMillis[len(g.WorstMillis)-1])
}

// P95Seconds is the nearest-rank 95th percentile of that age over the samples.
func (g GroupLag) P95Seconds() *big.Rat {
	if len(g.WorstMillis) == 0 {
		return new(big.Rat)
	}
	sorted := slices.Sorted(slices.Values(g.WorstMillis))
	rank := (95*len(sorted) + 99) / 100
	return seconds(sorted[rank-1])
}

// WithinTarget compares MaxSeconds with the target. It is nil without a target,
// and where nothing exceeds it but some lag is not known.
func (g GroupLag) WithinTarget() *bool {
	if g.TargetSeconds == nil {
		return nil
	}
	within := g.MaxSeconds().Cmp(g.TargetSeconds) <= 0
	unknown := slices.ContainsFunc(g.Partitions, func(p PartitionLag) bool { return p.Lag == nil })
	if within && (unknown || len(g.Partitions) == 0) {
		return nil
	}
	return &within
}

func seconds(millis int64) *big.Rat { return big.NewRat(millis, 1000) }
