package skew

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/shelf-analytics/terraform-provider-capture/internal/markdown"
)

// verdict is the first line: what was found and the number that decides it.
func (w report) verdict() string {
	if w.single() {
		return fmt.Sprintf("**Balanced**: one partition takes every record (%s), so there is nothing to compare.", markdown.Thousands(w.Records))
	}
	carries := fmt.Sprintf("partition %d carries %s times the mean", w.HottestPartition, w.times(w.PeakToMeanRatio))
	tolerated := fmt.Sprintf("at most %s tolerated", w.tolerated())
	switch w.Verdict {
	case KeySkew:
		keys, share := w.keysOnHottest()
		return fmt.Sprintf("**Key skew**: %s %s of the records, and %s (%s).", keys, markdown.Percent(share), carries, tolerated)
	case PartitionSkew:
		reason := "and no hot key explains it"
		switch {
		case w.fillsAlone():
			reason = fmt.Sprintf("and one key alone has %s of the records", markdown.Percent(w.HottestKeyShare))
		case w.TooFewKeys, w.fewerKeysThanPartitions():
			reason = "with too few keys for this count"
		case len(w.HotKeys) > 0:
			reason = "and its hot keys do not explain it"
		}
		return fmt.Sprintf("**Partition skew**: %s (%s), %s.", carries, tolerated, reason)
	case Mixed:
		byKey, _ := w.causes()
		return fmt.Sprintf("**Mixed skew**: %s (%s), and hot keys explain %s of the %s hot partitions.",
			carries, tolerated, markdown.Thousands(byKey), markdown.Thousands(int64(w.HotPartitionCount)))
	case InsufficientSample:
		sample := fmt.Sprintf("%s, and it takes %s to tell", markdown.Plural(w.Records, "record"), w.needed())
		if w.IsBalanced() {
			return fmt.Sprintf("**Insufficient sample**: %s; so far no partition of %s is hot.", sample, markdown.Thousands(int64(w.Partitions)))
		}
		return fmt.Sprintf("**Insufficient sample**: %s; %s (%s), which chance can explain.", sample, carries, tolerated)
	default:
		return fmt.Sprintf("**Balanced**: the fullest of %s partitions carries %s times the mean (%s).",
			markdown.Thousands(int64(w.Partitions)), w.times(w.PeakToMeanRatio), tolerated)
	}
}

// fillsAlone tells that a single key makes a partition hot, though it is no heavy
// key: of one or two keys none can be.
func (w report) fillsAlone() bool {
	alone := new(big.Rat).Mul(w.HottestKeyShare, big.NewRat(int64(w.Partitions), 1))
	return !w.HottestKeyShareBound && len(w.HotKeys) == 0 && alone.Cmp(w.limit) > 0
}

// keysOnHottest names the hot keys on the fullest partition, and the share that
// they have together.
func (w report) keysOnHottest() (string, *big.Rat) {
	var first *HotKey
	share, others := new(big.Rat), int64(0)
	for i := range w.HotKeys {
		key := &w.HotKeys[i]
		if key.Partition != w.HottestPartition {
			continue
		}
		if first == nil {
			first = key
		} else {
			others++
		}
		share.Add(share, key.Share)
	}
	switch {
	case first == nil:
		return "hot keys have", share
	case others == 0:
		return "key " + markdown.Code(shortKey(first.Key)) + " has", share
	default:
		return fmt.Sprintf("key %s and %s have", markdown.Code(shortKey(first.Key)), markdown.Form(others, "another", markdown.Thousands(others)+" others")), share
	}
}

// checked says what was looked at, for a reader who knows nothing.
func (w report) checked() []string {
	from := ""
	switch files := len(w.Files); {
	case files == 1:
		from = " from " + markdown.Code(shortKey([]byte(w.Files[0])))
	case files > 1:
		from = " from " + markdown.Plural(int64(files), "file")
	}
	if w.Key != "" {
		from += ", keyed by " + w.key() + ","
	}
	line := fmt.Sprintf("**Checked**: where %s%s with %s would land on %s under %s.",
		markdown.Plural(w.Records, "sampled record"), from, w.distinct(), markdown.Plural(int64(w.Partitions), "partition"), markdown.Code(w.Partitioner))
	if !w.single() {
		line += fmt.Sprintf(" A partition is hot above %s times the mean of %s records: %s.",
			w.tolerated(), markdown.Figure(w.MeanPerPartition, 1), w.howManyHot())
	}
	lines := []string{line}
	var marks []string
	byKey, byPartition := w.causes()
	if byKey > 0 {
		marks = append(marks, "Hot by key: not hot without the hot keys on it.")
	}
	if byPartition > 0 {
		marks = append(marks, "Hot by partition: hot even without any hot keys on it.")
	}
	if len(marks) > 0 {
		lines = append(lines, strings.Join(marks, " "))
	}
	if w.Keyless > 0 {
		lines = append(lines, fmt.Sprintf("%s without a key %s left out: producers spread such records by themselves (a file cannot tell an empty key from none).",
			markdown.Plural(w.Keyless, "record"), markdown.Form(w.Keyless, "is", "are")))
	}
	return lines
}

// key is what the key is made of, as code.
func (w report) key() string { return markdown.Code(shortKey([]byte(w.Key))) }

func (w report) howManyHot() string {
	switch hot := int64(w.HotPartitionCount); hot {
	case 0:
		return "none is"
	default:
		return fmt.Sprintf("%s of %s %s", markdown.Thousands(hot), markdown.Thousands(int64(w.Partitions)), markdown.Form(hot, "is", "are"))
	}
}
