package skew

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/shelf-analytics/terraform-provider-capture/internal/markdown"
)

// advice is what to do next.
func (w report) advice() []string {
	lines := []string{"**What to do**"}
	for _, step := range w.steps() {
		lines = append(lines, "- "+step)
	}
	return lines
}

func (w report) steps() []string {
	if w.single() {
		return []string{"Nothing: a single partition cannot be skewed. It keeps the order of all records and is read by one consumer of a group."}
	}
	var steps []string
	switch w.Verdict {
	case InsufficientSample:
		steps = append(steps, w.sampleMore())
		return append(steps, w.ifConfirmed()...)
	case KeySkew, Mixed, PartitionSkew:
		// Chance does not make a key hot, but it makes partitions hot.
		if !w.enough() && w.Verdict != KeySkew {
			steps = append(steps, w.sampleMore())
		}
		if len(w.HotKeys) > 0 || w.fillsAlone() {
			steps = append(steps, w.forHotKeys()...)
		}
		if w.Verdict != KeySkew {
			steps = append(steps, w.forPartitions()...)
		}
		if !w.enough() && w.Verdict == KeySkew {
			steps = append(steps, w.sampleMore())
		}
		return steps
	default:
		steps = append(steps, fmt.Sprintf("Nothing about the key: it spreads well over %s.", markdown.Plural(int64(w.Partitions), "partition")))
		if w.Capacity != nil && Project(w.HottestShare(), w.Partitions, *w.Capacity).BacklogGrowthPerSec.Sign() > 0 {
			steps = append(steps, "The consumers fall behind all the same: have faster ones, more of them, or more partitions where each consumer has one already.")
		}
		if len(w.HotKeys) > 0 {
			steps = append(steps, "Watch the hot keys: they fit because the rest of their partitions is light, and have little room to grow.")
		}
		return steps
	}
}

// sampleMore says how many records are missing.
func (w report) sampleMore() string {
	text := fmt.Sprintf("Sample more, %s records at least, from typical times and places, and check again.", w.needed())
	if _, byPartition := w.causes(); w.Verdict != InsufficientSample && byPartition > 0 {
		text += " In this sample chance alone can make partitions hot."
	}
	return text
}

// ifConfirmed says what the hot partitions of a small sample would mean if a
// larger one showed them too.
func (w report) ifConfirmed() []string {
	var steps []string
	byKey, byPartition := w.causes()
	if byKey > 0 {
		steps = append(steps, "Salt or split a hot key only if a larger sample shows it too.")
	}
	switch {
	case byPartition == 0:
	case w.TooFewKeys:
		steps = append(steps, fmt.Sprintf("If more records bring no more keys, these are too few keys for this count (they spread like %s keys of equal share): "+
			"choose a key with more values, or fewer partitions.", w.effective()))
	case w.fewerKeysThanPartitions():
		steps = append(steps, "If more records bring no more keys, there are fewer keys than partitions: choose a key with more values, or fewer partitions.")
	default:
		steps = append(steps, "If a larger sample shows the same, the hash does not explain it: check partitioner and encoding.")
	}
	return steps
}

// forHotKeys are the ways out where keys make partitions hot.
func (w report) forHotKeys() []string {
	finer := "a finer key of several fields, such as `store_id:fixture_id`"
	if w.Key != "" {
		finer = "a finer key, of more fields than " + w.key()
	}
	steps := []string{"Best, where order is needed only within something smaller: " + finer + ". It needs no salt."}
	if salted, missing := w.salted(); salted > missing {
		steps = append(steps, fmt.Sprintf("Or salt %s.", markdown.Form(salted, "the hot key as listed above", "all hot keys as `hot_keys` lists them")))
	}
	if len(w.HotKeys) == 0 {
		return append(steps, fmt.Sprintf("More partitions do not help: a key stays on one partition, and one brings %s of all records there.", markdown.Percent(w.HottestKeyShare)))
	}
	heaviest := &w.HotKeys[0]
	return append(steps, fmt.Sprintf("More partitions do not help: a key stays on one partition, and %s brings %s of all records there.",
		markdown.Code(shortKey(heaviest.Key)), markdown.Percent(heaviest.Share)))
}

// forPartitions are the ways out where hot keys do not explain hot partitions.
func (w report) forPartitions() []string {
	if w.TooFewKeys {
		step := fmt.Sprintf("Too few keys for this count: they spread like %s keys of equal share, and it takes about %s. "+
			"Choose a key with more values, or fewer partitions; another hash does not help.", w.effective(), w.needed())
		return append([]string{step}, w.otherCounts()...)
	}
	if w.fewerKeysThanPartitions() {
		step := fmt.Sprintf("There are fewer keys than partitions (%s of %s), which no hash spreads evenly: choose a key with more values, or fewer partitions. "+
			"Where the topic has more keys than that, check partitioner and encoding, and sample more.", markdown.Thousands(w.DistinctKeys), markdown.Thousands(int64(w.Partitions)))
		return append([]string{step}, w.otherCounts()...)
	}
	explained := "The hash does not explain it"
	if len(w.HotKeys) > 0 || w.fillsAlone() {
		explained = "Where a partition is hot without its hot keys, the hash does not explain it"
	}
	return append([]string{
		explained + ", check partitioner and encoding: `partitioner` must be what the producers use " +
			"(Java `murmur2`, librdkafka `crc32`, Sarama and kafka-go `fnv1a`), and `key_encoding` must give the bytes they send.",
		"If both are right, the keys have a pattern that this hash spreads badly: another count or partitioner can help.",
	}, w.otherCounts()...)
}

// fewerKeysThanPartitions tells that no hash could load the partitions evenly.
func (w report) fewerKeysThanPartitions() bool { return w.DistinctKeys < int64(w.Partitions) }

// otherCounts names the compared counts at which no partition is hot.
func (w report) otherCounts() []string {
	const most = 4
	var counts []string
	for _, c := range w.Comparison {
		if c.HotPartitionCount == 0 && c.Partitions > 1 && len(counts) < most {
			counts = append(counts, markdown.Thousands(int64(c.Partitions)))
		}
	}
	if len(counts) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("At these counts no partition would be hot: %s.", strings.Join(counts, ", "))}
}

// effective is the number of effective keys.
func (w report) effective() string {
	if w.EffectiveKeys.Cmp(big.NewRat(100, 1)) >= 0 {
		return markdown.Figure(w.EffectiveKeys, 0)
	}
	return markdown.Figure(w.EffectiveKeys, 1)
}
