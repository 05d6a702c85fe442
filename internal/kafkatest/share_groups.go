package kafkatest

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"
)

// ShareGroup makes a share group (KIP-932) that has acknowledged every record of
// the topic so far, and has no member. Records are produced for that: Apache Kafka
// stores where a share group is at its first acknowledgement.
func (c *Cluster) ShareGroup(group, topic string, partitions int) {
	c.t.Helper()
	member := c.newClient(clientID+"-share", kgo.ShareGroup(group), kgo.ConsumeTopics(topic))
	ctx, cancel := c.context()
	defer cancel()
	err := poll(ctx, func() error {
		for p := range partitions {
			c.Produce(topic, int32(p), 1)
		}
		some, end := context.WithTimeout(ctx, time.Second)
		member.PollFetches(some) // it acknowledges what the last poll has fetched
		end()
		groups, err := c.Admin().DescribeShareGroupOffsets(ctx, group)
		if err = cmp.Or(err, groups[group].Err); err != nil {
			return err
		}
		begun := 0
		for _, p := range groups[group].Offsets[topic] {
			if p.StartOffset >= 0 {
				begun++
			}
		}
		if begun != partitions {
			err = fmt.Errorf("share group %s has begun with %d of %d partitions", group, begun, partitions)
		}
		return err
	})
	member.Close()
	if err != nil {
		c.t.Fatal(err)
	}
	c.AcknowledgeTo(group, topic, c.EndOffsets(topic))
}

// AcknowledgeTo makes everything before the offsets acknowledged, for a share
// group without members.
func (c *Cluster) AcknowledgeTo(group, topic string, offsets map[int32]int64) {
	c.t.Helper()
	ctx, cancel := c.context()
	defer cancel()
	all := make(kadm.Offsets)
	for partition, at := range offsets {
		all.Add(kadm.Offset{Topic: topic, Partition: partition, At: at, LeaderEpoch: -1})
	}
	done, err := c.Admin().AlterShareGroupOffsets(ctx, group, all)
	if err = cmp.Or(err, done.Error()); err != nil {
		c.t.Fatalf("offsets of share group %s: %v", group, err)
	}
}
