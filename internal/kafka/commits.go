package kafka

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/cenkalti/backoff/v5"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
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
	var answers []kmsg.OffsetFetchResponseGroup
	for _, shard := range c.kgo.RequestSharded(bounded, req) {
		resp, ok := shard.Resp.(*kmsg.OffsetFetchResponse)
		if !ok {
			return c.commitsError(shard)
		}
		answers = append(answers, resp.Groups...) // the error of a shard is that of a group
	}
	names, err := c.namesOf(ctx, answers)
	if err != nil {
		return err
	}
	answered := make(map[string]bool)
	for i := range answers {
		g := &answers[i]
		answered[g.Group] = true
		if g.ErrorCode == kerr.GroupIDNotFound.Code {
			continue
		}
		if err := groupRefusal(g.Group, g.ErrorCode, nil); err != nil {
			return err
		}
		found, err := committed(g, names)
		if err != nil {
			return err
		}
		out[g.Group] = found
	}
	for _, group := range groups {
		if !answered[group] {
			return fmt.Errorf("commits of group %s: the coordinator did not answer for it", group)
		}
	}
	return nil
}

// commitsError is the failure of a request for commits: where the coordinator of
// a group may not be asked for, the client returns that as its own error.
func (c *Client) commitsError(shard kgo.ResponseShard) error {
	var code *kerr.Error
	req, ok := shard.Req.(*kmsg.OffsetFetchRequest)
	if ok && len(req.Groups) > 0 && errors.As(shard.Err, &code) && code.Code == kerr.GroupAuthorizationFailed.Code {
		return groupRefusal(req.Groups[0].Group, code.Code, nil)
	}
	return c.unreachable(shard.Err)
}

// namesOf are the names of topics that the answers know by ID alone (KIP-848).
// The client fills them in from a cache that at times lacks some.
func (c *Client) namesOf(ctx context.Context, answers []kmsg.OffsetFetchResponseGroup) (map[[16]byte]string, error) {
	names := make(map[[16]byte]string)
	for i := range answers {
		for _, t := range answers[i].Topics {
			if t.Topic != "" {
				continue
			}
			snapshot, err := c.takeSnapshot(ctx)
			if err != nil {
				return nil, err
			}
			for name, topic := range snapshot.Topics {
				names[parseTopicID(topic.ID)] = name
			}
			return names, nil
		}
	}
	return names, nil
}

func committed(g *kmsg.OffsetFetchResponseGroup, names map[[16]byte]string) (Commits, error) {
	found := make(Commits)
	for _, t := range g.Topics {
		topic := cmp.Or(t.Topic, names[t.TopicID])
		for _, p := range t.Partitions {
			code := kerr.TypedErrorForCode(p.ErrorCode)
			switch {
			case p.Offset < 0 && code == nil:
				continue // no commit
			case t.Topic == "" && code == kerr.UnknownTopicID: // the client's own
			case code != nil:
				return nil, fmt.Errorf("commit of group %s on partition %d of topic %s: %w", g.Group, p.Partition, topic, code)
			}
			if found[topic] == nil {
				found[topic] = make(map[int32]int64)
			}
			found[topic][p.Partition] = p.Offset
		}
	}
	return found, nil
}
