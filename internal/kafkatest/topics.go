package kafkatest

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// TopicState is what a broker says about a topic.
type TopicState struct {
	Partitions        int
	ReplicationFactor int    // the smallest over the partitions
	ID                string // URL-safe base64 without padding, as Kafka prints it
}

// TopicName is base with a suffix of eight characters of a to z and 2 to 7 that
// makes it the test's own. Topics whose name begins with it are deleted when the
// test ends.
func (c *Cluster) TopicName(base string) string {
	name := base + "-" + strings.ToLower(rand.Text()[:8])
	c.prefixes = append(c.prefixes, name)
	return name
}

// Topic asks a broker about a topic; false means that the broker has none.
func (c *Cluster) Topic(name string) (TopicState, bool) {
	c.t.Helper()
	ctx, cancel := c.context()
	defer cancel()
	state, ok, err := describeTopic(ctx, c.client, name)
	if err != nil {
		c.t.Fatalf("topic %s: %v", name, err)
	}
	return state, ok
}

// WaitTopic waits until every live broker shows what is wanted, and fails the
// test after 30 s.
func (c *Cluster) WaitTopic(name string, want func(TopicState, bool) bool) {
	c.t.Helper()
	c.everywhere("topic "+name, func(ctx context.Context, broker kmsg.Requestor) error {
		state, ok, err := describeTopic(ctx, broker, name)
		if err == nil && !want(state, ok) {
			err = fmt.Errorf("topic %s: shows %+v, %t", name, state, ok)
		}
		return err
	})
}

func describeTopic(ctx context.Context, broker kmsg.Requestor, name string) (TopicState, bool, error) {
	request := kmsg.NewPtrMetadataRequest()
	topic := kmsg.NewMetadataRequestTopic()
	topic.Topic = &name
	request.Topics = append(request.Topics, topic)
	response, err := request.RequestWith(ctx, broker)
	if err != nil {
		return TopicState{}, false, err
	}
	if len(response.Topics) != 1 {
		return TopicState{}, false, fmt.Errorf("%d topics in the answer about one", len(response.Topics))
	}
	t := response.Topics[0]
	if t.ErrorCode == kerr.UnknownTopicOrPartition.Code {
		return TopicState{}, false, nil
	}
	if err := kerr.ErrorForCode(t.ErrorCode); err != nil {
		return TopicState{}, false, err
	}
	state := TopicState{Partitions: len(t.Partitions), ID: topicID(t.TopicID)}
	for i, p := range t.Partitions {
		if i == 0 || len(p.Replicas) < state.ReplicationFactor {
			state.ReplicationFactor = len(p.Replicas)
		}
	}
	return state, true, nil
}

func topicID(id [16]byte) string { return base64.RawURLEncoding.EncodeToString(id[:]) }

// CreateTopic creates a topic by the second client, waits until every broker
// shows it, and has it deleted when the test ends.
func (c *Cluster) CreateTopic(name string, partitions, replicationFactor int, configs map[string]string) {
	c.t.Helper()
	topic := kmsg.NewCreateTopicsRequestTopic()
	topic.Topic, topic.NumPartitions, topic.ReplicationFactor = name, int32(partitions), int16(replicationFactor)
	for key, value := range configs {
		config := kmsg.NewCreateTopicsRequestTopicConfig()
		config.Name, config.Value = key, &value
		topic.Configs = append(topic.Configs, config)
	}
	request := kmsg.NewPtrCreateTopicsRequest()
	request.TimeoutMillis = int32(patience.Milliseconds())
	request.Topics = append(request.Topics, topic)
	ctx, cancel := c.context()
	defer cancel()
	response, err := request.RequestWith(ctx, c.client)
	if err == nil {
		err = answerError(response.Topics[0].ErrorCode, response.Topics[0].ErrorMessage)
	}
	if err != nil {
		c.t.Fatalf("create topic %s: %v", name, err)
	}
	c.created = append(c.created, name)
	id := topicID(response.Topics[0].TopicID)
	c.WaitTopic(name, func(s TopicState, ok bool) bool { return ok && s.ID == id })
}

// EndOffsets are the high watermarks of a topic by partition.
func (c *Cluster) EndOffsets(name string) map[int32]int64 {
	c.t.Helper()
	ctx, cancel := c.context()
	defer cancel()
	ends, err := c.Admin().ListEndOffsets(ctx, name)
	if err = cmp.Or(err, ends.Error()); err != nil {
		c.t.Fatalf("end offsets of topic %s: %v", name, err)
	}
	offsets := make(map[int32]int64)
	ends.Each(func(o kadm.ListedOffset) { offsets[o.Partition] = o.Offset })
	return offsets
}

// DeleteTopic deletes a topic by the second client and waits until no broker
// shows it.
func (c *Cluster) DeleteTopic(name string) {
	c.t.Helper()
	ctx, cancel := c.context()
	defer cancel()
	response, err := c.Admin().DeleteTopic(ctx, name)
	if err = cmp.Or(err, response.Err); err != nil {
		c.t.Fatalf("delete topic %s: %v", name, err)
	}
	c.WaitTopic(name, func(_ TopicState, ok bool) bool { return !ok })
}

// GrowTopic gives a topic that many partitions by the second client and waits
// until every broker shows them.
func (c *Cluster) GrowTopic(name string, partitions int) {
	c.t.Helper()
	topic := kmsg.NewCreatePartitionsRequestTopic()
	topic.Topic, topic.Count = name, int32(partitions)
	request := kmsg.NewPtrCreatePartitionsRequest()
	request.TimeoutMillis = int32(patience.Milliseconds())
	request.Topics = append(request.Topics, topic)
	ctx, cancel := c.context()
	defer cancel()
	response, err := request.RequestWith(ctx, c.client)
	if err == nil {
		err = answerError(response.Topics[0].ErrorCode, response.Topics[0].ErrorMessage)
	}
	if err != nil {
		c.t.Fatalf("grow topic %s: %v", name, err)
	}
	c.WaitTopic(name, func(s TopicState, ok bool) bool { return ok && s.Partitions == partitions })
}

// deleteTopics deletes what the test left: on brokers that other tests use too.
func (c *Cluster) deleteTopics() {
	c.t.Helper()
	if len(c.prefixes)+len(c.created) == 0 {
		return
	}
	ctx, cancel := c.context()
	defer cancel()
	response, err := kmsg.NewPtrMetadataRequest().RequestWith(ctx, c.client)
	if err != nil {
		c.t.Errorf("topics to delete: %v", err)
		return
	}
	var names []string
	for _, t := range response.Topics {
		if t.Topic != nil && c.owns(*t.Topic) {
			names = append(names, *t.Topic)
		}
	}
	if len(names) == 0 {
		return
	}
	deleted, err := c.Admin().DeleteTopics(ctx, names...)
	if err = cmp.Or(err, deleted.Error()); err != nil {
		c.t.Errorf("delete topics: %v", err)
	}
}

// owns tells whether the topic is the test's to delete.
func (c *Cluster) owns(topic string) bool {
	return slices.Contains(c.created, topic) ||
		slices.ContainsFunc(c.prefixes, func(prefix string) bool { return strings.HasPrefix(topic, prefix) })
}

// answerError is the error of an answer with the broker's message, if any.
func answerError(code int16, message *string) error {
	err := kerr.ErrorForCode(code)
	if err != nil && message != nil {
		err = fmt.Errorf("%w: %s", err, *message)
	}
	return err
}
