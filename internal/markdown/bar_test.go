package markdown_test

import (
	"math/big"
	"testing"

	"github.com/shelf-analytics/terraform-provider-capture/internal/markdown"
)

func TestBar(t *testing.T) {
	tests := []struct {
		records, most int64
		want          string
	}{
		{0, 8, ""},
		{1, 1_000_000, "▏"},
		{160, 160, "████████████████████"},
		{159, 160, "███████████████████▉"},
		{84, 160, "██████████▌"},
		{80, 160, "██████████"},
	}
	for _, test := range tests {
		if got := markdown.Bar(big.NewRat(test.records, 1), big.NewRat(test.most, 1)); got != test.want {
			t.Errorf("%d of %d: got %s, want %s", test.records, test.most, got, test.want)
		}
	}
}
