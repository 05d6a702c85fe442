package partitioner_test

import (
	"fmt"
	"testing"

	"github.com/shelf-analytics/terraform-provider-capture/internal/partitioner"
)

// BenchmarkDigests hashes a batch of keys of the two usual lengths.
func BenchmarkDigests(b *testing.B) {
	shapes := []struct{ name, format string }{
		{"store", "store-%d:fixture-%d"},
		{"uuid", "%08x-4e5f-6789-abcd-%012x"},
	}
	for _, shape := range shapes {
		keys := make([][]byte, 1024)
		size := 0
		for i := range keys {
			keys[i] = fmt.Appendf(nil, shape.format, i*7919%5000, i*104729%10000)
			size += len(keys[i])
		}
		into := make([]uint32, len(keys))
		for _, name := range partitioner.Names() {
			p, _ := partitioner.ByName(name)
			b.Run(shape.name+"/"+name, func(b *testing.B) {
				b.SetBytes(int64(size))
				for b.Loop() {
					p.Digests(keys, into)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(keys)), "ns/key")
			})
		}
	}
}
