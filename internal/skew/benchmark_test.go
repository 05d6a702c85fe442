package skew_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/shelf-analytics/terraform-provider-capture/internal/skew"
)

// The counting of one goroutine, for each key: exactly, and by sketches.
func BenchmarkCount(b *testing.B) {
	for _, set := range []struct {
		name string
		key  func(r *rand.Rand) string
	}{
		{"few", func(r *rand.Rand) string { return fmt.Sprintf("store-%d", r.IntN(5000)) }},
		{"exact", func(r *rand.Rand) string { return fmt.Sprintf("store-%d:fixture-%d", r.IntN(50), r.IntN(5000)) }},
		{"sketched", func(r *rand.Rand) string { return fmt.Sprintf("store-%d:fixture-%d", r.IntN(5000), r.IntN(10000)) }},
	} {
		for _, partitions := range []int{12, 1000, 5000} {
			b.Run(fmt.Sprintf("%s/%d", set.name, partitions), func(b *testing.B) {
				r := rand.New(rand.NewPCG(1, 2))
				var text []byte
				keys := make([][]byte, 1<<20)
				for i := range keys {
					start := len(text)
					text = append(text, set.key(r)...)
					keys[i] = text[start:len(text):len(text)]
				}
				census := skew.NewCensus(options(b, "murmur2", partitions, "0.2"))
				worker := census.Pass()[0]
				for range b.N {
					for from := 0; from < len(keys); from += 1024 {
						if err := worker.Add(keys[from:from+1024], nil); err != nil {
							b.Fatal(err)
						}
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(keys)), "ns/key")
			})
		}
	}
}
