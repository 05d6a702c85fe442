package skew_test

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/shelf-analytics/terraform-provider-capture/internal/skew"
)

// made describes a result by hand, where no keys would give it quickly.
type made struct {
	partitions int
	tolerance  string // "0.2" where empty
	verdict    skew.Verdict
	// records of a partition; 1,000 + partition modulo 7 where nil.
	records func(partition int) int64
	// cause of the hot partitions.
	cause func(partition int) skew.Cause
	// minimum sample; 2,076 where 0.
	minimum   int64
	tooFew    bool
	estimated bool
	hotKeys   []skew.HotKey
	compared  int
}

// evenly is a load without a hot partition.
func evenly(partition int) int64 { return 1000 + int64(partition%7) }

// peaked has two hot partitions where there are more than two.
func peaked(partition int) int64 {
	switch partition {
	case 1:
		return 9037
	case 2:
		return 4000
	}
	return evenly(partition)
}

func byKey(int) skew.Cause { return skew.CauseKey }

func byPartition(int) skew.Cause { return skew.CausePartition }

func byBoth(partition int) skew.Cause {
	if partition == 1 {
		return skew.CauseKey
	}
	return skew.CausePartition
}

// keys are so many hot keys of equal share, on partition 1.
func keys(n, shards int, name func(i int) string) []skew.HotKey {
	if name == nil {
		name = func(i int) string { return fmt.Sprintf("seller-%04d", i) }
	}
	hot := make([]skew.HotKey, n)
	for i := range hot {
		hot[i] = skew.HotKey{
			Key: []byte(name(i)), Records: 8000 / int64(n), Share: big.NewRat(2, 5*int64(n)), Partition: 1, Shards: shards,
		}
		for j := range shards {
			if shards > 1 {
				hot[i].Suffixes = append(hot[i].Suffixes, int64(j*j))
			}
		}
	}
	return hot
}

func (m made) result(t testing.TB) *skew.Result {
	t.Helper()
	if m.tolerance == "" {
		m.tolerance = "0.2"
	}
	if m.records == nil {
		m.records = evenly
	}
	if m.cause == nil {
		m.cause = byPartition
	}
	r := &skew.Result{
		Partitions:      m.partitions,
		Tolerance:       fraction(t, m.tolerance),
		Verdict:         m.verdict,
		DistinctKeys:    12_001,
		DistinctExact:   !m.estimated,
		HottestKeyShare: big.NewRat(2, 5),
		TooFewKeys:      m.tooFew,
		NoiseFloor:      0.0643,
		MinimumSample:   max(m.minimum, 2076),
		EffectiveKeys:   big.NewRat(25, 4),
		ExpectedRatio:   3.266,
		HotKeys:         m.hotKeys,
		SaltedRatio:     big.NewRat(12, 10),
	}
	if m.estimated {
		r.DistinctKeys, r.HottestKeyShare, r.HottestKeyShareBound = 20_123_456, big.NewRat(1, 4096), true
	}
	for p := range m.partitions {
		r.Loads = append(r.Loads, skew.Load{Records: m.records(p), DistinctKeys: -1})
		r.Records += r.Loads[p].Records
		if r.Loads[p].Records > r.Loads[r.HottestPartition].Records {
			r.HottestPartition = p
		}
	}
	r.MeanPerPartition = big.NewRat(r.Records, int64(m.partitions))
	r.PeakToMeanRatio = new(big.Rat).Quo(big.NewRat(r.Loads[r.HottestPartition].Records, 1), r.MeanPerPartition)
	limit := new(big.Rat).Add(big.NewRat(1, 1), r.Tolerance)
	limit.Mul(limit, r.MeanPerPartition)
	for p := range r.Loads {
		if big.NewRat(r.Loads[p].Records, 1).Cmp(limit) > 0 {
			r.Loads[p].Hot, r.Loads[p].Cause = true, m.cause(p)
			r.HotPartitionCount++
		}
	}
	for i := range m.compared {
		r.Comparison = append(r.Comparison, skew.Comparison{
			Partitions: 2 + i, PeakToMeanRatio: big.NewRat(int64(10+i), 10), HotPartitionCount: i % 2,
		})
	}
	return r
}
