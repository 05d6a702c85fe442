package skew_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/shelf-analytics/terraform-provider-capture/internal/partitioner"
	"github.com/shelf-analytics/terraform-provider-capture/internal/skew"
)

// goldenSets are the key sets of testdata/skew.json.
var goldenSets = map[string]func() [][]byte{
	"A": func() [][]byte {
		return fixtures(func(s, f int) string { return fmt.Sprintf("store-%d:fixture-%d", s, f) })
	},
	"B": func() [][]byte { return fixtures(func(s, _ int) string { return fmt.Sprintf("store-%d", s) }) },
	"C": func() [][]byte { return numbered("store-", 24) },
	"D": func() [][]byte { return numbered("store-", 240) },
	"E": func() [][]byte { return numbered("store-", 4920) },
	"F": func() [][]byte { return append(repeated("FreshBox", 8000), numbered("seller-", 12000)...) },
	"G": func() [][]byte {
		return slices.Concat(repeated("mega-a", 3000), repeated("mega-b", 3000), repeated("large", 400), numbered("k", 12000))
	},
}

// fixtures are 200 stores of 50 fixtures each, and a flagship of 5,000.
func fixtures(key func(store, fixture int) string) [][]byte {
	var keys [][]byte
	for store := 1; store <= 200; store++ {
		last := 50
		if store == 1 {
			last = 5000
		}
		for fixture := 1; fixture <= last; fixture++ {
			keys = append(keys, []byte(key(store, fixture)))
		}
	}
	return keys
}

func numbered(prefix string, n int) [][]byte {
	var keys [][]byte
	for i := 1; i <= n; i++ {
		keys = append(keys, []byte(prefix+strconv.Itoa(i)))
	}
	return keys
}

func repeated(key string, n int) [][]byte {
	return slices.Repeat([][]byte{[]byte(key)}, n)
}

// options are those of a test, by name of the partitioner.
func options(t testing.TB, name string, partitions int, tolerance string) skew.Options {
	t.Helper()
	p, ok := partitioner.ByName(name)
	if !ok {
		t.Fatalf("no partitioner %s", name)
	}
	bound, ok := new(big.Rat).SetString(tolerance)
	if !ok {
		t.Fatalf("tolerance %q", tolerance)
	}
	return skew.Options{Partitions: partitions, Tolerance: bound, Digester: p}
}

