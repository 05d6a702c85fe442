package kafka

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// Partition is what the brokers say of one partition. What is not known is nil.
type Partition struct {
	Number int32
	// Leader is a broker's ID; nil where no replica leads at the moment.
	Leader *int32
	// Replicas are brokers' IDs, the preferred leader first.
	Replicas []int32
	// InSync are those of the in-sync replicas, in ascending order: brokers give
	// them in any.
	InSync []int32
	// StartOffset is the log start, EndOffset the last stable offset: the first
	// one that a consumer which reads committed records cannot pass. Nil where
	// there is no leader to ask.
	StartOffset, EndOffset *int64
	// Bytes is the size of the leader's log.
	Bytes *int64
}

// TopicDetail is a topic with its partitions, in the order of their numbers.
type TopicDetail struct {
	Topic
	Details []Partition
	// BytesErr says why the Bytes of a partition that has a leader are nil: an
	// Error with ReasonUnauthorized without the Describe right on the cluster,
	// or another failure. Nil where all are known.
	BytesErr error
}

// shownWithin is how long a read waits for a topic that no broker shows: brokers
// may lag a moment behind the create of the same apply.
const shownWithin = 2 * time.Second

// TopicDetail looks at one topic and writes nothing; unlike Topic it needs no
// right but Describe. The error is ErrNotFound where no broker shows the topic,
// an Error with ReasonUnauthorized without the Describe right on it, or a
// connection failure.
func (c *Client) TopicDetail(ctx context.Context, name string) (TopicDetail, error) {
	if err := c.connect(ctx); err != nil {
		return TopicDetail{}, err
	}
	detail, err := backoff.Retry(ctx, func() (TopicDetail, error) {
		detail, err := c.look(ctx, name)
		if err != nil && ReasonOf(err) != ReasonMissing {
			return TopicDetail{}, backoff.Permanent(err)
		}
		return detail, err
	}, backoff.WithBackOff(pace()), backoff.WithMaxElapsedTime(shownWithin))
	switch {
	case ReasonOf(err) == ReasonMissing:
		return TopicDetail{}, ErrNotFound
	case err != nil:
		return TopicDetail{}, err
	}
	detail.BytesErr = c.readBytes(ctx, name, detail.Details)
	return detail, ctx.Err()
}

// look reads what the Describe right on the topic shows.
func (c *Client) look(ctx context.Context, name string) (TopicDetail, error) {
	shown, err := c.metadata(ctx, c.kgo, name)
	if err != nil {
		return TopicDetail{}, err
	}
	detail := TopicDetail{Topic: described(shown), Details: partitionsOf(shown)}
	return detail, c.readOffsets(ctx, name, detail.Details)
}

func partitionsOf(t *kmsg.MetadataResponseTopic) []Partition {
	out := make([]Partition, len(t.Partitions))
	for i, p := range t.Partitions {
		out[i] = Partition{Number: p.Partition, Replicas: p.Replicas, InSync: slices.Sorted(slices.Values(p.ISR))}
		if p.Leader >= 0 {
			out[i].Leader = &p.Leader
		}
	}
	slices.SortFunc(out, func(a, b Partition) int { return cmp.Compare(a.Number, b.Number) })
	return out
}
