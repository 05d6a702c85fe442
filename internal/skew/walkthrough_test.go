package skew_test

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/shelf-analytics/terraform-provider-capture/internal/partitioner"
	"github.com/shelf-analytics/terraform-provider-capture/internal/sizing"
	"github.com/shelf-analytics/terraform-provider-capture/internal/skew"
)

// The cases that a sizing walkthrough goes through, in its order: the count,
// then the key that has to be flat at that count.

func sizedFor(t *testing.T, peak, size int64, consumers int64, headroom *big.Rat) sizing.Sizing {
	t.Helper()
	s, err := sizing.Size(sizing.Input{
		Profile: sizing.Profile{
			PeakEventsPerSec: big.NewRat(peak, 1), AvgEventSizeKB: big.NewRat(size, 1), PerPartitionCeilingMBPerSec: big.NewRat(10, 1),
		},
		TargetConsumers: consumers, HeadroomFactor: headroom, Rounding: sizing.RoundingNone,
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A tiny peak still needs a partition for each consumer.
func TestWalkthrough1ParallelismFloor(t *testing.T) {
	if s := sizedFor(t, 1, 1, 12, big.NewRat(3, 2)); s.RecommendedPartitions < 12 || s.Driver != sizing.DriverParallelism {
		t.Errorf("%d partitions by %s", s.RecommendedPartitions, s.Driver)
	}
}

// Nine partitions' worth of load is not bounded by two consumers.
func TestWalkthrough2ThroughputFloor(t *testing.T) {
	// 90 MB/s at 10 MB/s each; 9 x 1.5 = 13.5.
	s := sizedFor(t, 5120, 18, 2, big.NewRat(3, 2))
	if s.ThroughputPartitions != 9 || s.RecommendedPartitions < 14 || s.Driver != sizing.DriverThroughput {
		t.Errorf("%d needed, %d recommended, by %s", s.ThroughputPartitions, s.RecommendedPartitions, s.Driver)
	}
}

// day is a representative day of a chain of 200 stores with 30 fixtures each,
// and a flagship with 1,500, each photographed six times.
func day(key func(store, fixture int) string) (keys [][]byte, counts []int64) {
	for store := 1; store <= 200; store++ {
		fixtures := 30
		if store == 1 {
			fixtures = 1500
		}
		for fixture := 1; fixture <= fixtures; fixture++ {
			keys = append(keys, []byte(key(store, fixture)))
			counts = append(counts, 6)
		}
	}
	return keys, counts
}

// derived is the count of the profile that the walkthrough starts from.
func derived(t *testing.T) int {
	t.Helper()
	return int(sizedFor(t, 4200, 18, 12, big.NewRat(3, 2)).RecommendedPartitions)
}

func TestWalkthrough3CompositeKeyIsFlat(t *testing.T) {
	keys, counts := day(func(store, fixture int) string { return fmt.Sprintf("store-%d:fixture-%d", store, fixture) })
	r := check(t, options(t, "murmur2", derived(t), "0.2"), keys, counts)
	if r.Verdict != skew.Balanced || r.PeakToMeanRatio.Cmp(big.NewRat(12, 10)) >= 0 {
		t.Errorf("%s at %d partitions, ratio %s", r.Verdict, r.Partitions, r.PeakToMeanRatio.FloatString(3))
	}
}

func TestWalkthrough4StoreKeyIsHot(t *testing.T) {
	keys, counts := day(func(store, _ int) string { return fmt.Sprintf("store-%d", store) })
	o := options(t, "murmur2", derived(t), "0.2")
	r := check(t, o, keys, counts)
	flagship := int(o.Digester.Digest([]byte("store-1"))) % o.Partitions
	if r.IsBalanced() || r.HottestPartition != flagship || r.Loads[flagship].Cause != skew.CauseKey {
		t.Errorf("%s, the hottest is %d with cause %q, the flagship is on %d", r.Verdict, r.HottestPartition, r.Loads[r.HottestPartition].Cause, flagship)
	}
	if len(r.HotKeys) == 0 || string(r.HotKeys[0].Key) != "store-1" {
		t.Errorf("hot keys %v", r.HotKeys)
	}
}

func TestWalkthrough5OneKeyOnePartition(t *testing.T) {
	for _, name := range partitioner.Names() {
		r := check(t, options(t, name, derived(t), "0.2"), repeated("store-42:fixture-317", 5000), nil)
		for p, load := range r.Loads {
			if on := load.Records == 5000; on != (p == r.HottestPartition) || load.Records != 0 && !on {
				t.Errorf("%s: partition %d has %d of 5000 records of one key", name, p, load.Records)
			}
		}
	}
}

// One seller with 40% of 2,000 orders/s fills a partition of twelve, while six
// of 18 consumers have none.
func TestWalkthrough6OneSellerFallsBehind(t *testing.T) {
	r := check(t, options(t, "murmur2", 12, "0.2"), goldenSets["F"](), nil)
	if r.HottestKeyShare.Cmp(big.NewRat(2, 5)) != 0 || r.Verdict != skew.KeySkew {
		t.Fatalf("%s, the hottest key has %s", r.Verdict, r.HottestKeyShare)
	}
	p := skew.Project(r.HottestKeyShare, r.Partitions, skew.Capacity{
		EventsPerSec: big.NewRat(2000, 1), ConsumerEventsPerSec: big.NewRat(400, 1), Consumers: 18,
	})
	for name, got := range map[string]struct {
		value *big.Rat
		want  string
	}{
		"growth per second":                {p.BacklogGrowthPerSec, "400"},
		"records behind after an hour":     {p.BacklogRecords, "1440000"},
		"each of the other partitions, /s": {p.OtherPartitionEventsPerSec, "109"},
	} {
		if text := got.value.FloatString(0); text != got.want {
			t.Errorf("%s: %s, want %s", name, text, got.want)
		}
	}
	if p.IdleConsumers != 6 {
		t.Errorf("%d idle consumers", p.IdleConsumers)
	}
}
