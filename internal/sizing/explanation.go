package sizing

import (
	"fmt"
	"math/big"
	"strings"
)

// Context is the topic that a sizing is explained for.
type Context struct {
	// Partitions is the planned count; 0 stands for the pin or else the
	// recommendation.
	Partitions int64
	// Pinned is the count acknowledged by hand; 0 for none.
	Pinned int64
	// MinimumHeadroomFactor and Skew are nil where they are not given.
	MinimumHeadroomFactor *big.Rat
	Skew                  *Skew
}

// Line is the sizing in one line, without a line end:
//
//	recommend 18 partitions (driver=parallelism, headroom=1.5x)
func (s Sizing) Line() string {
	return fmt.Sprintf("recommend %d partitions (driver=%s, headroom=%sx)",
		s.RecommendedPartitions, s.Driver, given(s.HeadroomFactor))
}

// Explain returns the Line and then one sentence a line for what matters:
// the derivation, uneven shares, the pin or the live count, the headroom left
// and the skew. It does not end with a line end.
func (s Sizing) Explain(p Profile, c Context) string {
	if c.Partitions == 0 {
		c.Partitions = c.Pinned
	}
	if c.Partitions == 0 {
		c.Partitions = s.RecommendedPartitions
	}
	lines := []string{s.Line()}
	lines = append(lines, s.derivation(p)...)
	lines = append(lines, s.shares(c.Partitions)...)
	lines = append(lines, s.planned(c)...)
	lines = append(lines, s.headroom(c)...)
	if c.Skew != nil {
		lines = append(lines, s.skewed(p, c)...)
	}
	return strings.Join(lines, "\n")
}

func (s Sizing) derivation(p Profile) []string {
	lines := []string{fmt.Sprintf("Peak %s events/s x %s KB = %s MB/s; at %s MB/s per partition that needs %d.",
		given(p.PeakEventsPerSec), given(p.AvgEventSizeKB), measuredIn(s.PeakMBPerSec, p.PerPartitionCeilingMBPerSec),
		given(p.PerPartitionCeilingMBPerSec), s.ThroughputPartitions)}
	if s.ConsumerRatePartitions != nil {
		lines = append(lines, fmt.Sprintf("At %s events/s per consumer that needs %d.",
			given(p.ConsumerEventsPerSec), *s.ConsumerRatePartitions))
	}
	lines = append(lines, fmt.Sprintf("%d %s %d.", s.TargetConsumers,
		choose(s.TargetConsumers, "consumer needs", "consumers need"), s.ParallelismPartitions))

	exact := product(integer(s.Need), s.HeadroomFactor)
	if exact.IsInt() {
		lines = append(lines, fmt.Sprintf("%d x %s = %d required.", s.Need, given(s.HeadroomFactor), s.RequiredPartitions))
	} else {
		lines = append(lines, fmt.Sprintf("%d x %s = %s, so %d required.",
			s.Need, given(s.HeadroomFactor), Text(exact, 6), s.RequiredPartitions))
	}
	if s.RecommendedPartitions != s.RequiredPartitions {
		lines = append(lines, fmt.Sprintf("rounding = %s makes it %d.", s.Rounding, s.RecommendedPartitions))
	}
	return lines
}

// planned says why the planned count is not the recommended one.
func (s Sizing) planned(c Context) []string {
	n := c.Partitions
	if c.Pinned != 0 {
		lines := []string{fmt.Sprintf("Pinned at %d %s by pinned_partitions.", c.Pinned, choose(c.Pinned, "partition", "partitions"))}
		if c.Pinned < s.RequiredPartitions {
			lines = append(lines, fmt.Sprintf("That is below the %d required.", s.RequiredPartitions))
		}
		return lines
	}
	topic := fmt.Sprintf("The topic has %d %s", n, choose(n, "partition", "partitions"))
	switch {
	case n == s.RecommendedPartitions:
		return nil
	case n > s.RecommendedPartitions:
		return []string{fmt.Sprintf("%s, more than the %d recommended: partitions cannot shrink.", topic, s.RecommendedPartitions)}
	case n >= s.RequiredPartitions:
		return []string{fmt.Sprintf("%s: the %d required are there, and rounding alone demands no growth.", topic, s.RequiredPartitions)}
	case c.MinimumHeadroomFactor != nil && n >= s.RequiredAt(c.MinimumHeadroomFactor):
		return []string{fmt.Sprintf("%s, below the %d required, but minimum_headroom_factor = %s asks for no more than %d.",
			topic, s.RequiredPartitions, given(c.MinimumHeadroomFactor), s.RequiredAt(c.MinimumHeadroomFactor))}
	default:
		return []string{fmt.Sprintf("%s, below the %d required.", topic, s.RequiredPartitions)}
	}
}

// headroom says how much is left where it is not what was configured. More
// that comes from rounding up to a whole partition does not count.
func (s Sizing) headroom(c Context) []string {
	left := Text(s.HeadroomLeft(c.Partitions), 2)
	switch n := c.Partitions; {
	case n < s.Need:
		return []string{fmt.Sprintf("No headroom left: %d %s %sx of the %d needed.", n, choose(n, "partition is", "partitions are"), left, s.Need)}
	case n < s.RequiredPartitions:
		return []string{fmt.Sprintf("Headroom left: %sx of %sx.", left, given(s.HeadroomFactor))}
	case n > s.RequiredPartitions:
		return []string{fmt.Sprintf("Headroom at %d partitions: %sx, configured %sx.", n, left, given(s.HeadroomFactor))}
	}
	return nil
}

// shares says how unevenly the target consumers share so many partitions,
// where that costs at least a tenth of a consumer.
func (s Sizing) shares(partitions int64) []string {
	consumers := s.TargetConsumers
	least, more := partitions/consumers, partitions%consumers
	if least == 0 {
		idle := consumers - partitions
		return []string{fmt.Sprintf("%d consumers over %d %s: %d %s nothing to read.", consumers, partitions,
			choose(partitions, "partition", "partitions"), idle, choose(idle, "has", "have"))}
	}
	works := Text(big.NewRat(partitions, least+1), 1)
	if more == 0 || works == fmt.Sprint(consumers) {
		return nil
	}
	busy, rest := choose(more, "owns", "own"), consumers-more
	other := "the other"
	if rest > 1 {
		other = fmt.Sprintf("the other %d", rest)
	}
	over := fmt.Sprintf("%d partitions over %d consumers: %d %s", partitions, consumers, more, busy)
	if least == 1 {
		return []string{fmt.Sprintf("%s twice as much as %s, so the group works like %s.", over, other, works)}
	}
	return []string{fmt.Sprintf("%s %d partitions, %s %s %d, so the group works like %s.",
		over, least+1, other, choose(rest, "owns", "own"), least, works)}
}
