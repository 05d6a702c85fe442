package provider

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafka"
	"github.com/shelf-analytics/terraform-provider-capture/internal/live"
)

// lagObserver carries one read of capture_consumer_lag.
type lagObserver struct {
	client *kafka.Client
	wanted wantedLag
	diags  diag.Diagnostics
}

// observe takes the samples.
func (o *lagObserver) observe(ctx context.Context, lag *live.GroupLag) diag.Diagnostics {
	began := time.Now()
	said := began
	tflog.Info(ctx, "watching group", map[string]any{"group": o.wanted.group, "samples": o.wanted.samples})
	for n := int64(0); n < o.wanted.samples; n++ {
		next := time.Now().Add(o.wanted.interval)
		o.diags = nil // the last sample's warnings are those that count
		o.sample(ctx, lag)
		if o.diags.HasError() || n == o.wanted.samples-1 {
			break
		}
		if time.Since(said) >= progressEvery {
			said = time.Now()
			tflog.Info(ctx, "observing", map[string]any{"group": o.wanted.group, "sample": n + 1, "samples": o.wanted.samples, "elapsed": time.Since(began).Round(time.Second).String()})
		}
		if err := watch(ctx, time.Until(next), map[string]any{"group": o.wanted.group}); err != nil {
			o.diags.Append(interrupted(summaryGroupNotRead, fact("Group", o.wanted.group)))
			break
		}
	}
	return o.diags
}

// sample looks once. The commits are read before the ends, so that no lag is
// lost between the two.
func (o *lagObserver) sample(ctx context.Context, lag *live.GroupLag) {
	group, err := o.client.Group(ctx, o.wanted.group)
	if err != nil {
		o.diags.Append(groupNotRead(ctx, o.client, path.Root("group"), o.wanted.group, err))
		return
	}
	commits, err := o.client.Commits(ctx, o.wanted.group)
	if err != nil {
		o.diags.Append(groupFailure("The group's commits could not be read.", o.wanted.group, err))
		return
	}
	lag.State, lag.Members, lag.Idle = group.State, len(group.Members), 0
	owners := make(map[string]map[int32]string)
	for _, m := range group.Members {
		owned := 0
		for topic, partitions := range m.Assigned {
			owned += len(partitions)
			if owners[topic] == nil {
				owners[topic] = make(map[int32]string)
			}
			for _, p := range partitions {
				owners[topic][p] = m.ID
			}
		}
		if owned == 0 {
			lag.Idle++
		}
	}
	lag.Partitions = nil
	worst := int64(0)
	for _, r := range o.topics(ctx, commits[o.wanted.group], owners) {
		for _, p := range partitionLags(r, owners[r.Name]) {
			worst = max(worst, p.AgeMillis)
			lag.Partitions = append(lag.Partitions, p)
		}
	}
	lag.WorstMillis = append(lag.WorstMillis, worst)
}

// topics reads what is wanted, or every topic of the group.
func (o *lagObserver) topics(ctx context.Context, commits kafka.Commits, owners map[string]map[int32]string) []kafka.TopicReading {
	names := o.wanted.topics
	if names == nil {
		for topic := range commits {
			names = append(names, topic)
		}
		for topic := range owners {
			if _, also := commits[topic]; !also {
				names = append(names, topic)
			}
		}
		slices.Sort(names)
	}
	type answer struct {
		reading kafka.TopicReading
		err     error
	}
	answers := make([]answer, len(names))
	sideBySide(len(names), func(i int) {
		answers[i].reading, answers[i].err = o.client.TopicReading(ctx, commits, names[i], false)
	})
	var readings []kafka.TopicReading
	var unknown, gone []string
	for i, a := range answers {
		switch {
		case errors.Is(a.err, kafka.ErrNotFound) && o.wanted.topics == nil:
			gone = append(gone, names[i])
			continue
		case a.err != nil:
			o.diags.Append(topicNotRead(ctx, o.client, path.Root("topics"), names[i], a.err))
			return nil
		case !a.reading.Known:
			unknown = append(unknown, names[i])
		}
		readings = append(readings, a.reading)
	}
	if len(gone) > 0 {
		o.diags.AddWarning(summaryCommitsOfGone, detail(
			"The group has commits on topics that the cluster does not have: they were deleted, or the principal may not describe them. They are left out.",
			fact("Group", o.wanted.group), fact("Topics", strings.Join(gone, ", "))))
	}
	if len(unknown) > 0 || len(readings) == 0 {
		o.diags.Append(noCommits(o.wanted.group, unknown))
	}
	return readings
}

