package live

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"

	"github.com/shelf-analytics/terraform-provider-capture/internal/markdown"
)

const (
	// maxBlockers and maxGroups are the most that the report lists.
	maxBlockers = 12
	maxGroups   = 12
	// readyRows is the most partitions that have a row each.
	readyRows = 12
)

// Report returns the readiness as Markdown: what blocks in the first line, the
// next steps, the groups, and a bar a partition of From for what is unread. It
// has fewer than 60 lines and shows names as code.
func (r Readiness) Report() string {
	return markdown.Sections([]string{r.verdict()}, r.steps(), []string{r.traffic()}, r.groups(), r.unread(), r.notes())
}

func (r Readiness) verdict() string {
	from, to := name(r.From), name(r.To)
	blockers := r.Blockers()
	if len(blockers) == 0 {
		drained := "no group reads it"
		if r.Held > 0 {
			drained = fmt.Sprintf("no group need read its %s", markdown.Plural(r.Held, "record"))
		}
		switch n := int64(len(r.Groups)); {
		case n == 1:
			drained = "its one group has drained it"
		case n > 1:
			drained = fmt.Sprintf("all %s groups have drained it", markdown.Thousands(n))
		}
		return fmt.Sprintf("**Ready**: %s may be retired: nothing arrives there, %s, and %s.", from, drained, r.receives(to))
	}
	left := int64(0)
	waiting := int64(0)
	for _, g := range r.Groups {
		left += g.Total()
		if !g.Drained() {
			waiting++
		}
	}
	line := fmt.Sprintf("**Not ready**: %s", markdown.Plural(int64(len(blockers)), "blocker"))
	if waiting > 0 {
		line += fmt.Sprintf("; %s %s of %s to read", markdown.Plural(waiting, "group")+markdown.Form(waiting, " has", " have"), markdown.Plural(left, "record"), from)
	}
	if !r.Frozen() {
		line += fmt.Sprintf("; %s arrived there", markdown.Plural(r.FromRecords(), "record"))
	}
	return line + "."
}

func (r Readiness) receives(to string) string {
	if !r.ToDelivers {
		return fmt.Sprintf("%s need not receive records", to)
	}
	return fmt.Sprintf("%s receives records", to)
}

func (r Readiness) steps() []string {
	blockers := r.Blockers()
	var lines []string
	for _, b := range blockers[:min(len(blockers), maxBlockers)] {
		lines = append(lines, "- "+b)
	}
	if more := len(blockers) - maxBlockers; more > 0 {
		lines = append(lines, fmt.Sprintf("- %s more: see `blockers`.", markdown.Thousands(int64(more))))
	}
	return lines
}

func (r Readiness) traffic() string {
	return fmt.Sprintf("Within %s %s (%s) received %s, %s (%s) %s.", markdown.Duration(seconds(r.Window.Milliseconds())),
		name(r.From), markdown.Plural(int64(len(r.FromEnds)), "partition"), markdown.Plural(r.FromRecords(), "record"),
		name(r.To), markdown.Plural(int64(len(r.ToEnds)), "partition"), markdown.Thousands(r.ToRecords()))
}

func (r Readiness) groups() []string {
	if len(r.Groups) == 0 {
		return []string{fmt.Sprintf("No group has a committed offset on %s, and no member of one reads it. Groups whose commits have expired and readers that commit nothing are not seen.", name(r.From))}
	}
	order := slices.Clone(r.Groups)
	slices.SortStableFunc(order, func(a, b GroupReadiness) int { return cmp.Compare(b.Total(), a.Total()) })
	columns := []markdown.Column{{Title: "group"}, {Title: "state"}, {Title: "to read", Right: true}, {Title: "without commit", Right: true}, {Title: "drained"}}
	var rows [][]string
	for _, g := range order[:min(len(order), maxGroups)] {
		rows = append(rows, []string{markdown.Cell(name(g.Group)), g.State, markdown.Thousands(g.Total()),
			markdown.Thousands(int64(len(g.Uncommitted))), yes(g.Drained())})
	}
	if more := len(order) - maxGroups; more > 0 {
		rows = append(rows, []string{fmt.Sprintf("%s more", markdown.Thousands(int64(more))), "…", "…", "…", "…"})
	}
	return markdown.Table(columns, rows)
}

// unread has a bar for each partition of From, or for those with most to read.
func (r Readiness) unread() []string {
	type row struct {
		partition    int
		unread, ends int64
	}
	var all []row
	most := int64(1)
	for i, g := range r.FromEnds {
		left := int64(0)
		for _, group := range r.Groups {
			left += group.Lag[i]
		}
		most = max(most, left)
		all = append(all, row{i, left, max(0, g.After-g.Before)})
	}
	rest := 0
	if len(all) > readyRows {
		slices.SortStableFunc(all, func(a, b row) int {
			return cmp.Or(cmp.Compare(b.unread, a.unread), cmp.Compare(b.ends, a.ends))
		})
		rest = len(all) - readyRows
		all = all[:readyRows]
	}
	columns := []markdown.Column{{Title: "partition", Right: true}, {Title: "arrived", Right: true}, {Title: "to read", Right: true}, {Title: ""}}
	var rows [][]string
	for _, x := range all {
		rows = append(rows, []string{fmt.Sprint(x.partition), markdown.Thousands(x.ends), markdown.Thousands(x.unread),
			markdown.Bar(big.NewRat(x.unread, 1), big.NewRat(most, 1))})
	}
	if rest > 0 {
		rows = append(rows, []string{fmt.Sprintf("%s more", markdown.Thousands(int64(rest))), "…", "…", ""})
	}
	return markdown.Table(columns, rows)
}

func yes(holds bool) string {
	if holds {
		return "yes"
	}
	return "no"
}

func (r Readiness) notes() []string {
	return []string{"Drained: no record that a consumer of committed records would get lies before the last stable offset. Readers that commit nothing are not seen."}
}
