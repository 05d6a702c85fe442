package skew

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"

	"github.com/shelf-analytics/terraform-provider-capture/internal/markdown"
)

const (
	// maxListed is the largest count at which every partition has a row, where
	// the lines are enough for it; above it the fullest and the emptiest have.
	maxListed = 24
	fullest   = 10
	emptiest  = 3
)

// fullestFirst are the numbers of the partitions with these records, the fullest
// first, equals by number.
func fullestFirst(records []int64) []int {
	order := make([]int, len(records))
	for p := range order {
		order[p] = p
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(records[b], records[a]) })
	return order
}

// rankedRows has the rows of the fullest of many partitions and of the emptiest,
// with that of the mean where it belongs by size. A row has six cells.
func rankedRows(records []int64, mean *big.Rat, meanRow []string, row func(partition int) []string) [][]string {
	n := len(records)
	var rows [][]string
	meanShown := false
	for i, p := range fullestFirst(records) {
		if i >= fullest && i < n-emptiest {
			if i == fullest {
				more := fmt.Sprintf("%s more", markdown.Thousands(int64(n-fullest-emptiest)))
				rows = append(rows, []string{more, "…", "…", "…", "", ""})
			}
			continue
		}
		if !meanShown && new(big.Rat).SetInt64(records[p]).Cmp(mean) < 0 {
			rows, meanShown = append(rows, meanRow), true
		}
		rows = append(rows, row(p))
	}
	if !meanShown {
		rows = append(rows, meanRow)
	}
	return rows
}

// shareCell is a share at the decimals that show three digits of the mean, so
// that a column has one form.
func shareCell(share *big.Rat, partitions int) string {
	places := 0
	for n := int64(partitions); n > 1; n = (n + 9) / 10 {
		places++
	}
	hundred := big.NewRat(100, 1)
	x := new(big.Rat).Mul(share, hundred)
	least := new(big.Rat).SetFrac64(1, 1)
	for range places {
		least.Quo(least, big.NewRat(10, 1))
	}
	switch shown := markdown.Rounded(x, places); {
	case shown.Sign() == 0 && x.Sign() > 0:
		return "<" + least.FloatString(places) + "%"
	case shown.Cmp(hundred) == 0 && x.Cmp(hundred) < 0:
		return ">" + new(big.Rat).Sub(hundred, least).FloatString(places) + "%"
	}
	return x.FloatString(places) + "%"
}

// timesCell is a ratio to the mean at two decimals, or as many more as tell it
// from what is tolerated.
func timesCell(ratio, limit *big.Rat) string {
	if markdown.Rounded(ratio, 2).Cmp(limit) == ratio.Cmp(limit) {
		return ratio.FloatString(2)
	}
	return markdown.Against(ratio, limit, 2)
}
