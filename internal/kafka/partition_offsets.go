package kafka

import (
	"context"
	"errors"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// Timestamps that ListOffsets takes for the ends of a partition.
const (
	latest   = -1
	earliest = -2
)

// isolation is ListOffsets' and Fetch's isolation level (KIP-98): for
// readCommitted a log ends at its last stable offset, for readUncommitted at its
// high watermark.
type isolation int8

const (
	readUncommitted isolation = 0
	readCommitted   isolation = 1
)

// position is a record's place in a partition; both are -1 where no record is
// meant.
type position struct {
	offset int64
	// millis is the record's timestamp; -1 at the ends of a log.
	millis int64
}

// readOffsets fills in where the logs start and end. The start is read first, so
// that the end is never below it.
func (c *Client) readOffsets(ctx context.Context, topic string, partitions []Partition) error {
	var led []int32
	for _, p := range partitions {
		if p.Leader != nil {
			led = append(led, p.Number)
		}
	}
	start, err := c.listOffsets(ctx, topic, led, earliest, readCommitted)
	if err != nil {
		return err
	}
	end, err := c.listOffsets(ctx, topic, led, latest, readCommitted)
	if err != nil {
		return err
	}
	for i := range partitions {
		p := &partitions[i]
		first, ok := start[p.Number]
		last, both := end[p.Number]
		if ok && both {
			p.StartOffset, p.EndOffset = &first.offset, &last.offset
		}
	}
	return nil
}

// listOffsets asks the leaders for the first record whose timestamp is at least
// this one (milliseconds since 1970), or for an end of the log, each leader for
// all of its partitions at once. Partitions without a leader are left out.
func (c *Client) listOffsets(ctx context.Context, topic string, partitions []int32, millis int64, level isolation) (map[int32]position, error) {
	out := make(map[int32]position, len(partitions))
	if len(partitions) == 0 {
		return out, nil
	}
	rt := kmsg.NewListOffsetsRequestTopic()
	rt.Topic = topic
	for _, number := range partitions {
		rp := kmsg.NewListOffsetsRequestTopicPartition()
		rp.Partition, rp.Timestamp = number, millis
		rt.Partitions = append(rt.Partitions, rp)
	}
	req := kmsg.NewPtrListOffsetsRequest()
	req.ReplicaID, req.IsolationLevel = -1, int8(level)
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
					out[p.Partition] = position{offset: p.Offset, millis: p.Timestamp}
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
