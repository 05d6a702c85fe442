package live

import (
	"math/big"
	"slices"
	"time"
)

// TimedLogs are the logs of a topic with what their time index says of a window.
type TimedLogs struct {
	Topic  string
	Window Window
	// Offsets by edge of the window and partition: of the first record at or
	// after the edge, or the log's end.
	Offsets [][]int64
	// Logs by partition.
	Logs []TimedLog
	// Cutoff is the time before which retention has deleted, and after which it
	// cannot have; zero where that is not known, as with a limit in bytes.
	Cutoff time.Time
	// Stored is nil where it is not known.
	Stored *Stored
	// Compacted and Transactional are nil where it is not known.
	Compacted, Transactional *bool
}

// TimedLog is one partition's.
type TimedLog struct {
	// Start and End are offsets.
	Start, End int64
	// Since is the timestamp of the first record at or after the window's start;
	// zero where there is none.
	Since time.Time
	// Ahead is the number of records at and behind the first one whose timestamp
	// is yet to come.
	Ahead int64
}

// Stored is what the leaders' logs hold.
type Stored struct{ Bytes, Records int64 }

// Throughput is what arrived in a topic over time, by the records' timestamps. A
// record counts at the latest timestamp up to it in its partition.
type Throughput struct {
	TimedLogs
	// CoveredFrom is the edge of the window from which on the logs tell all.
	CoveredFrom time.Time
	// Moved are the partitions whose log start is above 0.
	Moved []int32
	// Cut are those for which CoveredFrom is not the window's start: their log
	// start is the first record in the window, or nothing is left.
	Cut []int32
	// Emptied are those of which nothing is left, and Cutoff is not known.
	Emptied []int32
	// Expired are those of which nothing is left, where Cutoff is known: they are
	// covered from it on.
	Expired []int32
	// Records is how many arrived from CoveredFrom on.
	Records int64
	// Peak is the largest rate of an interval over all partitions, Mean the rate
	// over the time from CoveredFrom on, in records per second and never over less
	// than a second. Nil where no interval is covered.
	Peak, Mean *big.Rat
	// PeakAt is the start of the first interval at the peak; zero without records.
	PeakAt time.Time
	// Series are the intervals from CoveredFrom on.
	Series []Rate
	// Partitions by number.
	Partitions []PartitionRate
	// Ahead is the number of records at and behind timestamps that are yet to come.
	Ahead int64
}

// Rate is the rate of one interval.
type Rate struct {
	Start  time.Time
	PerSec *big.Rat
}

// PartitionRate is what arrived in one partition.
type PartitionRate struct {
	Partition int32
	Records   int64
	// Peak is the largest rate of an interval, of which the first begins at
	// PeakAt. Peak is nil where no interval is covered, PeakAt zero without records.
	Peak   *big.Rat
	PeakAt time.Time
	// Silence is how long nothing arrived directly before the peak, where a clock
	// that was ahead may have made the peak; zero otherwise.
	Silence time.Duration
}

// Measure tells the throughput.
func Measure(logs TimedLogs) Throughput {
	t := Throughput{TimedLogs: logs}
	edges := logs.Window.Edges()
	first := t.cover(edges)
	t.CoveredFrom = edges[first]
	for p, log := range logs.Logs {
		t.Ahead += log.Ahead
		partition := t.partition(p, first, edges)
		partition.Silence = t.silence(partition, first)
		t.Partitions = append(t.Partitions, partition)
	}
	if first == len(edges)-1 {
		return t
	}
	t.Peak = new(big.Rat)
	for i := first; i < len(edges)-1; i++ {
		records := int64(0)
		for p := range logs.Logs {
			records += logs.Offsets[i+1][p] - logs.Offsets[i][p]
		}
		rate := Rate{Start: edges[i], PerSec: logs.Window.rate(records, i)}
		if rate.PerSec.Cmp(t.Peak) > 0 {
			t.Peak, t.PeakAt = rate.PerSec, rate.Start
		}
		t.Records += records
		t.Series = append(t.Series, rate)
	}
	t.Mean = new(big.Rat).SetInt64(t.Records)
	t.Mean.Quo(t.Mean, inSeconds(max(leastInterval, logs.Window.To.Sub(t.CoveredFrom))))
	return t
}

