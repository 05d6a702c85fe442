package kafkatest

import (
	"context"
	"errors"
	"fmt"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// Protocol is how the members of a consumer group share partitions.
type Protocol string

// The protocols of consumer groups.
const (
	Classic Protocol = "classic" // the members assign
	KIP848  Protocol = "kip-848" // the broker assigns
)

// GroupName is [Cluster.TopicName] for consumer groups.
func (c *Cluster) GroupName(base string) string { return c.TopicName(base) }

// Consumer is one member of a consumer group. It commits when it is told to.
type Consumer struct {
	c      *Cluster
	group  string
	client *kgo.Client
}

// Consumer joins a group that reads the topics from their beginning, records of
// committed transactions alone, and ends with the test.
func (c *Cluster) Consumer(group string, protocol Protocol, topics ...string) *Consumer {
	c.t.Helper()
	opts := []kgo.Opt{
		kgo.ConsumerGroup(group), kgo.ConsumeTopics(topics...), kgo.DisableAutoCommit(),
		kgo.FetchIsolationLevel(kgo.ReadCommitted()), kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()),
	}
	if protocol == KIP848 {
		opts = append(opts, kgo.ServerSideBalancer())
	}
	m := &Consumer{c: c, group: group, client: c.newClient(clientID+"-consumer", opts...)}
	c.t.Cleanup(m.Close)
	return m
}

// Close leaves the group.
func (m *Consumer) Close() { m.client.Close() }

// Read polls until n records have come, and fails the test after 30 s. It commits
// nothing.
func (m *Consumer) Read(n int) []*kgo.Record {
	m.c.t.Helper()
	ctx, cancel := m.c.context()
	defer cancel()
	var records []*kgo.Record
	for len(records) < n {
		fetches := m.client.PollRecords(ctx, n-len(records))
		if err := fetches.Err(); err != nil {
			m.c.t.Fatalf("%d of %d records of group %s: %v", len(records), n, m.group, err)
		}
		records = append(records, fetches.Records()...)
	}
	return records
}

// Commit commits what comes after each of the records.
func (m *Consumer) Commit(records ...*kgo.Record) {
	m.c.t.Helper()
	ctx, cancel := m.c.context()
	defer cancel()
	if err := m.client.CommitRecords(ctx, records...); err != nil {
		m.c.t.Fatalf("commit of group %s: %v", m.group, err)
	}
}

// CommitOffsets commits for a group without members.
func (c *Cluster) CommitOffsets(group, topic string, offsets map[int32]int64) {
	c.t.Helper()
	ctx, cancel := c.context()
	defer cancel()
	all := make(kadm.Offsets)
	for partition, at := range offsets {
		all.Add(kadm.Offset{Topic: topic, Partition: partition, At: at, LeaderEpoch: -1})
	}
	if err := c.Admin().CommitAllOffsets(ctx, group, all); err != nil {
		c.t.Fatalf("commit of group %s: %v", group, err)
	}
}

// DeleteGroup deletes a group without members, with its commits.
func (c *Cluster) DeleteGroup(group string) {
	c.t.Helper()
	ctx, cancel := c.context()
	defer cancel()
	if response, err := c.Admin().DeleteGroup(ctx, group); errors.Join(err, response.Err) != nil {
		c.t.Errorf("delete group %s: %v", group, errors.Join(err, response.Err))
	}
}

// WaitMembers waits until the group is stable with that many members, who own
// that many partitions together, and fails the test after 30 s. Members that
// join need not poll for it.
func (c *Cluster) WaitMembers(group string, protocol Protocol, members, partitions int) {
	c.t.Helper()
	ctx, cancel := c.context()
	defer cancel()
	err := poll(ctx, func() error {
		state, got, owned, err := c.members(ctx, group, protocol)
		if err == nil && (state != "Stable" || got != members || owned != partitions) {
			err = fmt.Errorf("group %s is %s with %d members that own %d partitions", group, state, got, owned)
		}
		return err
	})
	if err != nil {
		c.t.Fatal(err)
	}
}

func (c *Cluster) members(ctx context.Context, group string, protocol Protocol) (state string, members, owned int, err error) {
	if protocol == KIP848 {
		request := kmsg.NewPtrConsumerGroupDescribeRequest()
		request.Groups = []string{group}
		response, err := request.RequestWith(ctx, c.client)
		if err != nil {
			return "", 0, 0, err
		}
		g := response.Groups[0]
		for _, m := range g.Members {
			for _, t := range m.Assignment.TopicPartitions {
				owned += len(t.Partitions)
			}
		}
		return g.State, len(g.Members), owned, answerError(g.ErrorCode, g.ErrorMessage)
	}
	groups, err := c.Admin().DescribeGroups(ctx, group)
	if err = errors.Join(err, groups[group].Err); err != nil {
		return "", 0, 0, err
	}
	for _, m := range groups[group].Members {
		if assigned, ok := m.Assigned.AsConsumer(); ok {
			for _, t := range assigned.Topics {
				owned += len(t.Partitions)
			}
		}
	}
	return groups[group].State, len(groups[group].Members), owned, nil
}
