package live

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"github.com/shelf-analytics/terraform-provider-capture/internal/markdown"
)

const (
	// maxLines is how many lines the report has at most.
	maxLines = 59
	// maxStretches is how many rows the series has at most.
	maxStretches = 24
	// RatePlaces is how many decimals rates have, in the outputs too.
	RatePlaces = 6
	// SizePlaces is how many decimals sizes have, in the outputs too.
	SizePlaces = 3
)

// Report returns the throughput as Markdown: the peak in the first line, what to
// copy into throughput_profile, a bar a partition, the course over time, and what
// to know. It has fewer than 60 lines and shows names as code.
func (t Throughput) Report() string {
	sections := [][]string{{t.verdict()}, t.profile(), t.measured(), t.partitionTable()}
	notes := t.notes()
	left := maxLines - len(notes) - 1
	for _, section := range sections {
		if len(section) > 0 {
			left -= len(section) + 1
		}
	}
	return markdown.Sections(append(sections, t.course(left), notes)...)
}

func (t Throughput) verdict() string {
	topic := name(t.Topic)
	switch {
	case t.Peak == nil:
		return fmt.Sprintf("**Nothing measured**: the logs of %s hold no whole interval of the time from %s to %s.", topic, Time(t.Window.From), Time(t.Window.To))
	case t.Records == 0:
		return fmt.Sprintf("**No records** arrived in %s from %s to %s.", topic, Time(t.CoveredFrom), Time(t.Window.To))
	}
	return fmt.Sprintf("**Peak %s events/s** in %s at %s over %s, %s times the mean of %s.",
		markdown.Rate(t.Peak), topic, Time(t.PeakAt), t.overPeak(), markdown.Figure(t.Burst(), 2), markdown.Rate(t.Mean))
}

// overPeak is the time that the peak's rate is taken over.
func (t Throughput) overPeak() string {
	return markdown.Duration(t.Window.rated(int(t.PeakAt.Sub(t.Window.From) / t.Window.Interval)))
}

// profile is what to copy.
func (t Throughput) profile() []string {
	switch {
	case t.Records == 0 || exact(t.Peak, RatePlaces) == "0":
		return nil
	case t.Compacted != nil && *t.Compacted:
		return []string{"There is nothing to copy into a `throughput_profile`: the topic is compacted, so that neither the peak nor the size is one of records. Measure what its producers send."}
	}
	lines := []string{
		"To copy into a `throughput_profile`:", "",
		"```hcl",
		"peak_events_per_sec = " + exact(t.Peak, RatePlaces),
	}
	if size := t.EventSizeKB(); size != nil && exact(size, SizePlaces) != "0" {
		lines = append(lines, "avg_event_size_kb   = "+exact(size, SizePlaces)+" # as stored")
	}
	return append(lines, "```")
}

// exact is a number as the outputs have it.
func exact(r *big.Rat, places int) string {
	return strings.TrimSuffix(strings.TrimRight(r.FloatString(places), "0"), ".")
}

func (t Throughput) measured() []string {
	if t.Peak == nil {
		return nil
	}
	line := fmt.Sprintf("**Measured**: %s in %s from %s to %s, in %s.",
		markdown.Plural(t.Records, "record"), markdown.Plural(int64(len(t.Logs)), "partition"), Time(t.CoveredFrom), Time(t.Window.To),
		t.intervals())
	if hottest := t.Hottest(); t.Records > 0 && len(t.Logs) > 1 {
		line += fmt.Sprintf(" The busiest partition is %d, with up to %s events/s.", hottest.Partition, markdown.Rate(hottest.Peak))
	}
	return []string{line}
}

// intervals are how many are covered, and their lengths.
func (t Throughput) intervals() string {
	last := t.Window.To.Sub(t.Series[len(t.Series)-1].Start)
	length := t.Window.Interval
	if len(t.Series) == 1 {
		length = last
	}
	text := fmt.Sprintf("%s of %s", markdown.Plural(int64(len(t.Series)), "interval"), markdown.Duration(inSeconds(length)))
	if last < length {
		text += ", the last one of " + markdown.Duration(inSeconds(last))
	}
	return text
}

// partitionTable has a row for each partition, or for those with the highest peaks.
func (t Throughput) partitionTable() []string {
	if t.Records == 0 || len(t.Logs) == 1 {
		return nil
	}
	order := slices.Clone(t.Partitions)
	rest := 0
	if len(order) > maxRows {
		slices.SortStableFunc(order, func(a, b PartitionRate) int { return b.Peak.Cmp(a.Peak) })
		rest = len(order) - fewRows
		order = order[:fewRows]
	}
	most := t.Hottest().Peak
	var rows [][]string
	for _, p := range order {
		at := ""
		if !p.PeakAt.IsZero() {
			at = Time(p.PeakAt)
		}
		rows = append(rows, []string{fmt.Sprint(p.Partition), markdown.Thousands(p.Records), markdown.Rate(p.Peak), at, markdown.Bar(p.Peak, most)})
	}
	if rest > 0 {
		rows = append(rows, []string{fmt.Sprintf("%s more", markdown.Thousands(int64(rest))), "…", "…", "…", ""})
	}
	return markdown.Table([]markdown.Column{
		{Title: "partition", Right: true}, {Title: "records", Right: true}, {Title: "peak/s", Right: true}, {Title: "at"}, {Title: ""},
	}, rows)
}

// course is the series, folded to the highest of neighbouring intervals so that
// it fits the lines that are left.
func (t Throughput) course(left int) []string {
	const heading = 2
	rows := min(maxStretches, left-heading)
	if t.Records == 0 || len(t.Series) < 2 || rows < 1 {
		return nil
	}
	fold := (len(t.Series) + rows - 1) / rows
	title := "events/s"
	if fold > 1 {
		title = fmt.Sprintf("most in %d intervals", fold)
	}
	var cells [][]string
	for stretch := range slices.Chunk(t.Series, fold) {
		highest := slices.MaxFunc(stretch, func(a, b Rate) int { return a.PerSec.Cmp(b.PerSec) })
		cells = append(cells, []string{Time(stretch[0].Start), markdown.Rate(highest.PerSec), markdown.Bar(highest.PerSec, t.Peak)})
	}
	return markdown.Table([]markdown.Column{{Title: "from"}, {Title: title, Right: true}, {Title: ""}}, cells)
}

// Time is a time in the form of RFC 3339, in UTC.
func Time(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

// Numbered names partitions: "partitions 1, 2"; the first of many.
func Numbered(partitions []int32) string { return numbered(partitions) }
