package skew_test

import (
	"math/big"
	"testing"

	"github.com/shelf-analytics/terraform-provider-capture/internal/skew"
)

func TestSaltShards(t *testing.T) {
	for _, test := range []struct {
		share     string
		n         int64
		tolerance string
		want      int64
	}{
		{"0.4", 12, "0.2", 8},   // 4.8/0.6, exactly
		{"2/5", 24, "0.2", 16},  // 9.6/0.6
		{"0.1", 12, "0.2", 4},   // 1.2/0.3, exactly
		{"0.11", 12, "0.2", 5},  // 4.26
		{"0.01", 12, "0.2", 1},  // 0.57
		{"0", 12, "0.2", 1},     // at least one
		{"1", 12, "0.2", 10},    // 12/1.2
		{"1", 12, "0.0001", 12}, // at most all
		{"1", 1, "0.2", 1},
		{"1/3", 9, "1/3", 5}, // 4.5
	} {
		share, _ := new(big.Rat).SetString(test.share)
		tolerance, _ := new(big.Rat).SetString(test.tolerance)
		if got := skew.SaltShards(share, test.n, tolerance); got != test.want {
			t.Errorf("%s of %d at %s: %d shards, want %d", test.share, test.n, test.tolerance, got, test.want)
		}
	}
}

// With an even background, so many shards stay within the tolerance, and one
// fewer do not.
func TestSaltShardsIsTheLeast(t *testing.T) {
	for n := int64(2); n <= 40; n++ {
		for hundredths := int64(1); hundredths <= 100; hundredths++ {
			share, tolerance := big.NewRat(hundredths, 100), big.NewRat(1, 5)
			fits := func(d int64) bool { // (1-share)/n + share/d <= (1+tolerance)/n
				load := new(big.Rat).Mul(new(big.Rat).Sub(big.NewRat(1, 1), share), big.NewRat(1, n))
				load.Add(load, new(big.Rat).Mul(share, big.NewRat(1, d)))
				return load.Cmp(big.NewRat(6, 5*n)) <= 0
			}
			d := skew.SaltShards(share, n, tolerance)
			if d < n && !fits(d) || d > 1 && fits(d-1) {
				t.Fatalf("share %s over %d: %d shards", share, n, d)
			}
		}
	}
}
