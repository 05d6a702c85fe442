package skew

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
)

const (
	// maxListed is the largest count at which every partition has a row, where
	// the lines are enough for it; above it the fullest and the emptiest have.
	maxListed = 24
	fullest   = 10
	emptiest  = 3
	// barCells is the width of the fullest partition's bar, in characters.
	barCells = 20
)

// eighths are the blocks that end a bar, by eighths of a character.
var eighths = []string{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"}

// bar returns a bar for records, to the scale of the fullest; whoever has a
// record has a bar.
func bar(records, most *big.Rat) string {
	if records.Sign() <= 0 {
		return ""
	}
	length := new(big.Rat).Quo(records, most)
	length.Mul(length, big.NewRat(8*barCells, 1))
	n := int(rounded(length, 0).Num().Int64())
	n = min(max(n, 1), 8*barCells)
	return strings.Repeat("█", n/8) + eighths[n%8]
}

// partitionTable has a bar for each partition, or for the fullest, the mean and
// the emptiest.
func (w report) partitionTable(each bool) []string {
	if w.single() {
		return nil
	}
	var rows [][]string
	if each || w.Partitions <= fullest+emptiest {
		for p := range w.Loads {
			rows = append(rows, w.partitionRow(p))
		}
	} else {
		rows = w.manyRows()
	}
	columns := []column{
		{"partition", true}, {"records", true}, {"share", true}, {"times mean", true}, {"load", false}, {"hot", false},
	}
	if w.IsBalanced() { // nothing stands in the last column
		columns = columns[:len(columns)-1]
	}
	return grid(columns, rows)
}

// manyRows lists the fullest partitions and the emptiest, with the mean where
// it belongs by size.
func (w report) manyRows() [][]string {
	order := make([]int, len(w.Loads))
	for p := range order {
		order[p] = p
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch x, y := w.Loads[a].Records, w.Loads[b].Records; {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	mean := append([]string{"mean"}, w.loadCells(w.MeanPerPartition)...)
	mean = append(mean, "")
	var rows [][]string
	meanShown := false
	for i, p := range order {
		if i >= fullest && i < len(order)-emptiest {
			if i == fullest {
				more := fmt.Sprintf("%s more", thousands(int64(len(order)-fullest-emptiest)))
				rows = append(rows, []string{more, "…", "…", "…", "", ""})
			}
			continue
		}
		records := new(big.Rat).SetInt64(w.Loads[p].Records)
		if !meanShown && records.Cmp(w.MeanPerPartition) < 0 {
			rows, meanShown = append(rows, mean), true
		}
		rows = append(rows, w.partitionRow(p))
	}
	if !meanShown {
		rows = append(rows, mean)
	}
	return rows
}

func (w report) partitionRow(p int) []string {
	load := w.Loads[p]
	row := append([]string{fmt.Sprint(p)}, w.loadCells(new(big.Rat).SetInt64(load.Records))...)
	hot := ""
	if load.Hot {
		hot = "by " + string(load.Cause)
	}
	return append(row, hot)
}

// loadCells are the records, the share, the ratio to the mean and the bar.
func (w report) loadCells(records *big.Rat) []string {
	all := new(big.Rat).SetInt64(w.Records)
	most := new(big.Rat).SetInt64(w.Loads[w.HottestPartition].Records)
	return []string{
		figure(records, 1),
		w.shareCell(new(big.Rat).Quo(records, all)),
		w.timesCell(new(big.Rat).Quo(records, w.MeanPerPartition)),
		bar(records, most),
	}
}

// shareCell is a share at the decimals that show three digits of the mean, so
// that a column has one form.
func (w report) shareCell(share *big.Rat) string {
	places := 0
	for n := int64(w.Partitions); n > 1; n = (n + 9) / 10 {
		places++
	}
	hundred := big.NewRat(100, 1)
	x := new(big.Rat).Mul(share, hundred)
	least := new(big.Rat).SetFrac64(1, 1)
	for range places {
		least.Quo(least, big.NewRat(10, 1))
	}
	switch shown := rounded(x, places); {
	case shown.Sign() == 0 && x.Sign() > 0:
		return "<" + least.FloatString(places) + "%"
	case shown.Cmp(hundred) == 0 && x.Cmp(hundred) < 0:
		return ">" + new(big.Rat).Sub(hundred, least).FloatString(places) + "%"
	}
	return x.FloatString(places) + "%"
}

// timesCell is a ratio to the mean at two decimals, or as many more as tell it
// from what is tolerated.
func (w report) timesCell(ratio *big.Rat) string {
	if rounded(ratio, 2).Cmp(w.limit) == ratio.Cmp(w.limit) {
		return ratio.FloatString(2)
	}
	return against(ratio, w.limit, 2)
}
