package skew_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/shelf-analytics/terraform-provider-capture/internal/skew"
)

// observed judges what partitions took in 10 s.
func observed(t *testing.T, tolerance string, counts ...int64) *skew.Observation {
	t.Helper()
	return skew.Observe(counts, big.NewRat(10, 1), fraction(t, tolerance))
}

// each is n partitions with so many records.
func each(n int, records int64) []int64 { return slices.Repeat([]int64{records}, n) }

func TestObserve(t *testing.T) {
	// Four partitions at a tolerance of 20% need 500 records.
	tests := []struct {
		name      string
		tolerance string
		counts    []int64
		verdict   skew.Verdict
		hot       []int
		ratio     string // at 3 decimals
	}{
		// at least the minimum sample
		{"even", "0.2", each(4, 125), skew.Balanced, nil, "1.000"},
		{"as tolerated", "0.2", []int64{1200, 1000, 1000, 800}, skew.Balanced, nil, "1.200"},
		{"one record more", "0.2", []int64{1000, 1201, 1000, 800}, skew.Skewed, []int{1}, "1.201"},
		{"the mean says nothing", "0.2", []int64{10_000, 10_000, 1_010_000, 20_000}, skew.Skewed, []int{2}, "3.848"},
		{"the fullest first", "0.2", []int64{900, 2000, 0, 2000, 2500, 100}, skew.Skewed, []int{4, 1, 3}, "2.000"},
		{"an empty one", "0.2", []int64{1090, 1090, 1090, 1090, 1090, 1090, 1090, 1090, 1090, 1090, 1090, 0}, skew.Balanced, nil, "1.091"},
		{"nothing can be hot", "3", []int64{0, 0, 1000, 0}, skew.Balanced, nil, "4.000"},
		{"many records", "0.000001", []int64{2e15, 2e15 + 4e9, 2e15, 2e15}, skew.Skewed, []int{1}, "1.000"},
		// fewer
		{"even, one short", "0.2", []int64{125, 125, 125, 124}, skew.InsufficientSample, nil, "1.002"},
		{"hot by chance", "0.2", []int64{40, 25, 20, 15}, skew.InsufficientSample, nil, "1.600"},
		{"hot", "0.2", []int64{70, 10, 10, 10}, skew.Skewed, []int{0}, "2.800"},
		{"one record", "0.2", []int64{0, 0, 1, 0}, skew.InsufficientSample, nil, "4.000"},
		{"eight on one", "0.2", []int64{0, 0, 8, 0}, skew.InsufficientSample, nil, "4.000"},
		{"nine on one", "0.2", []int64{0, 0, 9, 0}, skew.Skewed, []int{2}, "4.000"},
		{"ten on ten of a thousand", "0.2", append(each(10, 1), each(990, 0)...), skew.InsufficientSample, nil, "100.000"},
		{"ten on one of a thousand", "0.2", append([]int64{10}, each(999, 0)...), skew.Skewed, []int{0}, "1000.000"},
		{"many and not enough", "1/1000000000000", []int64{2e15, 2e15 + 1e6, 2e15, 2e15}, skew.InsufficientSample, nil, "1.000"},
		// none, and nothing to compare
		{"idle", "0.2", each(4, 0), skew.Idle, nil, ""},
		{"one partition", "0.2", []int64{1}, skew.Balanced, nil, "1.000"},
		{"one idle partition", "0.2", []int64{0}, skew.Idle, nil, ""},
	}
	for _, test := range tests {
		o := observed(t, test.tolerance, test.counts...)
		ratio := ""
		if o.PeakToMeanRatio != nil {
			ratio = o.PeakToMeanRatio.FloatString(3)
		}
		if o.Verdict != test.verdict || !slices.Equal(o.Hot, test.hot) || ratio != test.ratio {
			t.Errorf("%s: got %s, hot %v, ratio %s; want %s, %v, %s", test.name, o.Verdict, o.Hot, ratio, test.verdict, test.hot, test.ratio)
		}
	}
}

func TestObserveFigures(t *testing.T) {
	o := observed(t, "0.2", 10_000, 10_000, 1_010_000, 20_000)
	got := fmt.Sprintf("%d, mean %s, %s/s of %s/s, share %s, noise %.4f, minimum %d, hottest %d", o.Records, o.MeanPerPartition.RatString(),
		o.PerSec(3).RatString(), o.MeanPerSec().RatString(), o.Share(3).FloatString(6), o.NoiseFloor, o.MinimumSample, o.HottestPartition)
	if want := "1050000, mean 262500, 2000/s of 26250/s, share 0.019048, noise 0.0044, minimum 500, hottest 2"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	idle := observed(t, "0.2", 0, 0)
	if idle.Share(1) != nil || idle.PeakToMeanRatio != nil || !math.IsInf(idle.NoiseFloor, 1) || idle.MeanPerSec().Sign() != 0 {
		t.Errorf("idle is %+v", idle)
	}
}

// Fewer records than the minimum are skewed only where the normal distribution
// says so too: the fullest partition is above the tolerance and the noise floor.
// Even ones hardly ever are.
func TestObserveByChance(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	skewed, tolerance := 0, 0.2
	const rounds = 4000
	for range rounds {
		n := 2 + random.IntN(200)
		counts := make([]int64, n)
		for range 1 + random.IntN(10*n) {
			counts[random.IntN(n)]++
		}
		o := observed(t, "0.2", counts...)
		if o.Records >= o.MinimumSample {
			continue
		}
		if o.Verdict == skew.Skewed {
			skewed++
			if ratio, _ := o.PeakToMeanRatio.Float64(); ratio <= 1+tolerance+o.NoiseFloor {
				t.Errorf("%v are skewed at a ratio of %g and a noise floor of %g", counts, ratio, o.NoiseFloor)
			}
		}
	}
	if skewed > rounds/20 {
		t.Errorf("%d of %d even loads are skewed", skewed, rounds)
	}
}
