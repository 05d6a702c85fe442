package skew

import (
	"math/big"

	"github.com/shelf-analytics/terraform-provider-capture/internal/markdown"
)

// countsShown is how many other counts have a column.
const countsShown = 7

// comparison puts other partition counts beside this one.
func (w report) comparison() []string {
	columns := []markdown.Column{{Title: "partitions"}}
	shares, ratios, hot := []string{"fullest, share"}, []string{"fullest, times the mean"}, []string{"hot partitions"}
	add := func(title string, partitions int, ratio *big.Rat, count int) {
		shares = append(shares, markdown.Percent(new(big.Rat).Quo(ratio, big.NewRat(int64(partitions), 1))))
		columns = append(columns, markdown.Column{Title: title, Right: true})
		ratios = append(ratios, timesCell(ratio, w.limit))
		hot = append(hot, markdown.Thousands(int64(count)))
	}
	add("**"+markdown.Thousands(int64(w.Partitions))+"**", w.Partitions, w.PeakToMeanRatio, w.HotPartitionCount)
	others := 0
	for _, c := range w.Comparison {
		if c.Partitions == w.Partitions {
			continue
		}
		if others++; others <= countsShown {
			add(markdown.Thousands(int64(c.Partitions)), c.Partitions, c.PeakToMeanRatio, c.HotPartitionCount)
		}
	}
	if others == 0 {
		return nil
	}
	if more := others - countsShown; more > 0 {
		columns = append(columns, markdown.Column{Title: markdown.Thousands(int64(more)) + " more", Right: true})
		shares, ratios, hot = append(shares, "…"), append(ratios, "…"), append(hot, "…")
	}
	return markdown.Table(columns, [][]string{shares, ratios, hot})
}
