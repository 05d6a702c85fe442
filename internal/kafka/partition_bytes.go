package kafka

import (
	"context"
	"errors"
	"sync"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// readBytes fills in the sizes of the leaders' logs, asked from each leader's
// broker for this topic only, all brokers at once. Its error is the first thing
// that left a size out.
func (c *Client) readBytes(ctx context.Context, topic string, partitions []Partition) error {
	led := make(map[int32][]int32)
	for _, p := range partitions {
		if p.Leader != nil {
			led[*p.Leader] = append(led[*p.Leader], p.Number)
		}
	}
	bounded, cancel := context.WithTimeout(ctx, c.cfg.Timeout)
	defer cancel()
	var (
		group sync.WaitGroup
		mu    sync.Mutex
		first error
		sizes = make(map[int32]int64, len(partitions))
	)
	for leader, numbers := range led {
		group.Go(func() {
			found, err := c.logBytes(bounded, c.kgo.Broker(int(leader)), topic, numbers)
			mu.Lock()
			defer mu.Unlock()
			if first == nil {
				first = err
			}
			for number, size := range found {
				sizes[number] = size
			}
		})
	}
	group.Wait()
	for i := range partitions {
		if size, ok := sizes[partitions[i].Number]; ok {
			partitions[i].Bytes = &size
		}
	}
	return first
}

// logBytes asks one broker for the sizes of its logs of these partitions. A log
// that is on its way to another directory (future) is not counted.
func (c *Client) logBytes(ctx context.Context, broker *kgo.Broker, topic string, numbers []int32) (map[int32]int64, error) {
	rt := kmsg.NewDescribeLogDirsRequestTopic()
	rt.Topic, rt.Partitions = topic, numbers
	req := kmsg.NewPtrDescribeLogDirsRequest()
	req.Topics = append(req.Topics, rt)
	answer, err := broker.RetriableRequest(ctx, req)
	if err != nil {
		return nil, c.unreachable(err)
	}
	resp, ok := answer.(*kmsg.DescribeLogDirsResponse)
	if !ok {
		return nil, errNoSize
	}
	code := resp.ErrorCode
	if resp.Version < 3 && len(resp.Dirs) == 0 {
		// Before KIP-784 an answer without directories was the refusal.
		code = kerr.ClusterAuthorizationFailed.Code
	}
	if err := refusal(topic, "Describe", code, nil); err != nil {
		return nil, err
	}
	sizes := make(map[int32]int64, len(numbers))
	for _, dir := range resp.Dirs {
		for _, t := range dir.Topics {
			for _, p := range t.Partitions {
				if t.Topic == topic && !p.IsFuture {
					sizes[p.Partition] = p.Size
				}
			}
		}
		if err := refusal(topic, "Describe", dir.ErrorCode, nil); err != nil {
			return sizes, err
		}
	}
	if len(sizes) < len(numbers) {
		return sizes, errNoSize
	}
	return sizes, nil
}

var errNoSize = errors.New("a leader's broker has no log of the partition")
