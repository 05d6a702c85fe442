package main

import (
	"context"
	"runtime"

	"github.com/shelf-analytics/terraform-provider-capture/internal/keyfile"
	"github.com/shelf-analytics/terraform-provider-capture/internal/partitioner"
)

// counter adds up the records of each partition, and nothing else.
type counter struct {
	placing partitioner.Partitioner
	digests []uint32
	loads   [partitions]int64
}

var _ keyfile.Sink = (*counter)(nil)

func (c *counter) Add(keys [][]byte, counts []int64) error {
	if len(c.digests) < len(keys) {
		c.digests = make([]uint32, len(keys))
	}
	digests := c.digests[:len(keys)]
	c.placing.Digests(keys, digests)
	for i, digest := range digests {
		records := int64(1)
		if counts != nil {
			records = counts[i]
		}
		c.loads[digest%partitions] += records
	}
	return nil
}

// prepareCounts is the reading of lines with murmur2 on every core.
func prepareCounts(context.Context) (reading, error) {
	return func(ctx context.Context, files []string) (int64, error) {
		sinks := make([]keyfile.Sink, runtime.GOMAXPROCS(0))
		counters := make([]*counter, len(sinks))
		for i := range sinks {
			counters[i] = &counter{}
			sinks[i] = counters[i]
		}
		if _, err := (keyfile.Options{}).Read(ctx, files, sinks, nil); err != nil {
			return 0, err
		}
		var records int64
		for _, c := range counters {
			for _, load := range c.loads {
				records += load
			}
		}
		return records, nil
	}, nil
}
