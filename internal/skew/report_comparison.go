package skew

import "math/big"

// countsShown is how many other counts have a column.
const countsShown = 7

// comparison puts other partition counts beside this one.
func (w report) comparison() []string {
	columns := []column{{"partitions", false}}
	shares, ratios, hot := []string{"fullest, share"}, []string{"fullest, times the mean"}, []string{"hot partitions"}
	add := func(title string, partitions int, ratio *big.Rat, count int) {
		shares = append(shares, percent(new(big.Rat).Quo(ratio, big.NewRat(int64(partitions), 1))))
		columns = append(columns, column{title, true})
		ratios = append(ratios, w.timesCell(ratio))
		hot = append(hot, thousands(int64(count)))
	}
	add("**"+thousands(int64(w.Partitions))+"**", w.Partitions, w.PeakToMeanRatio, w.HotPartitionCount)
	others := 0
	for _, c := range w.Comparison {
		if c.Partitions == w.Partitions {
			continue
		}
		if others++; others <= countsShown {
			add(thousands(int64(c.Partitions)), c.Partitions, c.PeakToMeanRatio, c.HotPartitionCount)
		}
	}
	if others == 0 {
		return nil
	}
	if more := others - countsShown; more > 0 {
		columns = append(columns, column{thousands(int64(more)) + " more", true})
		shares, ratios, hot = append(shares, "…"), append(ratios, "…"), append(hot, "…")
	}
	return grid(columns, [][]string{shares, ratios, hot})
}
