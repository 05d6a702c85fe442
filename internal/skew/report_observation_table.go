package skew

import (
	"fmt"
	"math/big"

	"github.com/shelf-analytics/terraform-provider-capture/internal/markdown"
)

// table has a bar for each partition, or for the fullest, the mean and the
// emptiest of many.
func (w observationReport) table() []string {
	if w.Verdict == Idle || w.single() {
		return nil
	}
	hot := make(map[int]bool, len(w.Hot))
	for _, p := range w.Hot {
		hot[p] = true
	}
	row := func(p int) []string {
		mark := ""
		if hot[p] {
			mark = "hot"
		}
		return w.row(fmt.Sprint(p), new(big.Rat).SetInt64(w.Counts[p]), mark)
	}
	var rows [][]string
	if len(w.Counts) <= maxListed {
		for p := range w.Counts {
			rows = append(rows, row(p))
		}
		rows = append(rows, w.row("mean", w.MeanPerPartition, ""))
	} else {
		rows = rankedRows(w.Counts, w.MeanPerPartition, w.row("mean", w.MeanPerPartition, ""), row)
	}
	columns := []markdown.Column{
		{Title: "partition", Right: true},
		{Title: "records/s", Right: true},
		{Title: "share", Right: true},
		{Title: "times mean", Right: true},
		{Title: "load"},
		{Title: "hot"},
	}
	if len(w.Hot) == 0 { // nothing stands in the last column
		columns = columns[:len(columns)-1]
	}
	return markdown.Table(columns, rows)
}

// row has the title, the rate, the share, the ratio to the mean, the bar and the
// mark.
func (w observationReport) row(title string, records *big.Rat, mark string) []string {
	return []string{
		title,
		markdown.Rate(new(big.Rat).Quo(records, w.Seconds)),
		shareCell(new(big.Rat).Quo(records, new(big.Rat).SetInt64(w.Records)), len(w.Counts)),
		timesCell(new(big.Rat).Quo(records, w.MeanPerPartition), w.limit),
		markdown.Bar(records, new(big.Rat).SetInt64(w.Counts[w.HottestPartition])),
		mark,
	}
}