// cover finds the first edge from which on the logs tell all. A log start above 0
// that is the first record in the window may have been preceded by others there,
// which retention or DeleteRecords has taken. Retention has taken none that are
// newer than Cutoff.
func (t *Throughput) cover(edges []time.Time) int {
	edge := func(at time.Time) int {
		i, _ := slices.BinarySearchFunc(edges, at, time.Time.Compare)
		return i
	}
	cutoff := len(edges)
	if !t.Cutoff.IsZero() {
		cutoff = edge(t.Cutoff)
	}
	first, left := 0, false
	for p, log := range t.Logs {
		empty := log.Start >= log.End
		left = left || !empty || !t.Cutoff.IsZero()
		if log.Start == 0 {
			continue
		}
		t.Moved = append(t.Moved, int32(p))
		from := cutoff
		switch {
		case empty && t.Cutoff.IsZero():
			t.Emptied = append(t.Emptied, int32(p))
			continue
		case empty:
			t.Expired = append(t.Expired, int32(p))
		case log.Since.IsZero() || t.Offsets[0][p] != log.Start:
			continue
		default:
			from = min(cutoff, edge(log.Since))
		}
		if from > 0 {
			t.Cut = append(t.Cut, int32(p))
		}
		first = max(first, min(from, len(edges)-1))
	}
	if !left && len(t.Emptied) > 0 {
		return len(edges) - 1
	}
	return first
}

// partition is the rate of one partition, from an edge on.
func (t *Throughput) partition(p, first int, edges []time.Time) PartitionRate {
	out := PartitionRate{Partition: int32(p)}
	most, at := int64(0), first
	take := func(i int) {
		if rate := t.Window.rate(most, i); most > 0 && (out.Peak == nil || rate.Cmp(out.Peak) > 0) {
			out.Peak, out.PeakAt = rate, edges[i]
		}
	}
	last := len(edges) - 2
	for i := first; i <= last; i++ {
		records := t.Offsets[i+1][p] - t.Offsets[i][p]
		out.Records += records
		switch {
		case i == last: // may be shorter
			take(at)
			most = records
			take(i)
		case records > most:
			most, at = records, i
		}
	}
	if out.Peak == nil && first <= last {
		out.Peak = new(big.Rat)
	}
	return out
}

// rate is the rate of an interval with so many records.
func (w Window) rate(records int64, interval int) *big.Rat {
	return new(big.Rat).Quo(new(big.Rat).SetInt64(records), w.rated(interval))
}

// Partly tells that not all that was asked for is covered.
func (t Throughput) Partly() bool {
	return t.CoveredFrom.After(t.Window.From) || len(t.Emptied) > 0
}

// Burst is the peak over the mean; nil without records.
func (t Throughput) Burst() *big.Rat {
	if t.Records == 0 {
		return nil
	}
	return new(big.Rat).Quo(t.Peak, t.Mean)
}

// Hottest is the largest peak of a partition, the first of equals; nil where no
// interval is covered.
func (t Throughput) Hottest() *PartitionRate {
	var hottest *PartitionRate
	for p := range t.Partitions {
		if peak := t.Partitions[p].Peak; peak != nil && (hottest == nil || peak.Cmp(hottest.Peak) > 0) {
			hottest = &t.Partitions[p]
		}
	}
	return hottest
}

// EventSizeKB is what a record takes in the whole log, in KiB, as stored; nil
// where it is not known, and without records.
func (t Throughput) EventSizeKB() *big.Rat {
	if t.Stored == nil || t.Stored.Records == 0 {
		return nil
	}
	return new(big.Rat).SetFrac64(t.Stored.Bytes, 1024*t.Stored.Records)
}
