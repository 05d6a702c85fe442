package kafka

import (
	"context"
	"encoding/base64"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// Topic is what the brokers' metadata says of a topic.
type Topic struct {
	Name string
	// ID is Kafka's topic UUID in Kafka's base64url text; empty where the
	// broker has no topic IDs (before Kafka 2.8).
	ID string
	// Partitions is the partition count.
	Partitions int64
	// ReplicationFactor is the smallest over the partitions.
	ReplicationFactor int64
	// LargestReplicationFactor differs from ReplicationFactor in the middle of
	// a reassignment.
	LargestReplicationFactor int64
	// Replicas is the number of replicas of all partitions together.
	Replicas int64
	// Internal: the topic is one of Kafka's own, such as __consumer_offsets.
	Internal bool
}

// Snapshot is the cluster as one Metadata answer shows it. Topics that the
// principal may not describe are not in it.
type Snapshot struct {
	ClusterID string
	// Brokers is the number of live brokers.
	Brokers int64
	// Topics by name.
	Topics map[string]Topic

	taken time.Time
}

// snapshotAge bounds how old a snapshot may be. A plan reads its topics within
// seconds; a provider process that lives longer asks anew.
const snapshotAge = 15 * time.Second

// Snapshot returns the cluster's topics, from one request for all of them. Our
// own writes drop it, and absence in it proves nothing: see Topic.
func (c *Client) Snapshot(ctx context.Context) (*Snapshot, error) {
	if err := c.connect(ctx); err != nil {
		return nil, err
	}
	c.snapshotMu.Lock()
	defer c.snapshotMu.Unlock()
	if c.snapshot != nil && time.Since(c.snapshot.taken) < snapshotAge {
		return c.snapshot, nil
	}
	s, err := c.takeSnapshot(ctx)
	if err != nil {
		return nil, err
	}
	c.snapshot = s
	return s, nil
}

func (c *Client) takeSnapshot(ctx context.Context) (*Snapshot, error) {
	bounded, cancel := context.WithTimeout(ctx, c.cfg.Timeout)
	defer cancel()
	req := kmsg.NewPtrMetadataRequest()
	req.Topics = nil
	resp, err := req.RequestWith(bounded, c.kgo)
	if err != nil {
		return nil, c.unreachable(err)
	}
	s := &Snapshot{Brokers: int64(len(resp.Brokers)), Topics: make(map[string]Topic, len(resp.Topics)), taken: time.Now()}
	if resp.ClusterID != nil {
		s.ClusterID = *resp.ClusterID
	}
	for i := range resp.Topics {
		if t := &resp.Topics[i]; t.Topic != nil && len(t.Partitions) > 0 {
			s.Topics[*t.Topic] = described(t)
		}
	}
	return s, nil
}

// dropSnapshot is called by every write that changes which topics there are.
func (c *Client) dropSnapshot() {
	c.snapshotMu.Lock()
	defer c.snapshotMu.Unlock()
	c.snapshot = nil
}

// described translates a topic that metadata shows. Errors of single partitions
// (no leader) do not matter here: the count and the replicas are there.
func described(t *kmsg.MetadataResponseTopic) Topic {
	out := Topic{ID: topicID(t.TopicID), Partitions: int64(len(t.Partitions)), Internal: t.IsInternal}
	if t.Topic != nil {
		out.Name = *t.Topic
	}
	for i := range t.Partitions {
		n := int64(len(t.Partitions[i].Replicas))
		if i == 0 || n < out.ReplicationFactor {
			out.ReplicationFactor = n
		}
		out.LargestReplicationFactor = max(out.LargestReplicationFactor, n)
		out.Replicas += n
	}
	return out
}

// topicID is empty for the zero UUID.
func topicID(id [16]byte) string {
	if id == ([16]byte{}) {
		return ""
	}
	return base64.RawURLEncoding.EncodeToString(id[:])
}

// parseTopicID is topicID's inverse; zero for what is no UUID.
func parseTopicID(text string) [16]byte {
	var id [16]byte
	if raw, err := base64.RawURLEncoding.DecodeString(text); err == nil && len(raw) == len(id) {
		copy(id[:], raw)
	}
	return id
}

// byName asks one broker for one topic, or any broker where asked is the client.
// The answer never comes from a cache, and asking never creates the topic.
func (c *Client) byName(ctx context.Context, asked kmsg.Requestor, name string) (Topic, error) {
	t, err := c.metadata(ctx, asked, name)
	if err != nil {
		return Topic{}, err
	}
	return described(t), nil
}

// metadata is byName's answer as it came.
func (c *Client) metadata(ctx context.Context, asked kmsg.Requestor, name string) (*kmsg.MetadataResponseTopic, error) {
	bounded, cancel := context.WithTimeout(ctx, c.cfg.Timeout)
	defer cancel()
	req := kmsg.NewPtrMetadataRequest()
	req.AllowAutoTopicCreation = false
	rt := kmsg.NewMetadataRequestTopic()
	rt.Topic = kmsg.StringPtr(name)
	req.Topics = append(req.Topics, rt)
	resp, err := req.RequestWith(bounded, asked)
	if err != nil {
		return nil, c.unreachable(err)
	}
	for i := range resp.Topics {
		t := &resp.Topics[i]
		if len(t.Partitions) > 0 {
			return t, nil
		}
		if err := refusal(name, "Describe", t.ErrorCode, nil); err != nil {
			return nil, err
		}
	}
	return nil, refusal(name, "Describe", kerr.UnknownTopicOrPartition.Code, nil)
}
