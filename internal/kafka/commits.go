package kafka

import (
	"context"
	"errors"
	"fmt"

	"github.com/cenkalti/backoff/v5"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// Commits are the committed offsets of a group, by topic and partition: the
// offset of the next record that it will read. A partition without a commit is
// not in it. Commits on topics that are gone have an empty topic name.
type Commits map[string]map[int32]int64

// maxGroupsPerRequest keeps one answer of OffsetFetch small.
const maxGroupsPerRequest = 100

// Commits reads the committed offsets of groups, of all their topics. Topics
// that the principal may not describe are left out, as Kafka does. It needs the
// Describe right on the groups, and never changes them. A group that is unknown has no
// commits. The error is an Error with ReasonUnauthorized, or a connection failure.
func (c *Client) Commits(ctx context.Context, groups ...string) (map[string]Commits, error) {
	if err := c.connect(ctx); err != nil {
		return nil, err
	}
	out := make(map[string]Commits, len(groups))
	for first := 0; first < len(groups); first += maxGroupsPerRequest {
		some := groups[first:min(len(groups), first+maxGroupsPerRequest)]
		_, err := backoff.Retry(ctx, func() (struct{}, error) {
			err := c.commits(ctx, some, out)
			if err != nil && !passing(err) {
				err = backoff.Permanent(err)
			}
			return struct{}{}, err
		}, backoff.WithBackOff(pace()), backoff.WithMaxElapsedTime(visibleWithin))
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// passing tells what a coordinator that is just being loaded answers.
func passing(err error) bool {
	return errors.Is(err, kerr.CoordinatorLoadInProgress) || errors.Is(err, kerr.NotCoordinator) || errors.Is(err, kerr.CoordinatorNotAvailable)
}

func (c *Client) commits(ctx context.Context, groups []string, out map[string]Commits) error {
	bounded, cancel := context.WithTimeout(ctx, c.cfg.Timeout)
	defer cancel()
	req := kmsg.NewPtrOffsetFetchRequest()
	for _, group := range groups {
		g := kmsg.NewOffsetFetchRequestGroup()
		g.Group = group
		req.Groups = append(req.Groups, g)
	}
	for _, shard := range c.kgo.RequestSharded(bounded, req) {
		if shard.Err != nil {
			return c.unreachable(shard.Err)
		}
		resp, ok := shard.Resp.(*kmsg.OffsetFetchResponse)
		if !ok {
			continue
		}
		for i := range resp.Groups {
			g := &resp.Groups[i]
			if g.ErrorCode == kerr.GroupIDNotFound.Code {
				continue
			}
			if err := groupRefusal(g.Group, g.ErrorCode, nil); err != nil {
				return err
			}
			found, err := committed(g)
			if err != nil {
				return err
			}
			out[g.Group] = found
		}
	}
	return nil
}

func committed(g *kmsg.OffsetFetchResponseGroup) (Commits, error) {
	found := make(Commits)
	for _, t := range g.Topics {
		for _, p := range t.Partitions {
			code := kerr.TypedErrorForCode(p.ErrorCode)
			switch {
			case p.Offset < 0 && code == nil:
				continue // no commit
			case code == kerr.UnknownTopicID && t.Topic == "":
			case code != nil:
				return nil, fmt.Errorf("commit of group %s on partition %d of topic %s: %w", g.Group, p.Partition, t.Topic, code)
			}
			if found[t.Topic] == nil {
				found[t.Topic] = make(map[int32]int64)
			}
			found[t.Topic][p.Partition] = p.Offset
		}
	}
	return found, nil
}
