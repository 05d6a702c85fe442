package skew

import (
	"fmt"
	"math"
	"math/big"

	"github.com/shelf-analytics/terraform-provider-capture/internal/markdown"
)

// certainty says how sure the sample lets one be.
func (w report) certainty() []string {
	keys := w.keyCount()
	if w.single() {
		return []string{"**How sure**: certain. " + keys}
	}
	line := sampleText(w.Records, w.Partitions, w.Tolerance, w.MinimumSample, w.NoiseFloor)

	if w.DistinctKeys == 1 {
		return []string{line, keys}
	}
	least, bound := "", ""
	if !w.DistinctExact {
		least, bound = "at least ", " at most"
	}
	keys += fmt.Sprintf(" They spread like%s %s keys of equal share, with which a good hash is expected to load the fullest partition with %s%s times the mean.",
		bound, w.effective(), least, markdown.Floating(w.ExpectedRatio, 3))
	return []string{line, keys}
}

// sampleText says whether so many records are enough for that many partitions, and
// what chance alone does to them.
func sampleText(records int64, partitions int, tolerance *big.Rat, minimum int64, noise float64) string {
	n, tolerated, needed := markdown.Plural(int64(partitions), "partition"), percent100(tolerance), neededText(minimum)
	text := fmt.Sprintf("**How sure**: %s, and %s at a tolerance of %s need at least %s.",
		markdown.Plural(records, "record"), n, tolerated, needed)
	if records < minimum {
		text = fmt.Sprintf("**How sure**: %s, fewer than the %s that %s at a tolerance of %s need.",
			markdown.Plural(records, "record"), needed, n, tolerated)
	}
	text += fmt.Sprintf(" At this size chance alone lifts the fullest partition by up to %s%%, in 19 samples of 20.", markdown.Floating(100*noise, 1))
	if new(big.Rat).Add(tolerance, big.NewRat(1, 1)).Cmp(big.NewRat(int64(partitions), 1)) >= 0 {
		text += fmt.Sprintf(" At so large a tolerance no partition of %s can be hot.", markdown.Thousands(int64(partitions)))
	}
	return text
}

// neededText is a minimum sample; at the largest integer it is a bound.
func neededText(minimum int64) string {
	if minimum == math.MaxInt64 {
		return "more than 9 quintillion"
	}
	return markdown.Thousands(minimum)
}

// keyCount says how the distinct keys were counted.
func (w report) keyCount() string {
	text := fmt.Sprintf("The %s were counted one by one.", w.distinct())
	if w.DistinctKeys == 1 {
		text = "The one key was counted."
	}
	if !w.DistinctExact {
		text = fmt.Sprintf("The number of distinct keys, %s, is an estimate (standard error 1.7%% or better).", markdown.Estimate(w.DistinctKeys))
	}
	if w.HottestKeyShareBound {
		text += fmt.Sprintf(" None has more than %s of the records.", markdown.Percent(w.HottestKeyShare))
	}
	return text
}

// percent100 shows a share that may be more than 1.
func percent100(share *big.Rat) string {
	return markdown.Figure(new(big.Rat).Mul(share, big.NewRat(100, 1)), 4) + "%"
}
