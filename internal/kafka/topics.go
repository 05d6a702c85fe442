package kafka

import (
	"context"
	"errors"
	"time"

	"github.com/cenkalti/backoff/v5"
)

const (
	// visibleWithin is how long a read waits for a topic that the controller
	// has and the brokers do not show yet.
	visibleWithin = 10 * time.Second
	// settledAfter is the age from which on brokers that all lack a topic are
	// believed where the controller cannot be asked.
	settledAfter = 5 * time.Minute
)

// Topic describes one topic. A topic is gone only where the controller agrees:
// brokers lag behind it, listings omit what one may not see.
//
// The error is ErrNotFound for a topic that is gone, ErrNotVisible for one that
// may be there although brokers do not show it, an Error with
// ReasonUnauthorized without the Describe right, or a connection failure.
// created is when we created the topic, zero where we did not or do not know.
func (c *Client) Topic(ctx context.Context, name string, created time.Time) (Topic, error) {
	snapshot, err := c.Snapshot(ctx)
	if err != nil {
		return Topic{}, err
	}
	if topic, ok := snapshot.Topics[name]; ok {
		return topic, nil
	}
	topic, err := c.byName(ctx, c.kgo, name)
	if ReasonOf(err) != ReasonMissing {
		return topic, err
	}
	free, err := c.nameIsFree(ctx, name)
	switch {
	case err != nil && ReasonOf(err) == ReasonUnauthorized:
		return c.settled(ctx, name, created)
	case err != nil:
		return Topic{}, err
	case free:
		return Topic{}, ErrNotFound
	}
	return c.awaitVisible(ctx, name)
}

// nameIsFree asks the controller, by a dry run of a create.
func (c *Client) nameIsFree(ctx context.Context, name string) (bool, error) {
	_, err := c.ValidateCreate(ctx, TopicSpec{Name: name, Partitions: 1})
	if err == nil {
		return true, nil
	}
	var answer *Error
	if !errors.As(err, &answer) || answer.Reason == ReasonUnauthorized || transient(answer.code.Code) {
		return false, err
	}
	return answer.Reason != ReasonExists, nil
}

// settled asks every live broker, where the controller may not be asked.
func (c *Client) settled(ctx context.Context, name string, created time.Time) (Topic, error) {
	for _, broker := range c.kgo.DiscoveredBrokers() {
		topic, err := c.byName(ctx, broker, name)
		if ReasonOf(err) != ReasonMissing {
			return topic, err
		}
	}
	if time.Since(created) <= settledAfter {
		return Topic{}, ErrNotVisible
	}
	return Topic{}, ErrNotFound
}

// awaitVisible polls until a broker shows a topic that the controller has.
func (c *Client) awaitVisible(ctx context.Context, name string) (Topic, error) {
	topic, err := backoff.Retry(ctx, func() (Topic, error) {
		topic, err := c.byName(ctx, c.kgo, name)
		if err != nil && ReasonOf(err) != ReasonMissing {
			return topic, backoff.Permanent(err)
		}
		return topic, err
	}, backoff.WithBackOff(pace()), backoff.WithMaxElapsedTime(visibleWithin))
	if ReasonOf(err) == ReasonMissing {
		return Topic{}, ErrNotVisible
	}
	return topic, err
}

// HasRecords tells whether any partition of the topic holds a record.
func (c *Client) HasRecords(ctx context.Context, name string) (bool, error) {
	spans, err := c.Spans(ctx, name)
	if err != nil {
		return false, err
	}
	for _, s := range spans.Partitions {
		if s.High > s.Start {
			return true, nil
		}
	}
	return false, nil
}

// pace is the back-off between two tries of the same thing.
func pace() *backoff.ExponentialBackOff {
	b := backoff.NewExponentialBackOff()
	b.InitialInterval = 20 * time.Millisecond
	b.MaxInterval = time.Second
	return b
}
