package kafka

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/twmb/franz-go/pkg/kerr"
	"golang.org/x/sync/errgroup"
)

// TimeIndex is where points in time lie in the logs of a topic, by the records'
// timestamps.
type TimeIndex struct {
	Spans
	// Offsets by edge and partition: of the first record whose timestamp is at
	// or after the edge, and High where there is none. They never fall from one
	// edge to the next, even where timestamps do from one record to the next.
	Offsets [][]int64
	// Since by partition is the timestamp of the record at the first edge's
	// offset; zero where there is none. Where the broker does not tell it, it is
	// the first edge of which it tells a record, and above all edges where it
	// tells none.
	Since []time.Time
}

// ErrVanished tells that the topic was deleted, or recreated with fewer partitions,
// after it had been found.
var ErrVanished = errors.New("the topic vanished while it was read")

// newest is ListOffsets' timestamp for the record with the largest one (KIP-734,
// Kafka 3.0).
const newest = -3

// maxInFlight is how many edges are asked for at a time.
const maxInFlight = 4

// TimeIndex finds the edges, which ascend, in all partitions, by ListOffsets
// alone: it reads no record and writes nothing. A request asks for one edge in
// all partitions that may have a record there: a partition whose offsets at both
// ends of a stretch are equal is not asked in between. progress, where given, is
// told how many edges are settled, edge by edge, one call at a time.
//
// It needs the Describe right on the topic. The errors are those of Spans, and
// ErrVanished.
func (c *Client) TimeIndex(ctx context.Context, name string, edges []time.Time, progress func(settled int)) (TimeIndex, error) {
	spans, err := c.Spans(ctx, name)
	if err != nil {
		return TimeIndex{}, err
	}
	s := newTimeSearch(c, spans, edges, progress)
	err = s.ends(ctx)
	for stretches := []stretch{{0, len(edges) - 1}}; err == nil && len(stretches) > 0; {
		stretches, err = s.halve(ctx, stretches)
	}
	switch {
	case errors.Is(err, kerr.UnknownTopicOrPartition), errors.Is(err, kerr.UnknownTopicID):
		return TimeIndex{}, fmt.Errorf("%w: %w", ErrVanished, err)
	case err != nil:
		return TimeIndex{}, err
	}
	return TimeIndex{Spans: spans, Offsets: s.offsets, Since: s.since()}, nil
}

// stretch is the edges between two that are settled.
type stretch struct{ low, high int }

// timeSearch is what is known of the edges so far.
type timeSearch struct {
	client *Client
	spans  Spans
	millis []int64 // of the edges
	// offsets by edge and partition; nil where the edge is not settled.
	offsets [][]int64
	// hidden by partition: see hide. -1: none.
	hidden []int64

	mu       sync.Mutex
	first    []position // by partition, what was told of the first edge
	told     []int      // by partition, the lowest edge of which a record was told
	settled  int
	progress func(settled int)
}

func newTimeSearch(c *Client, spans Spans, edges []time.Time, progress func(int)) *timeSearch {
	n := len(spans.Partitions)
	s := &timeSearch{
		client: c, spans: spans, progress: progress,
		millis: make([]int64, len(edges)), offsets: make([][]int64, len(edges)),
		hidden: make([]int64, n), first: make([]position, n), told: make([]int, n),
	}
	for i, edge := range edges {
		s.millis[i] = firstMilli(edge)
	}
	for p := range n {
		s.hidden[p], s.first[p], s.told[p] = -1, position{-1, -1}, len(edges)
	}
	return s
}

// firstMilli is the first millisecond since 1970 at or after the time; below 0
// ListOffsets has other meanings.
func firstMilli(t time.Time) int64 {
	millis := t.UnixMilli()
	if t.After(time.UnixMilli(millis)) {
		millis++
	}
	return max(0, millis)
}

// ends settles the first edge and the last.
func (s *timeSearch) ends(ctx context.Context) error {
	var filled []int32
	for p, span := range s.spans.Partitions {
		if span.Start < span.High {
			filled = append(filled, int32(p))
		}
	}
	low, high := s.bounds()
	last := len(s.millis) - 1
	answers, err := s.ask(ctx, filled, s.millis[0])
	if err != nil {
		return err
	}
	for p, at := range answers {
		s.first[p] = at
	}
	if err := s.hide(ctx, filled); err != nil {
		return err
	}
	s.settle(0, low, high, answers)
	if last == 0 {
		return nil
	}
	answers, err = s.ask(ctx, filled, s.millis[last])
	if err != nil {
		return err
	}
	s.settle(last, s.offsets[0], high, answers)
	return nil
}

