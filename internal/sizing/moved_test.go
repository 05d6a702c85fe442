package sizing

import (
	"encoding/json"
	"math"
	"math/big"
	"testing"
)

func TestMovedShareGolden(t *testing.T) {
	var cases []struct {
		From  int64       `json:"from"`
		To    int64       `json:"to"`
		Share json.Number `json:"moved_share"`
	}
	golden(t, "moved_share.json", &cases)
	if len(cases) == 0 {
		t.Fatal("no cases")
	}
	for _, c := range cases {
		if got := Round(MovedShare(c.From, c.To), 6); got.Cmp(rat(t, c.Share.String())) != 0 {
			t.Errorf("%d to %d: got %s, want %s", c.From, c.To, got, c.Share)
		}
	}
}

// Counted over the hashes of one period.
func TestMovedShareCounted(t *testing.T) {
	for from := int64(1); from <= 16; from++ {
		for to := int64(1); to <= 16; to++ {
			moved := int64(0)
			for hash := range from * to {
				if hash%from != hash%to {
					moved++
				}
			}
			if got := MovedShare(from, to); got.Cmp(big.NewRat(moved, from*to)) != 0 {
				t.Errorf("%d to %d: got %s, want %d of %d", from, to, got, moved, from*to)
			}
		}
	}
}

func TestMovedShareEdges(t *testing.T) {
	if got := MovedShare(math.MaxInt64, math.MaxInt64-1); got.Cmp(integer(1)) >= 0 || got.Sign() <= 0 {
		t.Errorf("got %s", got)
	}
	for _, pair := range [][2]int64{{0, 0}, {0, 6}, {6, -1}} {
		if got := MovedShare(pair[0], pair[1]); got.Sign() != 0 {
			t.Errorf("%v: got %s, want 0", pair, got)
		}
	}
}

func TestPercent(t *testing.T) {
	for share, want := range map[string]string{"2/3": "66.7%", "0.5": "50%", "0": "0%", "1.2345": "123.5%", "0.0004": "0%", "0.9": "90%"} {
		if got := Percent(rat(t, share)); got != want {
			t.Errorf("%s: got %s, want %s", share, got, want)
		}
	}
}
