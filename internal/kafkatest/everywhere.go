package kafkatest

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// patience is how long the harness waits for brokers to do or show something.
const patience = 30 * time.Second

// context outlives the test's own, which ends before its cleanups run.
func (c *Cluster) context() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), patience)
}

// nodes asks for the ids of the live brokers.
func (c *Cluster) nodes() []int32 {
	c.t.Helper()
	ctx, cancel := c.context()
	defer cancel()
	nodes, err := liveNodes(ctx, c.client)
	if err != nil {
		c.t.Fatalf("brokers: %v", err)
	}
	return nodes
}

func liveNodes(ctx context.Context, broker kmsg.Requestor) ([]int32, error) {
	request := kmsg.NewPtrMetadataRequest()
	request.Topics = []kmsg.MetadataRequestTopic{} // none; nil would be all
	response, err := request.RequestWith(ctx, broker)
	if err != nil {
		return nil, err
	}
	var nodes []int32
	for _, b := range response.Brokers {
		nodes = append(nodes, b.NodeID)
	}
	return nodes, nil
}

// everywhere waits until check, asked of each live broker, finds nothing wrong.
// Brokers learn of a change some time after the controller has answered for it.
func (c *Cluster) everywhere(what string, check func(context.Context, kmsg.Requestor) error) {
	c.t.Helper()
	ctx, cancel := c.context()
	defer cancel()
	err := poll(ctx, func() error {
		nodes, err := liveNodes(ctx, c.client)
		if err != nil {
			return err
		}
		for _, node := range nodes {
			if err := check(ctx, c.client.Broker(int(node))); err != nil {
				return fmt.Errorf("broker %d: %w", node, err)
			}
		}
		return nil
	})
	if err != nil {
		c.t.Fatalf("%s: not on every broker after %s: %v", what, patience, err)
	}
}

// poll repeats check, at growing intervals, until it succeeds or ctx ends. The
// error is the check's last.
func poll(ctx context.Context, check func() error) error {
	intervals := backoff.NewExponentialBackOff()
	intervals.InitialInterval, intervals.MaxInterval = 2*time.Millisecond, 200*time.Millisecond
	var last error
	_, err := backoff.Retry(ctx, func() (struct{}, error) {
		last = check()
		return struct{}{}, last
	}, backoff.WithBackOff(intervals), backoff.WithMaxElapsedTime(0))
	if err != nil {
		return cmp.Or(last, err)
	}
	return nil
}