// bounds are where the logs start and end.
func (s *timeSearch) bounds() (low, high []int64) {
	for _, span := range s.spans.Partitions {
		low, high = append(low, span.Start), append(high, span.High)
	}
	return low, high
}

// hide finds partitions in which a broker tells no record although there is one:
// it looks into the oldest segment alone that has had a record so new, even where
// DeleteRecords has taken all of those, until it removes the segment's file some
// minutes later. As far as the newest record reaches, no record then means the
// log start. Source: UnifiedLog.searchOffsetInLocalLog of Apache Kafka 4.
func (s *timeSearch) hide(ctx context.Context, filled []int32) error {
	var untold []int32
	for _, p := range filled {
		if s.first[p].offset < 0 && s.spans.Partitions[p].Start > 0 {
			untold = append(untold, p)
		}
	}
	answers, err := s.ask(ctx, untold, newest)
	if err != nil {
		return err
	}
	for p, at := range answers {
		if at.offset >= s.spans.Partitions[p].Start && at.millis >= s.millis[0] {
			s.hidden[p] = at.millis
		}
	}
	return nil
}

// halve settles the middle edge of each stretch, and returns the stretches that
// are left.
func (s *timeSearch) halve(ctx context.Context, stretches []stretch) ([]stretch, error) {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(maxInFlight)
	var left []stretch
	for _, at := range stretches {
		if at.high-at.low < 2 {
			continue
		}
		low, high := s.offsets[at.low], s.offsets[at.high]
		var differ []int32
		for p := range low {
			if low[p] < high[p] {
				differ = append(differ, int32(p))
			}
		}
		if len(differ) == 0 {
			for i := at.low + 1; i < at.high; i++ {
				s.settle(i, low, high, nil)
			}
			continue
		}
		middle := (at.low + at.high) / 2
		left = append(left, stretch{at.low, middle}, stretch{middle, at.high})
		group.Go(func() error {
			answers, err := s.ask(ctx, differ, s.millis[middle])
			if err == nil {
				s.settle(middle, low, high, answers)
			}
			return err
		})
	}
	return left, group.Wait()
}

// settle takes the answers for an edge. Where a partition has none, both
// neighbours have the same offset. An offset is kept between them: the logs may
// grow and shrink while they are asked.
func (s *timeSearch) settle(edge int, low, high []int64, answers map[int32]position) {
	s.mu.Lock()
	defer s.mu.Unlock()
	row := low
	if len(answers) > 0 {
		row = make([]int64, len(low))
		for p := range row {
			row[p] = low[p]
			at, asked := answers[int32(p)]
			switch {
			case asked && at.offset >= 0:
				row[p] = max(low[p], min(at.offset, high[p]))
				s.told[p] = min(s.told[p], edge)
			case asked && s.millis[edge] > s.hidden[p]:
				row[p] = high[p]
			}
		}
	}
	s.offsets[edge] = row
	s.settled++
	if s.progress != nil {
		s.progress(s.settled)
	}
}

// ask asks the partitions for one timestamp, for a while where a leader changes.
func (s *timeSearch) ask(ctx context.Context, partitions []int32, millis int64) (map[int32]position, error) {
	found := make(map[int32]position, len(partitions))
	_, err := backoff.Retry(ctx, func() (struct{}, error) {
		answers, err := s.client.listOffsets(ctx, s.spans.Name, partitions, millis, readUncommitted)
		if err != nil {
			return struct{}{}, backoff.Permanent(err)
		}
		maps.Copy(found, answers)
		partitions = slices.DeleteFunc(slices.Clone(partitions), func(p int32) bool {
			_, answered := found[p]
			return answered
		})
		if len(partitions) > 0 {
			err = &UnledError{Topic: s.spans.Name, Partitions: partitions}
		}
		return struct{}{}, err
	}, backoff.WithBackOff(pace()), backoff.WithMaxElapsedTime(visibleWithin))
	return found, err
}

// since is Since of the TimeIndex.
func (s *timeSearch) since() []time.Time {
	out := make([]time.Time, len(s.told))
	for p := range out {
		switch {
		case s.first[p].offset >= 0:
			out[p] = time.UnixMilli(s.first[p].millis)
		case s.hidden[p] < 0:
		case s.told[p] < len(s.millis):
			out[p] = time.UnixMilli(s.millis[s.told[p]])
		default:
			out[p] = time.UnixMilli(s.hidden[p])
		}
	}
	return out
}
