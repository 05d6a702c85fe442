package kafka

import (
	"context"
	"errors"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// ErrRecreated tells that the topic of that ID is gone, and another one has its name.
var ErrRecreated = errors.New("another topic has this name now")

type deletion struct {
	topic string
	id    string
}

// Delete deletes the topic and waits until the controller says that its name is
// free. Where id is given, only the topic with that ID is deleted: ErrRecreated
// where another one has the name. A topic that is gone already is no error.
func (c *Client) Delete(ctx context.Context, topic, id string) error {
	if err := c.connect(ctx); err != nil {
		return err
	}
	_, err := c.deletes.do(ctx, deletion{topic: topic, id: id}, true)
	switch {
	case ReasonOf(err) == ReasonMissing && id != "":
		if free, asked := c.nameIsFree(ctx, topic); asked == nil && !free {
			return ErrRecreated
		}
	case err != nil && ReasonOf(err) != ReasonMissing:
		return err
	}
	return c.awaitFree(ctx, topic)
}

// awaitFree polls the controller; without the Create right, a broker.
func (c *Client) awaitFree(ctx context.Context, topic string) error {
	_, err := backoff.Retry(ctx, func() (struct{}, error) {
		free, err := c.nameIsFree(ctx, topic)
		if ReasonOf(err) == ReasonUnauthorized {
			_, err = c.byName(ctx, c.kgo, topic)
			free = ReasonOf(err) == ReasonMissing || ReasonOf(err) == ReasonUnauthorized
			if free {
				err = nil
			}
		}
		if err == nil && !free {
			err = errStillThere
		}
		return struct{}{}, err
	}, backoff.WithBackOff(pace()), backoff.WithMaxElapsedTime(0))
	return err
}

var errStillThere = errors.New("the brokers still have the topic")

func (c *Client) deleteTopics(ctx context.Context, deletions []deletion) []outcome[struct{}] {
	defer c.dropSnapshot()
	w := newRepeat(c, len(deletions), func(i int) string { return deletions[i].topic })
	names := make(map[[16]byte]string)
	return w.run(ctx, func(open map[string]int) (time.Duration, error) {
		req := kmsg.NewPtrDeleteTopicsRequest()
		req.TimeoutMillis = c.timeoutMillis()
		for _, d := range deletions {
			if _, ok := open[d.topic]; !ok {
				continue
			}
			t := kmsg.NewDeleteTopicsRequestTopic()
			t.TopicID = parseTopicID(d.id)
			if t.TopicID == ([16]byte{}) {
				t.Topic = kmsg.StringPtr(d.topic)
			}
			names[t.TopicID] = d.topic
			req.Topics = append(req.Topics, t)
			req.TopicNames = append(req.TopicNames, d.topic)
		}
		resp, err := req.RequestWith(ctx, c.kgo)
		if err != nil {
			return 0, err
		}
		var throttle time.Duration
		for i := range resp.Topics {
			t := &resp.Topics[i]
			name := names[t.TopicID]
			if t.Topic != nil && *t.Topic != "" {
				name = *t.Topic
			}
			w.answer(name, refusal(name, "Delete", t.ErrorCode, t.ErrorMessage), transient(t.ErrorCode))
			if t.ErrorCode == kerr.ThrottlingQuotaExceeded.Code {
				throttle = time.Duration(resp.ThrottleMillis) * time.Millisecond
			}
		}
		return throttle, nil
	})
}
