package live

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/shelf-analytics/terraform-provider-capture/internal/markdown"
)

const (
	// maxRows is the most partitions that have a row each; of more, the first
	// fewRows do.
	maxRows = 24
	fewRows = 12
	// maxNamed is the most names or numbers in one sentence.
	maxNamed = 12
)

// Report returns the lag as Markdown: the worst partition and the target in the
// first line, then a bar a partition, and what to know. It has fewer than 60
// lines and shows names as code.
func (g GroupLag) Report() string {
	return markdown.Sections(
		[]string{g.verdict()},
		[]string{g.about()},
		g.table(),
		g.notes(),
	)
}

func (g GroupLag) verdict() string {
	group, worst := name(g.Group), g.Worst()
	var line string
	switch {
	case worst == nil:
		return fmt.Sprintf("**Lag unknown**: group %s has no committed offset on %s.", group, g.topics())
	case *worst.Lag == 0:
		line = fmt.Sprintf("**No lag**: group %s has read %s to the end", group, g.topics())
	default:
		line = fmt.Sprintf("**Lag %s**: partition %d of %s has the oldest record that group %s has not read, %s behind",
			markdown.Duration(seconds(worst.AgeMillis)), worst.Partition, name(worst.Topic), group, markdown.Plural(*worst.Lag, "record"))
	}
	within := g.WithinTarget()
	switch {
	case g.TargetSeconds == nil:
		return line + "."
	case within == nil:
		return line + fmt.Sprintf("; whether the target of %s holds is not known.", markdown.Duration(g.TargetSeconds))
	case *within:
		return line + fmt.Sprintf("; within the target of %s.", markdown.Duration(g.TargetSeconds))
	default:
		return line + fmt.Sprintf("; above the target of %s.", markdown.Duration(g.TargetSeconds))
	}
}

func (g GroupLag) about() string {
	line := fmt.Sprintf("The group is %s and has %s", g.State, markdown.Plural(int64(g.Members), "member"))
	if g.Idle > 0 {
		line += fmt.Sprintf(", of which %s no partition", markdown.Form(int64(g.Idle), "1 owns", markdown.Thousands(int64(g.Idle))+" own"))
	}
	line += "."
	if !g.Known() {
		return line
	}
	line += fmt.Sprintf(" Over %s %s unread; what counts is the worst partition, not the total.",
		markdown.Plural(int64(len(g.Partitions)), "partition"),
		markdown.Form(g.TotalLag(), "1 record is", markdown.Thousands(g.TotalLag())+" records are"))
	if n := len(g.WorstMillis); n > 1 {
		line += fmt.Sprintf(" In 95%% of %d samples the worst lag was at most %s.", n, markdown.Duration(g.P95Seconds()))
	}
	return line
}

// table has a row for each partition, or for the worst.
func (g GroupLag) table() []string {
	if len(g.Partitions) == 0 {
		return nil
	}
	order := make([]*PartitionLag, len(g.Partitions))
	for i := range g.Partitions {
		order[i] = &g.Partitions[i]
	}
	rest := 0
	if len(order) > maxRows {
		slices.SortStableFunc(order, func(a, b *PartitionLag) int {
			return cmp.Or(cmp.Compare(b.AgeMillis, a.AgeMillis), cmp.Compare(value(b.Lag), value(a.Lag)))
		})
		rest = len(order) - fewRows
		order = order[:fewRows]
	}
	columns := []markdown.Column{
		{Title: "topic"}, {Title: "partition", Right: true}, {Title: "committed", Right: true}, {Title: "end", Right: true},
		{Title: "lag", Right: true}, {Title: "oldest", Right: true}, {Title: "", Right: false},
	}
	most := big.NewRat(max(1, g.MaxLag()), 1)
	var rows [][]string
	for _, p := range order {
		committed, lag, age := "none", "unknown", ""
		if p.Committed != nil {
			committed = markdown.Thousands(*p.Committed)
		}
		if p.Lag != nil {
			lag, age = markdown.Thousands(*p.Lag), markdown.Duration(seconds(p.AgeMillis))
		}
		rows = append(rows, []string{markdown.Cell(name(p.Topic)), fmt.Sprint(p.Partition), committed, markdown.Thousands(p.End),
			lag, age, markdown.Bar(big.NewRat(value(p.Lag), 1), most)})
	}
	if rest > 0 {
		rows = append(rows, []string{fmt.Sprintf("%s more", markdown.Thousands(int64(rest))), "…", "…", "…", "…", "…", ""})
	}
	return markdown.Table(columns, rows)
}

// notes say what is behind the numbers.
func (g GroupLag) notes() []string {
	var uncommitted, unknown, deleted, beyond []PartitionLag
	for _, p := range g.Partitions {
		switch {
		case p.Lag == nil:
			unknown = append(unknown, p)
		case p.Committed == nil:
			uncommitted = append(uncommitted, p)
		}
		if p.Deleted > 0 {
			deleted = append(deleted, p)
		}
		if p.Beyond {
			beyond = append(beyond, p)
		}
	}
	var lines []string
	if len(unknown) > 0 {
		lines = append(lines, fmt.Sprintf("- No commit on any partition of %s: what the group has read there is not known.", topicsOf(unknown)))
	}
	if len(uncommitted) > 0 {
		lines = append(lines, fmt.Sprintf("- No commit on %s: counted from the log start.", partitionsOf(uncommitted)))
	}
	if len(deleted) > 0 {
		lines = append(lines, fmt.Sprintf("- Retention has deleted records that the group had not read, on %s: its commit is below the log start.", partitionsOf(deleted)))
	}
	if len(beyond) > 0 {
		lines = append(lines, fmt.Sprintf("- The commit is above the end of the log, on %s: it was made on another topic of this name, and 0 says nothing of what the group has read.", partitionsOf(beyond)))
	}
	return append(lines, "- The end is the last stable offset: records of open transactions do not count, nor do transaction markers and aborted ones.")
}

func (g GroupLag) topics() string {
	if len(g.Partitions) == 0 {
		return "any topic"
	}
	return topicsOf(g.Partitions)
}

// topicsOf names the topics once each.
func topicsOf(partitions []PartitionLag) string {
	var names []string
	for _, p := range partitions {
		if n := name(p.Topic); !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	return list(names)
}

// partitionsOf is "partitions 1, 2 of `orders`".
func partitionsOf(partitions []PartitionLag) string {
	var topics []string
	numbers := make(map[string][]int32)
	for _, p := range partitions {
		if numbers[p.Topic] == nil {
			topics = append(topics, p.Topic)
		}
		numbers[p.Topic] = append(numbers[p.Topic], p.Partition)
	}
	parts := make([]string, len(topics))
	for i, topic := range topics {
		parts[i] = numbered(numbers[topic]) + " of " + name(topic)
	}
	return list(parts)
}

// numbered is "partition 3" or "partitions 1, 2".
func numbered(partitions []int32) string {
	texts := make([]string, len(partitions))
	for i, p := range partitions {
		texts[i] = fmt.Sprint(p)
	}
	return markdown.Form(int64(len(partitions)), "partition ", "partitions ") + list(texts)
}

// list is the texts with commas, the first of many.
func list(texts []string) string {
	if len(texts) > maxNamed {
		more := len(texts) - maxNamed
		return strings.Join(texts[:maxNamed], ", ") + fmt.Sprintf(" and %s more", markdown.Thousands(int64(more)))
	}
	return strings.Join(texts, ", ")
}

// value is 0 for what is not known.
func value(n *int64) int64 {
	if n == nil {
		return 0
	}
	return *n
}
