package provider

import (
	"context"
	"slices"
	"sync"
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
	diags  diag.Diagnostics
}

// watch looks at both topics, waits for the window, and looks again. What it
// returns counts only where there is no error.
func (w *swapWatcher) watch(ctx context.Context) live.Readiness {
	r := live.Readiness{From: w.wanted.from, To: w.wanted.to, RequireTraffic: w.wanted.traffic}
	fromBefore := w.spans(ctx, "from", w.wanted.from)
	toBefore := w.spans(ctx, "to", w.wanted.to)
	w.groups(ctx) // a wrong name is told before the window
	if w.diags.HasError() {
		return r
	}
	began := time.Now()
	tflog.Info(ctx, "watching topics", map[string]any{"from": w.wanted.from, "to": w.wanted.to, "window": w.wanted.window.String()})
	if err := watch(ctx, w.wanted.window, map[string]any{"from": w.wanted.from, "to": w.wanted.to}); err != nil {
		w.diags.Append(failure(summaryNotRead, "The observation was interrupted.", w.wanted.from, err))
		return r
	}
	r.Window = time.Since(began)
	from := w.spans(ctx, "from", w.wanted.from)
	to := w.spans(ctx, "to", w.wanted.to)
	states := w.groups(ctx)
	if w.diags.HasError() {
		return r
	}
	r.FromEnds, r.ToEnds = w.growth(fromBefore, from), w.growth(toBefore, to)
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

func (w *swapWatcher) spans(ctx context.Context, attribute, topic string) kafka.Spans {
	spans, err := w.client.Spans(ctx, topic)
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
// on it are left out.
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
	var group sync.WaitGroup
	free := make(chan struct{}, topicsAtOnce)
	for i, g := range listed {
		if w.wanted.groups == nil && len(commits[g.Name][from.Name]) == 0 {
			continue
		}
		group.Go(func() {
			free <- struct{}{}
			reading, err := w.client.ReadingOf(ctx, commits[g.Name], from, true)
			answers[i] = answer{readiness: groupReadiness(g, reading), counts: true, err: err}
			<-free
		})
	}
	group.Wait()
	out := []live.GroupReadiness{}
	for i, a := range answers {
		switch {
		case a.err != nil:
			w.diags.Append(failure(summaryNotRead, "What group "+listed[i].Name+" has still to read could not be read.", from.Name, a.err))
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
