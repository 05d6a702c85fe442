package kafka

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// Span is where the log of one partition starts and ends.
type Span struct {
	// Start is the offset of the oldest record that is still there.
	Start int64
	// Stable is the last stable offset: a consumer that reads committed records
	// stands there once it has read everything.
	Stable int64
	// High is the high watermark: the end of what is replicated, records of
	// transactions that are still open included.
	High int64

	leader int32
}

// Spans are the logs of a topic.
type Spans struct {
	Topic
	// Partitions by their numbers.
	Partitions []Span
}

// UnledError tells that partitions have no leader to ask.
type UnledError struct {
	Topic      string
	Partitions []int32
}

// Error names the partitions.
func (e *UnledError) Error() string {
	numbers := make([]string, len(e.Partitions))
	for i, p := range e.Partitions {
		numbers[i] = fmt.Sprint(p)
	}
	return fmt.Sprintf("partitions without a leader: %s", strings.Join(numbers, ", "))
}

// Spans reads where the logs of a topic start and end, and writes nothing. It
// needs the Describe right on the topic. The error is ErrNotFound where no broker
// shows the topic, an UnledError where a partition has no leader for as long as
// one request may take, an Error with ReasonUnauthorized, or a connection failure.
func (c *Client) Spans(ctx context.Context, name string) (Spans, error) {
	if err := c.connect(ctx); err != nil {
		return Spans{}, err
	}
	began := time.Now()
	var unled *UnledError
	spans, err := backoff.Retry(ctx, func() (Spans, error) {
		spans, err := c.spans(ctx, name)
		lagging := ReasonOf(err) == ReasonMissing && time.Since(began) < shownWithin
		if err != nil && !lagging && !errors.As(err, &unled) {
			return Spans{}, backoff.Permanent(err)
		}
		return spans, err
	}, backoff.WithBackOff(pace()), backoff.WithMaxElapsedTime(visibleWithin))
	if ReasonOf(err) == ReasonMissing {
		return Spans{}, ErrNotFound
	}
	return spans, err
}

// spans is one look. The end is read after the start, so that it is never below.
func (c *Client) spans(ctx context.Context, name string) (Spans, error) {
	shown, err := c.metadata(ctx, c.kgo, name)
	if err != nil {
		return Spans{}, err
	}
	out := Spans{Topic: described(shown), Partitions: make([]Span, len(shown.Partitions))}
	numbers := make([]int32, len(shown.Partitions))
	unled := &UnledError{Topic: name}
	for i, p := range partitionsOf(shown) {
		numbers[i] = p.Number
		if p.Leader == nil {
			unled.Partitions = append(unled.Partitions, p.Number)
			continue
		}
		out.Partitions[i].leader = *p.Leader
	}
	if len(unled.Partitions) > 0 {
		return Spans{}, unled
	}
	read := func(end int64, level isolation, take func(*Span, int64)) {
		if err != nil {
			return
		}
		var found map[int32]position
		if found, err = c.listOffsets(ctx, name, numbers, end, level); err != nil {
			return
		}
		for i, number := range numbers {
			at, ok := found[number]
			if !ok {
				unled.Partitions = append(unled.Partitions, number)
				err = unled
				continue
			}
			take(&out.Partitions[i], at.offset)
		}
	}
	read(earliest, readCommitted, func(s *Span, offset int64) { s.Start = offset })
	// In this order a stable offset below the high watermark is an open
	// transaction, and not a record that came in between.
	read(latest, readUncommitted, func(s *Span, offset int64) { s.High = offset })
	read(latest, readCommitted, func(s *Span, offset int64) { s.Stable = min(offset, s.High) })
	return out, err
}
