package kafka

import (
	"context"
	"errors"
	"fmt"

	"github.com/twmb/franz-go/pkg/kmsg"
)

// Transactions tells whether a producer has written to the topic in a
// transaction, open or ended, so that offsets of its logs are markers. Leaders
// remember a producer for producer.id.expiration.ms after its last record, a day
// by default. It needs the Read right on the topic and Kafka 2.8 (KIP-664). The
// error says why it is not known: an Error with ReasonUnauthorized, an old
// broker, or another failure.
func (c *Client) Transactions(ctx context.Context, spans Spans) (bool, error) {
	for _, span := range spans.Partitions {
		if span.Stable < span.High {
			return true, nil // one is open
		}
	}
	rt := kmsg.NewDescribeProducersRequestTopic()
	rt.Topic = spans.Name
	for i := range spans.Partitions {
		rt.Partitions = append(rt.Partitions, int32(i))
	}
	req := kmsg.NewPtrDescribeProducersRequest()
	req.Topics = append(req.Topics, rt)
	bounded, cancel := context.WithTimeout(ctx, c.cfg.Timeout)
	defer cancel()
	var missing error
	for _, shard := range c.kgo.RequestSharded(bounded, req) {
		resp, ok := shard.Resp.(*kmsg.DescribeProducersResponse)
		switch {
		case unsupported(shard.Err):
			missing = errNoProducers
			continue
		case shard.Err != nil:
			missing = c.unreachable(shard.Err)
			continue
		case !ok:
			missing = fmt.Errorf("the answer about producers is a %T", shard.Resp)
			continue
		}
		for _, t := range resp.Topics {
			for _, p := range t.Partitions {
				if err := refusal(spans.Name, "Read", p.ErrorCode, p.ErrorMessage); err != nil {
					missing = err
				}
				for _, producer := range p.ActiveProducers {
					// The coordinator's epoch comes with a marker; both are -1
					// for a producer without transactions.
					if producer.CoordinatorEpoch >= 0 || producer.CurrentTxnStartOffset >= 0 {
						return true, nil
					}
				}
			}
		}
	}
	return false, missing
}

var errNoProducers = errors.New("the brokers are too old to describe producers (before Kafka 2.8)")