// noCommits says that the lag is not known.
func noCommits(group string, topics []string) diag.Diagnostic {
	text, facts := "The group has no committed offset on any topic, so that its lag is not known.", []labelled{fact("Group", group)}
	if len(topics) > 0 {
		text = "The group has no committed offset on some of the topics, so that its lag there is not known and lag is null."
		facts = append(facts, fact("Topics", strings.Join(topics, ", ")))
	}
	return diag.NewWarningDiagnostic(summaryNoCommits, detail(
		text+" Check group and topics: a group has commits from its first commit on, until they expire after it has become empty (offsets.retention.minutes).", facts...))
}

// partitionLags translates one topic.
func partitionLags(r kafka.TopicReading, owners map[int32]string) []live.PartitionLag {
	out := make([]live.PartitionLag, len(r.Partitions))
	for i, span := range r.Partitions {
		p := live.PartitionLag{Topic: r.Name, Partition: int32(i), End: span.Stable, Member: owners[int32(i)]}
		if at := r.Committed[i]; at >= 0 {
			p.Committed = &at
			p.Deleted, p.Beyond = max(0, span.Start-at), at > span.High
		}
		if unread := r.Unread[i]; r.Known {
			p.Lag = &unread.Lag
			if unread.Lag > 0 {
				p.AgeMillis = max(0, r.At.Sub(unread.Oldest).Milliseconds())
			}
		}
		out[i] = p
	}
	return out
}

// groupFailure says why a group could not be read.
func groupFailure(what, group string, err error) diag.Diagnostic {
	if errors.Is(err, context.Canceled) {
		return interrupted(summaryGroupNotRead, fact("Group", group))
	}
	if errors.Is(err, kafka.ErrHiddenTopic) {
		return diag.NewErrorDiagnostic(summaryUnauthorized, detail(
			what+" A member of the group reads a topic that the principal may not describe, and Kafka does not say which. Grant the right, or use another principal.",
			fact("Group", group), fact("Missing right", "Describe on every topic that the members read"), fact("Error", err)))
	}
	return failureAbout(summaryGroupNotRead, what, fact("Group", group), err)
}

// groupNotRead is groupFailure; of a group that is not there it tells the near
// names, and of one that is none of consumers its type.
func groupNotRead(ctx context.Context, client *kafka.Client, at path.Path, group string, err error) diag.Diagnostic {
	if !errors.Is(err, kafka.ErrGroupNotFound) {
		return groupFailure("The group could not be read.", group, err)
	}
	facts := []labelled{fact("Group", group)}
	text := fmt.Sprintf("The cluster has no such consumer group, or it has lost its commits. Correct %s, which is the consumers' group.id.", at)
	if listed, err := client.Groups(ctx); err == nil {
		names := make([]string, 0, len(listed))
		for _, g := range listed {
			if g.Name == group { // no near name helps
				text = fmt.Sprintf("The group is a %s group, and this is for consumer groups. Correct %s.", g.Type, at)
			}
			if g.Name != group {
				names = append(names, g.Name)
			}
		}
		if near := nearNames(group, names); len(near) > 0 {
			facts = append(facts, fact("Near names", strings.Join(near, ", ")))
		}
	}
	return diag.NewAttributeErrorDiagnostic(at, summaryGroupNotFound, detail(text, facts...))
}
