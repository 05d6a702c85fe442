package markdown

import (
	"math/big"
	"strings"
)

// barCells is the width of the longest bar, in characters.
const barCells = 20

// eighths are the blocks that end a bar, by eighths of a character.
var eighths = []string{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"}

// Bar returns a bar for records, to the scale of the fullest; whoever has a
// record has a bar.
func Bar(records, most *big.Rat) string {
	if records.Sign() <= 0 {
		return ""
	}
	length := new(big.Rat).Quo(records, most)
	length.Mul(length, big.NewRat(8*barCells, 1))
	n := int(Rounded(length, 0).Num().Int64())
	n = min(max(n, 1), 8*barCells)
	return strings.Repeat("█", n/8) + eighths[n%8]
}
