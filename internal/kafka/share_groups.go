package kafka

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// Progress reads how far groups have come: the committed offsets of consumer
// groups, and of share groups (KIP-932), which commit none, the offset before
// which every record is acknowledged. The errors are those of Commits.
func (c *Client) Progress(ctx context.Context, groups []ListedGroup) (map[string]Commits, error) {
	var consuming, sharing []string
	for _, g := range groups {
		if g.Type == TypeShare {
			sharing = append(sharing, g.Name)
		} else {
			consuming = append(consuming, g.Name)
		}
	}
	out, err := c.Commits(ctx, consuming...)
	if err == nil {
		err = c.shareStarts(ctx, sharing, out)
	}
	return out, err
}

// TypeShare is the type of share groups.
const TypeShare = "share"

func (c *Client) shareStarts(ctx context.Context, groups []string, out map[string]Commits) error {
	if len(groups) == 0 {
		return nil
	}
	bounded, cancel := context.WithTimeout(ctx, c.cfg.Timeout)
	defer cancel()
	req := kmsg.NewPtrDescribeShareGroupOffsetsRequest()
	for _, name := range groups {
		g := kmsg.NewDescribeShareGroupOffsetsRequestGroup()
		g.GroupID = name
		req.Groups = append(req.Groups, g)
	}
	for _, shard := range c.kgo.RequestSharded(bounded, req) {
		if shard.Err != nil {
			return c.unreachable(shard.Err)
		}
		resp, ok := shard.Resp.(*kmsg.DescribeShareGroupOffsetsResponse)
		if !ok {
			continue
		}
		for _, g := range resp.Groups {
			if g.ErrorCode == kerr.GroupIDNotFound.Code {
				continue
			}
			if err := groupRefusal(g.GroupID, g.ErrorCode, g.ErrorMessage); err != nil {
				return err
			}
			found := make(Commits)
			for _, t := range g.Topics {
				for _, p := range t.Partitions {
					if err := kerr.ErrorForCode(p.ErrorCode); err != nil {
						return fmt.Errorf("start of share group %s on partition %d of topic %s: %w", g.GroupID, p.Partition, t.Topic, err)
					}
					if p.StartOffset < 0 {
						continue
					}
					if found[t.Topic] == nil {
						found[t.Topic] = make(map[int32]int64)
					}
					found[t.Topic][p.Partition] = p.StartOffset
				}
			}
			out[g.GroupID] = found
		}
	}
	return nil
}

// Reads tells whether a member of the group owns a partition of the topic at the
// moment, whether or not it has committed or acknowledged anything yet. A group
// that is gone reads nothing, and of one with ErrHiddenTopic it is not known. The
// error is that of Group.
func (c *Client) Reads(ctx context.Context, g ListedGroup, topic string) (bool, error) {
	if g.State == "Empty" || g.State == "Dead" {
		return false, nil
	}
	if g.Type == TypeShare {
		return c.shares(ctx, g.Name, topic)
	}
	group, err := c.Group(ctx, g.Name)
	if errors.Is(err, ErrGroupNotFound) || errors.Is(err, ErrHiddenTopic) {
		return false, nil
	}
	return slices.ContainsFunc(group.Members, func(m Member) bool { return len(m.Assigned[topic]) > 0 }), err
}

// shares is Reads for a share group.
func (c *Client) shares(ctx context.Context, name, topic string) (bool, error) {
	bounded, cancel := context.WithTimeout(ctx, c.cfg.Timeout)
	defer cancel()
	req := kmsg.NewPtrShareGroupDescribeRequest()
	req.GroupIDs = []string{name}
	resp, err := req.RequestWith(bounded, c.kgo)
	if err != nil {
		return false, c.groupError(name, err)
	}
	snapshot, err := c.Snapshot(ctx)
	if err != nil {
		return false, err
	}
	id := parseTopicID(snapshot.Topics[topic].ID)
	for _, g := range resp.Groups {
		if g.ErrorCode == kerr.GroupIDNotFound.Code || g.ErrorCode == kerr.TopicAuthorizationFailed.Code {
			continue
		}
		if err := groupRefusal(name, g.ErrorCode, g.ErrorMessage); err != nil {
			return false, err
		}
		for _, m := range g.Members {
			for _, t := range m.Assignment.TopicPartitions {
				if t.Topic == topic || t.TopicID == id && id != ([16]byte{}) {
					return true, nil
				}
			}
		}
	}
	return false, nil
}
