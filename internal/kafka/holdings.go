package kafka

import (
	"context"
	"time"
)

// Holdings are what is lost with a topic.
type Holdings struct {
	// Records is the number of offsets between start and end of all partitions.
	Records int64
	// Open is the number of those behind the last stable offset, which belong to
	// open transactions.
	Open int64
	// Groups is the number of groups with commits on the topic.
	Groups int
	// Behind are the groups with commits on the topic that have not read to its
	// end, by name.
	Behind []GroupBehind
	// GroupsErr says why the groups are not known; nil where they are.
	GroupsErr error
}

// GroupBehind is a group and the number of records that it has still to read.
type GroupBehind struct {
	Group string
	Lag   int64
}

// Holdings reads what a topic holds and who has not read it. The errors are those
// of Spans. Without the Read right the lag counts offsets, transaction markers
// and aborted records included.
func (c *Client) Holdings(ctx context.Context, topic string) (Holdings, error) {
	spans, err := c.Spans(ctx, topic)
	if err != nil {
		return Holdings{}, err
	}
	var out Holdings
	for _, s := range spans.Partitions {
		out.Records += max(0, s.High-s.Start)
		out.Open += max(0, s.High-s.Stable)
	}
	if out.Records == 0 {
		return out, nil
	}
	groups, err := c.allCommits(ctx)
	if err != nil {
		out.GroupsErr = err
		return out, ctx.Err()
	}
	for _, g := range groups {
		if len(g.commits[topic]) == 0 {
			continue
		}
		out.Groups++
		lag := int64(0)
		reading, err := c.ReadingOf(ctx, g.commits, spans, true)
		for i, span := range spans.Partitions {
			if err == nil {
				lag += reading.Unread[i].Lag
				continue
			}
			at, ok := g.commits[topic][int32(i)]
			if !ok {
				at = span.Start
			}
			lag += max(0, span.Stable-max(at, span.Start))
		}
		if lag > 0 {
			out.Behind = append(out.Behind, GroupBehind{Group: g.name, Lag: lag})
		}
	}
	return out, ctx.Err()
}

// groupCommits are one group's.
type groupCommits struct {
	name    string
	commits Commits
}

// allCommits reads the commits of every group, once for many topics: a plan asks
// for each topic that it destroys.
func (c *Client) allCommits(ctx context.Context) ([]groupCommits, error) {
	c.commitsMu.Lock()
	defer c.commitsMu.Unlock()
	if c.commitsOf != nil && time.Since(c.commitsTaken) < snapshotAge {
		return c.commitsOf, nil
	}
	listed, err := c.Groups(ctx)
	if err != nil {
		return nil, err
	}
	progress, err := c.Progress(ctx, listed)
	if err != nil {
		return nil, err
	}
	out := make([]groupCommits, len(listed))
	for i, g := range listed {
		out[i] = groupCommits{name: g.Name, commits: progress[g.Name]}
	}
	c.commitsOf, c.commitsTaken = out, time.Now()
	return out, nil
}
