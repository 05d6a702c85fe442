package skew_test

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/shelf-analytics/terraform-provider-capture/internal/skew"
)

// The reports of observations are read as a whole.
func TestReportObservation(t *testing.T) {
	// Of a thousand partitions some are hot, one is empty.
	thousand := make([]int64, 1000)
	for p := range thousand {
		thousand[p] = 1000 + int64(p%7)
	}
	thousand[17], thousand[400], thousand[999] = 9000, 4000, 0
	tests := []struct {
		name      string
		tolerance string
		counts    []int64
	}{
		{"skewed", "0.2", []int64{10_000, 10_000, 1_010_000, 20_000}},
		{"skewed_a_little", "0.2", []int64{995, 1000, 1250, 1005, 990, 1000, 1000, 985, 1010, 1000, 970, 1000}},
		{"skewed_twice", "0.2", []int64{2600, 100, 2400}},
		{"skewed_soon", "0.2", []int64{2, 0, 31, 1}},
		{"skewed_1000", "0.2", thousand},
		{"balanced", "0.2", []int64{10_000, 9000, 11_000, 10_500}},
		{"balanced_single", "0.2", []int64{5}},
		{"insufficient", "0.2", []int64{3, 4, 9, 4}},
		{"insufficient_even", "1/3", []int64{3, 4, 4, 3}},
		{"idle", "0.2", []int64{0, 0}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := observed(t, test.tolerance, test.counts...).Report("clicks|*")
			formed(t, got, 0)
			matches(t, "observed_"+test.name, got)
		})
	}
}

// A report has a good form whatever is observed.
func TestReportObservationForm(t *testing.T) {
	loads := map[string]func(n int) []int64{
		"idle":     func(n int) []int64 { return each(n, 0) },
		"one":      func(n int) []int64 { return append(each(n-1, 0), 1) },
		"few":      func(n int) []int64 { return append(each(n-1, 1), 3) },
		"even":     func(n int) []int64 { return each(n, 1_000_000) },
		"one hot":  func(n int) []int64 { return append(each(n-1, 1_000_000), 9_000_000) },
		"one cold": func(n int) []int64 { return append(each(n-1, 1_000_000), 1) },
		"half hot": func(n int) []int64 { return slices.Concat(each(n/2, 9_000_000), each(n-n/2, 1)) },
	}
	for name, load := range loads {
		for _, n := range []int{1, 2, 13, 24, 25, 1000, 100_000} {
			for _, tolerance := range []string{"0.2", "1/3", "0.000000000001", "5"} {
				for _, seconds := range []*big.Rat{big.NewRat(1, 1), big.NewRat(600_123_456_789, 1_000_000_000)} {
					formed(t, skew.Observe(load(n), seconds, fraction(t, tolerance)).Report("clicks"), 0)
				}
			}
		}
		if t.Failed() {
			t.Fatal(name)
		}
	}
}

// The mean of a topic is no load of any partition, and the report says so.
func TestReportMeanSaysNothing(t *testing.T) {
	got := observed(t, "0.2", 10_000, 10_000, 1_010_000, 20_000).Report("clicks")
	for _, want := range []string{
		"**Skewed**: partition 2 takes 101,000 of 105,000 records/s, 3.848 times the mean (at most 1.2 tolerated).\n",
		"**The mean says nothing**: no partition is within 20% of its 26,250 records/s. Partition 2 takes 101,000 records/s, the other 3 take 1,333 on average.\n",
		"|         2 |   101,000 | 96.2% |       3.85 | ████████████████████ | hot |\n",
		"|      mean |    26,250 | 25.0% |       1.00 | █████▎               |     |\n",
		"Size consumers by the fullest partition, 101,000 records/s, never by the mean",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in:\n%s", want, got)
		}
	}
}