// check runs all passes over the keys, which are dealt to the workers in runs.
func check(t testing.TB, o skew.Options, keys [][]byte, counts []int64) *skew.Result {
	t.Helper()
	result, err := run(o, keys, counts)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func run(o skew.Options, keys [][]byte, counts []int64) (*skew.Result, error) {
	const size = 700
	census := skew.NewCensus(o)
	for pass := census.Pass(); pass != nil; pass = census.Pass() {
		for i, from := 0, 0; from < len(keys); i, from = i+1, from+size {
			to := min(from+size, len(keys))
			var some []int64
			if counts != nil {
				some = counts[from:to]
			}
			if err := pass[i%len(pass)].Add(keys[from:to], some); err != nil {
				return nil, err
			}
		}
	}
	return census.Result(context.Background())
}

type goldenResult struct {
	Records          int64             `json:"records"`
	DistinctKeys     int64             `json:"distinct_keys"`
	Partitions       int               `json:"partitions"`
	Partitioner      string            `json:"partitioner"`
	Tolerance        json.Number       `json:"tolerance"`
	MeanPerPartition float64           `json:"mean_per_partition"`
	PeakToMeanRatio  float64           `json:"peak_to_mean_ratio"`
	Loads            []int64           `json:"loads"`
	HottestPartition int               `json:"hottest_partition"`
	HottestKeyShare  float64           `json:"hottest_key_share"`
	HotPartitions    map[string]int64  `json:"hot_partitions"`
	Balanced         bool              `json:"balanced"`
	Verdict          skew.Verdict      `json:"verdict"`
	Causes           map[string]string `json:"causes"`
	TooFewKeys       bool              `json:"too_few_keys"`
	EffectiveKeys    float64           `json:"effective_keys"`
	ExpectedRatio    float64           `json:"expected_ratio"`
	NoiseFloor       float64           `json:"noise_floor"`
	MinimumSample    int64             `json:"minimum_sample"`
	HotKeys          []goldenKey       `json:"hot_keys"`
	SaltedRatio      float64           `json:"salted_ratio"`
}

type goldenKey struct {
	Key       string  `json:"key"`
	Records   int64   `json:"records"`
	Share     float64 `json:"share"`
	Partition int     `json:"partition"`
	Shards    int     `json:"shards"`
	Suffixes  []int64 `json:"suffixes"`
}

// rounded is a number as the outputs show it.
func rounded(t *testing.T, value *big.Rat, places int) float64 {
	t.Helper()
	number, err := strconv.ParseFloat(value.FloatString(places), 64)
	if err != nil {
		t.Fatal(err)
	}
	return number
}

func roundedFloat(t *testing.T, value float64, places int) float64 {
	t.Helper()
	return rounded(t, new(big.Rat).SetFloat64(value), places)
}

func TestGolden(t *testing.T) {
	text, err := os.ReadFile("testdata/skew.json")
	if err != nil {
		t.Fatal(err)
	}
	var golden struct {
		Cases []struct {
			Set string       `json:"set"`
			Out goldenResult `json:"out"`
		} `json:"cases"`
	}
	if err := json.Unmarshal(text, &golden); err != nil {
		t.Fatal(err)
	}
	if len(golden.Cases) < 155 {
		t.Fatalf("%d cases", len(golden.Cases))
	}
	for _, c := range golden.Cases {
		want := c.Out
		t.Run(fmt.Sprintf("%s/%d/%s/%s", c.Set, want.Partitions, want.Partitioner, want.Tolerance), func(t *testing.T) {
			r := check(t, options(t, want.Partitioner, want.Partitions, want.Tolerance.String()), goldenSets[c.Set](), nil)
			if !r.DistinctExact {
				t.Error("the distinct keys are not exact")
			}
			got := goldenResult{
				Records: r.Records, DistinctKeys: r.DistinctKeys, Partitions: r.Partitions,
				Partitioner: want.Partitioner, Tolerance: want.Tolerance,
				MeanPerPartition: rounded(t, r.MeanPerPartition, 1),
				PeakToMeanRatio:  rounded(t, r.PeakToMeanRatio, 3),
				HottestPartition: r.HottestPartition,
				HottestKeyShare:  rounded(t, r.HottestKeyShare, 6),
				HotPartitions:    map[string]int64{},
				Balanced:         r.IsBalanced(),
				Verdict:          r.Verdict,
				Causes:           map[string]string{},
				TooFewKeys:       r.TooFewKeys,
				EffectiveKeys:    rounded(t, r.EffectiveKeys, 1),
				ExpectedRatio:    roundedFloat(t, r.ExpectedRatio, 3),
				NoiseFloor:       roundedFloat(t, r.NoiseFloor, 4),
				MinimumSample:    r.MinimumSample,
				SaltedRatio:      rounded(t, r.SaltedRatio, 4),
			}
			for p, load := range r.Loads {
				got.Loads = append(got.Loads, load.Records)
				if load.Hot {
					got.HotPartitions[strconv.Itoa(p)] = load.Records
					got.Causes[strconv.Itoa(p)] = string(load.Cause)
				}
			}
			for _, k := range r.HotKeys {
				got.HotKeys = append(got.HotKeys, goldenKey{string(k.Key), k.Records, rounded(t, k.Share, 6), k.Partition, k.Shards, k.Suffixes})
			}
			compareGolden(t, got, want)
		})
	}
}

// compareGolden compares; at 961 partitions the golden file has the first loads.
func compareGolden(t *testing.T, got, want goldenResult) {
	t.Helper()
	var sum int64
	for _, records := range got.Loads {
		sum += records
	}
	if sum != got.Records {
		t.Errorf("the loads add up to %d of %d records", sum, got.Records)
	}
	if len(want.Loads) < want.Partitions {
		got.Loads = got.Loads[:24]
	}
	if !slices.Equal(got.Loads, want.Loads) {
		t.Errorf("loads %v, want %v", got.Loads, want.Loads)
	}
	if !maps.Equal(got.HotPartitions, want.HotPartitions) {
		t.Errorf("hot partitions %v, want %v", got.HotPartitions, want.HotPartitions)
	}
	if !maps.Equal(got.Causes, want.Causes) {
		t.Errorf("causes %v, want %v", got.Causes, want.Causes)
	}
	if !slices.EqualFunc(got.HotKeys, want.HotKeys, func(a, b goldenKey) bool {
		return a.Key == b.Key && a.Records == b.Records && a.Share == b.Share && a.Partition == b.Partition && a.Shards == b.Shards && slices.Equal(a.Suffixes, b.Suffixes)
	}) {
		t.Errorf("hot keys %v, want %v", got.HotKeys, want.HotKeys)
	}
	got.Loads, got.HotPartitions, got.Causes, got.HotKeys = nil, nil, nil, nil
	want.Loads, want.HotPartitions, want.Causes, want.HotKeys = nil, nil, nil, nil
	if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
		t.Errorf("\n got %+v\nwant %+v", got, want)
	}
}
