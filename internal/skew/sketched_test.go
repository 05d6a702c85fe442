package skew_test

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// Beyond the table the loads stay exact, with counts and without, at every
// count that is compared.
func TestLoadsBeyondTheTable(t *testing.T) {
	s := many(rand.New(rand.NewPCG(8, 8)), map[string]int64{"hot": 4000})
	for name, counts := range map[string][]int64{"counts": s.counts, "one each": nil} {
		o := options(t, "crc32", 1025, "0.2")
		o.Compare = []int{12, 7}
		r := check(t, o, s.keys, counts)
		if r.DistinctExact {
			t.Fatal("the distinct keys are exact")
		}
		want := make([]int64, o.Partitions)
		twelve := make([]int64, 12)
		for i, key := range s.keys {
			records := int64(1)
			if counts != nil {
				records = counts[i]
			}
			digest := o.Digester.Digest(key)
			want[digest%1025] += records
			twelve[digest%12] += records
		}
		for p, load := range r.Loads {
			if load.Records != want[p] {
				t.Fatalf("%s: partition %d has %d records, want %d", name, p, load.Records, want[p])
			}
		}
		most := twelve[0]
		for _, records := range twelve {
			most = max(most, records)
		}
		if got, wanted := r.Comparison[0].PeakToMeanRatio.FloatString(9), ratioText(most, 12, r.Records); got != wanted {
			t.Errorf("%s: at 12 partitions the ratio is %s, want %s", name, got, wanted)
		}
	}
}

// ratioText is the records of the fullest of n partitions over the mean.
func ratioText(most, n, records int64) string {
	return big.NewRat(most*n, records).FloatString(9)
}
