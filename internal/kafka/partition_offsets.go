package kafka

import (
	"context"
	"errors"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// readCommitted is ListOffsets' isolation level for which the end of a log is
// its last stable offset (KIP-98).
const readCommitted = 1

// readOffsets fills in where the logs start and end. The start is read first, so
// that the end is never below it.
func (c *Client) readOffsets(ctx context.Context, topic string, partitions []Partition) error {
	start, err := c.ledOffsets(ctx, topic, partitions, earliest)
	if err != nil {
		return err
	}
	end, err := c.ledOffsets(ctx, topic, partitions, latest)
	if err != nil {
		return err
	}
	for i := range partitions {
		p := &partitions[i]
		first, ok := start[p.Number]
		last, both := end[p.Number]
		if ok && both {
			p.StartOffset, p.EndOffset = &first, &last
		}
	}
	return nil
}

// ledOffsets asks the leaders for one end of the log, each for all of its
// partitions at once. Partitions without a leader are left out.
func (c *Client) ledOffsets(ctx context.Context, topic string, partitions []Partition, timestamp int64) (map[int32]int64, error) {
	rt := kmsg.NewListOffsetsRequestTopic()
	rt.Topic = topic
	for _, p := range partitions {
		if p.Leader == nil {
			continue
		}
		rp := kmsg.NewListOffsetsRequestTopicPartition()
		rp.Partition, rp.Timestamp = p.Number, timestamp
		rt.Partitions = append(rt.Partitions, rp)
	}
	out := make(map[int32]int64, len(rt.Partitions))
	if len(rt.Partitions) == 0 {
		return out, nil
	}
	req := kmsg.NewPtrListOffsetsRequest()
	req.ReplicaID, req.IsolationLevel = -1, readCommitted
	req.Topics = append(req.Topics, rt)
	bounded, cancel := context.WithTimeout(ctx, c.cfg.Timeout)
	defer cancel()
	for _, shard := range c.kgo.RequestSharded(bounded, req) {
		if leaderless(shard.Err) {
			continue
		}
		if shard.Err != nil {
			return nil, c.unreachable(shard.Err)
		}
		resp, ok := shard.Resp.(*kmsg.ListOffsetsResponse)
		if !ok {
			continue
		}
		for _, t := range resp.Topics {
			for _, p := range t.Partitions {
				err := refusal(topic, "Describe", p.ErrorCode, nil)
				switch {
				case leaderless(err):
				case err != nil:
					return nil, err
				default:
					out[p.Partition] = p.Offset
				}
			}
		}
	}
	return out, nil
}

// leaderless tells that the partition has lost its leader since the metadata
// was read, or that the new one is not ready yet.
func leaderless(err error) bool {
	for _, code := range []error{
		kerr.LeaderNotAvailable, kerr.NotLeaderForPartition, kerr.ReplicaNotAvailable,
		kerr.OffsetNotAvailable, kerr.KafkaStorageError,
	} {
		if errors.Is(err, code) {
			return true
		}
	}
	return false
}
