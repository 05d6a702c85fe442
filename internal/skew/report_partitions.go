package skew

import (
	"fmt"
	"math/big"

	"github.com/shelf-analytics/terraform-provider-capture/internal/markdown"
)

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
		mean := append([]string{"mean"}, w.loadCells(w.MeanPerPartition)...)
		records := make([]int64, w.Partitions)
		for p, load := range w.Loads {
			records[p] = load.Records
		}
		rows = rankedRows(records, w.MeanPerPartition, append(mean, ""), w.partitionRow)
	}
	columns := []markdown.Column{
		{Title: "partition", Right: true},
		{Title: "records", Right: true},
		{Title: "share", Right: true},
		{Title: "times mean", Right: true},
		{Title: "load"},
		{Title: "hot"},
	}
	if w.IsBalanced() { // nothing stands in the last column
		columns = columns[:len(columns)-1]
	}
	return markdown.Table(columns, rows)
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
		markdown.Figure(records, 1),
		shareCell(new(big.Rat).Quo(records, all), w.Partitions),
		timesCell(new(big.Rat).Quo(records, w.MeanPerPartition), w.limit),
		markdown.Bar(records, most),
	}
}
