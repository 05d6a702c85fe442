package skew

import (
	"fmt"
	"math/big"
)

// certainty says how sure the sample lets one be.
func (w report) certainty() []string {
	keys := w.keyCount()
	if w.single() {
		return []string{"**How sure**: certain. " + keys}
	}
	n, tolerance := plural(int64(w.Partitions), "partition"), percent100(w.Tolerance)
	line := fmt.Sprintf("**How sure**: %s, and %s at a tolerance of %s need at least %s.",
		plural(w.Records, "record"), n, tolerance, w.needed())
	if !w.enough() {
		line = fmt.Sprintf("**How sure**: %s, fewer than the %s that %s at a tolerance of %s need.",
			plural(w.Records, "record"), w.needed(), n, tolerance)
	}
	line += fmt.Sprintf(" At this size chance alone lifts the fullest partition by up to %s%%, in 19 samples of 20.", floating(100*w.NoiseFloor, 1))
	if w.limit.Cmp(big.NewRat(int64(w.Partitions), 1)) >= 0 {
		line += fmt.Sprintf(" At so large a tolerance no partition of %s can be hot.", thousands(int64(w.Partitions)))
	}

	if w.DistinctKeys == 1 {
		return []string{line, keys}
	}
	least, bound := "", ""
	if !w.DistinctExact {
		least, bound = "at least ", " at most"
	}
	keys += fmt.Sprintf(" They spread like%s %s keys of equal share, with which a good hash is expected to load the fullest partition with %s%s times the mean.",
		bound, w.effective(), least, floating(w.ExpectedRatio, 3))
	return []string{line, keys}
}

// keyCount says how the distinct keys were counted.
func (w report) keyCount() string {
	text := fmt.Sprintf("The %s were counted one by one.", w.distinct())
	if w.DistinctKeys == 1 {
		text = "The one key was counted."
	}
	if !w.DistinctExact {
		text = fmt.Sprintf("The number of distinct keys, %s, is an estimate (standard error 1.7%% or better).", estimate(w.DistinctKeys))
	}
	if w.HottestKeyShareBound {
		text += fmt.Sprintf(" None has more than %s of the records.", percent(w.HottestKeyShare))
	}
	return text
}

// percent100 shows a share that may be more than 1.
func percent100(share *big.Rat) string {
	return figure(new(big.Rat).Mul(share, big.NewRat(100, 1)), 4) + "%"
}
