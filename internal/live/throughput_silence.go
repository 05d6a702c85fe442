package live

import (
	"math/big"
	"time"
)

const (
	// leastSilence is how many intervals without a record before a peak are
	// conspicuous.
	leastSilence = 5
	// conspicuous is how many times the next largest interval such a peak is.
	conspicuous = 5
)

// silence is Silence of a partition, from an edge on. A record whose timestamp is
// ahead takes all that arrive until then to its own: steady records, then none,
// then all of them at once.
func (t *Throughput) silence(p PartitionRate, first int) time.Duration {
	if p.PeakAt.IsZero() {
		return 0
	}
	records := func(i int) int64 { return t.Offsets[i+1][p.Partition] - t.Offsets[i][p.Partition] }
	peak := int(p.PeakAt.Sub(t.Window.From) / t.Window.Interval)
	before := peak - 1
	for before >= first && records(before) == 0 {
		before--
	}
	quiet := peak - 1 - before
	if before < first || quiet < leastSilence {
		return 0
	}
	most, last := int64(0), len(t.Offsets)-2
	for i := first; i < last; i++ {
		if i != peak {
			most = max(most, records(i))
		}
	}
	next := t.Window.rate(most, first)
	if shorter := t.Window.rate(records(last), last); last != peak && shorter.Cmp(next) > 0 {
		next = shorter
	}
	if p.Peak.Cmp(next.Mul(next, big.NewRat(conspicuous, 1))) < 0 {
		return 0
	}
	return time.Duration(quiet) * t.Window.Interval
}
