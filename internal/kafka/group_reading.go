package kafka

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// TopicReading is how far a group has read one topic.
type TopicReading struct {
	Spans
	// Committed by partition: the offset of the next record that the group reads;
	// -1 without a commit.
	Committed []int64
	// Known tells that the group has a commit on some partition of the topic.
	Known bool
	// Unread by partition. A partition without a commit counts from its log start;
	// all are zero where the group is not known on the topic and was not to count.
	Unread []Unread
	// At is when the partitions were looked at, by this machine's clock.
	At time.Time
}

// TopicReading reads how far these commits of a group have come on a topic.
// Where unknown is true, a topic without any commit counts from the log start too.
// The errors are those of Spans and Unread.
func (c *Client) TopicReading(ctx context.Context, commits Commits, topic string, unknown bool) (TopicReading, error) {
	spans, err := c.Spans(ctx, topic)
	if err != nil {
		return TopicReading{}, err
	}
	return c.ReadingOf(ctx, commits, spans, unknown)
}

// ReadingOf is TopicReading where the ends of the logs are known.
func (c *Client) ReadingOf(ctx context.Context, commits Commits, spans Spans, unknown bool) (TopicReading, error) {
	committed := commits[spans.Name]
	out := TopicReading{Spans: spans, Committed: make([]int64, len(spans.Partitions)), Known: len(committed) > 0, At: time.Now()}
	from := make([]int64, len(spans.Partitions))
	for i, span := range spans.Partitions {
		out.Committed[i], from[i] = -1, -1
		if at, ok := committed[int32(i)]; ok {
			out.Committed[i], from[i] = at, at
		} else if out.Known || unknown {
			from[i] = span.Start
		}
	}
	var err error
	out.Unread, err = c.Unread(ctx, spans, from)
	return out, err
}

// GroupsMayHide tells that a list of groups may lack some: without the Describe
// right on the cluster, Kafka lists only those that the principal may describe.
func (c *Client) GroupsMayHide(ctx context.Context) (bool, error) {
	if err := c.connect(ctx); err != nil {
		return false, err
	}
	bounded, cancel := context.WithTimeout(ctx, c.cfg.Timeout)
	defer cancel()
	req := kmsg.NewPtrDescribeClusterRequest()
	req.IncludeClusterAuthorizedOperations = true
	resp, err := req.RequestWith(bounded, c.kgo)
	switch {
	case unsupported(err):
		return false, nil // before Kafka 2.8 brokers do not tell
	case err != nil:
		return false, c.unreachable(err)
	}
	if err := kerr.ErrorForCode(resp.ErrorCode); err != nil {
		return false, fmt.Errorf("describe the cluster: %w", err)
	}
	operations := resp.ClusterAuthorizedOperations
	return operations != math.MinInt32 && operations&(1<<kmsg.ACLOperationDescribe) == 0, nil
}
