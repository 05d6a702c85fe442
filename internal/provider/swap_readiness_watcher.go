package provider

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafka"
	"github.com/shelf-analytics/terraform-provider-capture/internal/live"
)

// swapWatcher carries one read of capture_swap_readiness.
type swapWatcher struct {
	client *kafka.Client
	wanted wantedSwap
	// watched: the window is over.
	watched bool
	diags   diag.Diagnostics
}

// watch looks at both topics, waits for the window, and looks again. What it
// returns counts only where there is no error.
func (w *swapWatcher) watch(ctx context.Context) live.Readiness {
	r := live.Readiness{From: w.wanted.from, To: w.wanted.to, RequireTraffic: w.wanted.traffic, Nobody: w.wanted.groups != nil && len(w.wanted.groups) == 0}
	fromBefore := w.spans(ctx, "from", w.wanted.from)
	toBefore := w.spans(ctx, "to", w.wanted.to)
	w.groups(ctx) // a wrong name is told before the window
	if w.diags.HasError() {
		return r
	}
	began := time.Now()
	tflog.Info(ctx, "watching topics", map[string]any{"from": w.wanted.from, "to": w.wanted.to, "window": w.wanted.window.String()})
	if err := watch(ctx, w.wanted.window, map[string]any{"from": w.wanted.from, "to": w.wanted.to}); err != nil {
		w.diags.Append(interrupted(summaryNotRead, fact("Topic", w.wanted.from)))
		return r
	}
	r.Window, w.watched = time.Since(began), true
	from := w.spans(ctx, "from", w.wanted.from)
	to := w.spans(ctx, "to", w.wanted.to)
	states := w.groups(ctx)
	if w.diags.HasError() {
		return r
	}
	r.FromEnds, r.ToEnds = w.growth(fromBefore, from), w.growth(toBefore, to)
	for _, span := range from.Partitions {
		r.Held += max(0, span.High-span.Start)
	}
	r.ToDelivers = r.ToRecords() > 0 && w.delivers(ctx, toBefore, to)
	for i, span := range from.Partitions {
		if span.Stable < span.High {
			r.Open = append(r.Open, int32(i))
		}
	}
	r.Groups = w.readings(ctx, states, from)
	if w.wanted.groups == nil && !w.diags.HasError() {
		hidden, err := w.client.GroupsMayHide(ctx)
		if err != nil {
			w.diags.Append(failure(summaryNotRead, "What the principal may see could not be read.", w.wanted.from, err))
		}
		r.Hidden = hidden
	}
	return r
}

// delivers tells whether any record that came to the topic in the window is one
// that a consumer of committed records gets. Without the Read right it is taken
// for one.
func (w *swapWatcher) delivers(ctx context.Context, before, after kafka.Spans) bool {
	if w.diags.HasError() {
		return false
	}
	from := make([]int64, len(after.Partitions))
	for i := range from {
		from[i] = before.Partitions[i].Stable // an open transaction may have ended
	}
	unread, err := w.client.Unread(ctx, after, from)
	if kafka.ReasonOf(err) == kafka.ReasonUnauthorized {
		return true
	}
	if err != nil {
		w.diags.Append(failure(summaryNotRead, "What came to the topic in the window could not be read.", after.Name, err))
	}
	return slices.ContainsFunc(unread, func(u kafka.Unread) bool { return u.Lag > 0 })
}

func (w *swapWatcher) spans(ctx context.Context, attribute, topic string) kafka.Spans {
	if w.diags.HasError() {
		return kafka.Spans{}
	}
	spans, err := w.client.Spans(ctx, topic)
	if err != nil && w.watched && errors.Is(err, kafka.ErrNotFound) {
		w.diags.AddError(summaryChanged, detail("The topic was deleted while it was watched.", fact("Topic", topic)))
		return spans
	}
	if err != nil {
		w.diags.Append(topicNotRead(ctx, w.client, path.Root(attribute), topic, err))
	}
	return spans
}

// groups are the named groups, or all that are listed and could have commits.
func (w *swapWatcher) groups(ctx context.Context) []kafka.ListedGroup {
	if w.diags.HasError() {
		return nil
	}
	listed, err := w.client.Groups(ctx)
	switch {
	case err != nil:
		w.diags.Append(failure(summaryGroupNotRead, "The groups could not be listed.", w.wanted.from, err))
		return nil
	case w.wanted.groups == nil:
		return listed
	}
	var named []kafka.ListedGroup
	for _, name := range w.wanted.groups {
		if i := slices.IndexFunc(listed, func(g kafka.ListedGroup) bool { return g.Name == name && g.Type == kafka.TypeShare }); i >= 0 {
			named = append(named, listed[i])
			continue
		}
		group, err := w.client.Group(ctx, name)
		if err != nil {
			w.diags.Append(groupNotRead(ctx, w.client, path.Root("group_names"), name, err))
			return nil
		}
		named = append(named, kafka.ListedGroup{Name: name, State: group.State})
	}
	return named
}

// growth puts both ends of the window beside each other. A topic that became
// another one in between is an error.
func (w *swapWatcher) growth(before, after kafka.Spans) []live.Growth {
	if before.ID != after.ID || len(before.Partitions) != len(after.Partitions) {
		w.diags.AddError(summaryChanged, detail(
			"The topic was recreated or got other partitions while it was watched. Read it again once that is over.",
			fact("Topic", after.Name), fact("Topic ID", after.ID), fact("Before", before.ID)))
		return nil
	}
	out := make([]live.Growth, len(after.Partitions))
	for i := range out {
		out[i] = live.Growth{Before: before.Partitions[i].High, After: after.Partitions[i].High}
	}
	return out
}

// readings are how far the groups have read from; listed groups without a commit
// on it and without a member that reads it are left out.
func (w *swapWatcher) readings(ctx context.Context, listed []kafka.ListedGroup, from kafka.Spans) []live.GroupReadiness {
	commits, err := w.client.Progress(ctx, listed)
	if err != nil {
		w.diags.Append(failureAbout(summaryGroupNotRead, "The groups' commits could not be read.", fact("Topic", from.Name), err))
		return nil
	}
	type answer struct {
		readiness live.GroupReadiness
		counts    bool
		err       error
	}
	answers := make([]answer, len(listed))
	sideBySide(len(listed), func(i int) {
		g, a := listed[i], &answers[i]
		a.counts = w.wanted.groups != nil || len(commits[g.Name][from.Name]) > 0
		if !a.counts {
			a.counts, a.err = w.client.Reads(ctx, g, from.Name)
		}
		if !a.counts || a.err != nil {
			return
		}
		reading, err := w.client.ReadingOf(ctx, commits[g.Name], from, true)
		a.readiness, a.err = groupReadiness(g, reading), err
	})
	out := []live.GroupReadiness{}
	for _, a := range answers {
		switch {
		case a.err != nil:
			w.diags.Append(failure(summaryNotRead, "What a group has still to read could not be read.", from.Name, a.err))
			return nil
		case a.counts:
			out = append(out, a.readiness)
		}
	}
	return out
}

func groupReadiness(g kafka.ListedGroup, reading kafka.TopicReading) live.GroupReadiness {
	out := live.GroupReadiness{Group: g.Name, State: g.State, Lag: make([]int64, len(reading.Unread))}
	for i, unread := range reading.Unread {
		out.Lag[i] = unread.Lag
		switch at := reading.Committed[i]; {
		case at < 0:
			out.Uncommitted = append(out.Uncommitted, int32(i))
		case at > reading.Partitions[i].High:
			out.Beyond = append(out.Beyond, int32(i))
		}
	}
	return out
}
