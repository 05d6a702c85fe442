package kafka

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// Group is a consumer group as its coordinator describes it.
type Group struct {
	Name string
	// State is Kafka's own name for it, such as Stable or Empty.
	State string
	// Members in the order of their IDs.
	Members []Member
}

// Member is a consumer of a group.
type Member struct {
	// ID is the member ID that the coordinator or the client has made.
	ID string
	// Assigned are the partitions that the member owns, by topic.
	Assigned map[string][]int32
}

// ListedGroup is a group as a list of groups shows it.
type ListedGroup struct {
	Name string
	// State is empty where the broker does not tell it (before Kafka 2.6).
	State string
	// Type is classic, consumer (KIP-848), share (KIP-932) or streams (KIP-1071);
	// empty where the broker does not tell it.
	Type string
}

// Groups lists the groups that the principal may describe, by name; others are
// left out, as Kafka does.
func (c *Client) Groups(ctx context.Context) ([]ListedGroup, error) {
	if err := c.connect(ctx); err != nil {
		return nil, err
	}
	bounded, cancel := context.WithTimeout(ctx, c.cfg.Timeout)
	defer cancel()
	var out []ListedGroup
	for _, shard := range c.kgo.RequestSharded(bounded, kmsg.NewPtrListGroupsRequest()) {
		if shard.Err != nil {
			return nil, c.unreachable(shard.Err)
		}
		resp, ok := shard.Resp.(*kmsg.ListGroupsResponse)
		if !ok {
			continue
		}
		if err := kerr.ErrorForCode(resp.ErrorCode); err != nil {
			return nil, fmt.Errorf("list groups: %w", err)
		}
		for _, g := range resp.Groups {
			out = append(out, ListedGroup{Name: g.Group, State: g.GroupState, Type: strings.ToLower(g.GroupType)})
		}
	}
	slices.SortFunc(out, func(a, b ListedGroup) int { return strings.Compare(a.Name, b.Name) })
	return out, nil
}

// Group describes one consumer group, of the classic protocol or of KIP-848. The
// error is ErrGroupNotFound where the coordinator has no such consumer group, an
// Error with ReasonUnauthorized without the Describe right on it, or a
// connection failure. Where a member of a KIP-848 group reads a topic that the
// principal may not describe, it is ErrHiddenTopic: Kafka does not tell which.
func (c *Client) Group(ctx context.Context, name string) (Group, error) {
	if err := c.connect(ctx); err != nil {
		return Group{}, err
	}
	group, err := c.describeConsumerGroup(ctx, name)
	if errors.Is(err, errOtherProtocol) {
		group, err = c.describeClassicGroup(ctx, name)
	}
	slices.SortFunc(group.Members, func(a, b Member) int { return strings.Compare(a.ID, b.ID) })
	return group, err
}

// ErrGroupNotFound tells that there is no such consumer group.
var ErrGroupNotFound = errors.New("consumer group not found")

// ErrHiddenTopic tells that a member of the group reads a topic that the
// principal may not describe.
var ErrHiddenTopic = errors.New("a member reads a topic that the principal may not describe")

var errOtherProtocol = errors.New("the group is not of this protocol")

// describeConsumerGroup asks for a group of KIP-848.
func (c *Client) describeConsumerGroup(ctx context.Context, name string) (Group, error) {
	bounded, cancel := context.WithTimeout(ctx, c.cfg.Timeout)
	defer cancel()
	req := kmsg.NewPtrConsumerGroupDescribeRequest()
	req.Groups = []string{name}
	resp, err := req.RequestWith(bounded, c.kgo)
	switch {
	case unsupported(err):
		return Group{}, errOtherProtocol
	case err != nil:
		return Group{}, c.groupError(name, err)
	case len(resp.Groups) != 1:
		return Group{}, fmt.Errorf("%d groups in the answer about one", len(resp.Groups))
	}
	g := &resp.Groups[0]
	switch g.ErrorCode {
	case kerr.GroupIDNotFound.Code, kerr.UnsupportedVersion.Code:
		return Group{}, errOtherProtocol
	case kerr.TopicAuthorizationFailed.Code:
		return Group{}, ErrHiddenTopic
	}
	if err := groupRefusal(name, g.ErrorCode, g.ErrorMessage); err != nil {
		return Group{}, err
	}
	names := make(map[[16]byte]string) // kfake gives IDs alone
	if snapshot, err := c.Snapshot(ctx); err == nil {
		for topic, t := range snapshot.Topics {
			names[parseTopicID(t.ID)] = topic
		}
	}
	out := Group{Name: name, State: g.State}
	for _, m := range g.Members {
		member := Member{ID: m.MemberID, Assigned: make(map[string][]int32)}
		for _, t := range m.Assignment.TopicPartitions {
			topic := cmp.Or(t.Topic, names[t.TopicID])
			member.Assigned[topic] = append(member.Assigned[topic], t.Partitions...)
		}
		out.Members = append(out.Members, member)
	}
	return out, nil
}

// describeClassicGroup asks for a group whose members assign the partitions. A
// group that is nothing but commits is one too.
func (c *Client) describeClassicGroup(ctx context.Context, name string) (Group, error) {
	bounded, cancel := context.WithTimeout(ctx, c.cfg.Timeout)
	defer cancel()
	req := kmsg.NewPtrDescribeGroupsRequest()
	req.Groups = []string{name}
	resp, err := req.RequestWith(bounded, c.kgo)
	if err != nil {
		return Group{}, c.groupError(name, err)
	}
	if len(resp.Groups) != 1 {
		return Group{}, fmt.Errorf("%d groups in the answer about one", len(resp.Groups))
	}
	g := &resp.Groups[0]
	if g.ErrorCode == kerr.GroupIDNotFound.Code || g.ErrorCode == 0 && g.State == "Dead" {
		return Group{}, ErrGroupNotFound
	}
	if err := groupRefusal(name, g.ErrorCode, g.ErrorMessage); err != nil {
		return Group{}, err
	}
	out := Group{Name: name, State: g.State}
	for _, m := range g.Members {
		member := Member{ID: m.MemberID, Assigned: make(map[string][]int32)}
		var assignment kmsg.ConsumerMemberAssignment
		// Empty before the first rebalance is over, and not Kafka's own form in
		// groups of other protocol types, such as Kafka Connect's.
		if err := assignment.ReadFrom(m.MemberAssignment); err == nil {
			for _, t := range assignment.Topics {
				member.Assigned[t.Topic] = append(member.Assigned[t.Topic], t.Partitions...)
			}
		}
		out.Members = append(out.Members, member)
	}
	return out, nil
}

// groupError is the failure of a request about one group: the client returns some
// refusals as its own error.
func (c *Client) groupError(group string, err error) error {
	var code *kerr.Error
	if errors.As(err, &code) && code.Code == kerr.GroupAuthorizationFailed.Code {
		return groupRefusal(group, code.Code, nil)
	}
	return c.unreachable(err)
}

// unsupported tells that the broker does not know the request.
func unsupported(err error) bool {
	return errors.Is(err, kerr.UnsupportedVersion) || err != nil && strings.Contains(err.Error(), "broker is too old")
}
