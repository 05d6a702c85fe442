package skew

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/shelf-analytics/terraform-provider-capture/internal/markdown"
)

// observationReport is what its sections are written from.
type observationReport struct {
	*Observation
	topic string
	// limit is 1 + tolerance: a partition is hot above so many times the mean.
	limit *big.Rat
}

// Report returns the observation of a topic as Markdown: the verdict with the
// number that decides, what the mean is worth, the load of the partitions, what to
// do, and how sure the sample lets one be. It has fewer than 60 lines at any
// number of partitions and ends with a line end.
func (o *Observation) Report(topic string) string {
	w := observationReport{Observation: o, topic: topic, limit: o.theta()}
	var text strings.Builder
	for _, section := range [][]string{{w.verdict()}, w.observed(), w.table(), w.advice(), w.certainty()} {
		if len(section) == 0 {
			continue
		}
		if text.Len() > 0 {
			text.WriteByte('\n')
		}
		for _, line := range section {
			text.WriteString(line + "\n")
		}
	}
	return text.String()
}

func (w observationReport) single() bool { return len(w.Counts) == 1 }

// count is how many partitions there are, in words.
func (w observationReport) count() string {
	return markdown.Plural(int64(len(w.Counts)), "partition")
}

// rate is so many records' rate.
func (w observationReport) rate(records int64) string { return markdown.Rate(w.perSec(records)) }

// verdict is the first line.
func (w observationReport) verdict() string {
	if w.Verdict == Idle {
		return fmt.Sprintf("**Idle**: 0 records arrived on %s in %s.", w.count(), markdown.Duration(w.Seconds))
	}
	if w.single() {
		return fmt.Sprintf("**Balanced**: one partition takes every record (%s records/s), so there is nothing to compare.", w.rate(w.Records))
	}
	times := markdown.Against(w.PeakToMeanRatio, w.limit, 3)
	tolerated := fmt.Sprintf("at most %s tolerated", markdown.Figure(w.limit, markdown.LimitPlaces(w.limit)))
	switch w.Verdict {
	case Skewed:
		return fmt.Sprintf("**Skewed**: partition %d takes %s of %s records/s, %s times the mean (%s).",
			w.HottestPartition, w.rate(w.Counts[w.HottestPartition]), w.rate(w.Records), times, tolerated)
	case InsufficientSample:
		sample := fmt.Sprintf("%s, and it takes %s to tell", markdown.Plural(w.Records, "record"), neededText(w.MinimumSample))
		if w.PeakToMeanRatio.Cmp(w.limit) <= 0 {
			return fmt.Sprintf("**Insufficient sample**: %s; so far no partition of %s is hot.", sample, markdown.Thousands(int64(len(w.Counts))))
		}
		return fmt.Sprintf("**Insufficient sample**: %s; partition %d takes %s times the mean (%s), which chance can explain.",
			sample, w.HottestPartition, times, tolerated)
	default:
		return fmt.Sprintf("**Balanced**: the fullest of %s takes %s times the mean (%s).", w.count(), times, tolerated)
	}
}

// observed says what was looked at, and what the mean is worth.
func (w observationReport) observed() []string {
	line := fmt.Sprintf("**Observed**: %s on %s of %s in %s, %s records/s.", markdown.Plural(w.Records, "record"),
		w.count(), markdown.Code(w.topic), markdown.Duration(w.Seconds), w.rate(w.Records))
	if w.Verdict == Idle || w.single() {
		return []string{line}
	}
	line += fmt.Sprintf(" A partition is hot above %s times the mean of %s records/s",
		markdown.Figure(w.limit, markdown.LimitPlaces(w.limit)), markdown.Rate(w.MeanPerSec()))
	switch hot, all := int64(len(w.Hot)), markdown.Thousands(int64(len(w.Counts))); {
	case w.Verdict == InsufficientSample:
		return []string{line + ": too few records to tell."}
	case hot == 0:
		return []string{line + ": none is."}
	default:
		line += fmt.Sprintf(": %s of %s %s.", markdown.Thousands(hot), all, markdown.Form(hot, "is", "are"))
	}
	return []string{line, w.mean()}
}

// mean says of how many partitions the mean tells anything, and what the hot ones
// and the others take.
func (w observationReport) mean() string {
	near, all := w.near(), int64(len(w.Counts))
	text := fmt.Sprintf("**The mean holds for %s of %s partitions**, which are within %s of it.", markdown.Thousands(near), markdown.Thousands(all), percent100(w.Tolerance))
	if 2*near <= all {
		who := fmt.Sprintf("%s of %s partitions %s", markdown.Thousands(near), markdown.Thousands(all), markdown.Form(near, "is", "are"))
		if near == 0 {
			who = "no partition is"
		}
		text = fmt.Sprintf("**The mean says nothing**: %s within %s of its %s records/s.", who, percent100(w.Tolerance), markdown.Rate(w.MeanPerSec()))
	}
	var ofHot int64
	for _, p := range w.Hot {
		ofHot += w.Counts[p]
	}
	hot := int64(len(w.Hot))
	return text + fmt.Sprintf(" %s %s records/s%s, the other %s %s%s.",
		markdown.Form(hot, fmt.Sprintf("Partition %d takes", w.HottestPartition), fmt.Sprintf("The %s hot ones take", markdown.Thousands(hot))),
		w.average(ofHot, hot), markdown.Form(hot, "", " on average"),
		markdown.Form(all-hot, "one takes", markdown.Thousands(all-hot)+" take"),
		w.average(w.Records-ofHot, all-hot), markdown.Form(all-hot, "", " on average"))
}

// average is the rate of one of so many partitions with these records.
func (w observationReport) average(records, partitions int64) string {
	r := w.perSec(records)
	return markdown.Rate(r.Quo(r, new(big.Rat).SetInt64(partitions)))
}

// near counts the partitions that are no further from the mean than tolerated, to
// either side.
func (w observationReport) near() (near int64) {
	least := new(big.Rat).Sub(big.NewRat(2, 1), w.limit)
	for _, records := range w.Counts {
		ratio := new(big.Rat).SetInt64(records)
		ratio.Quo(ratio, w.MeanPerPartition)
		if ratio.Cmp(least) >= 0 && ratio.Cmp(w.limit) <= 0 {
			near++
		}
	}
	return near
}

// advice is what to do next.
func (w observationReport) advice() []string {
	lines := []string{"**What to do**"}
	for _, step := range w.steps() {
		lines = append(lines, "- "+step)
	}
	return lines
}

func (w observationReport) steps() []string {
	switch {
	case w.Verdict == Idle:
		return []string{"Observe while producers run. Where they do, check that this is the topic they write to."}
	case w.single():
		return []string{"Nothing: a single partition cannot be skewed. It keeps the order of all records and is read by one consumer of a group."}
	case w.Verdict == InsufficientSample:
		return []string{
			fmt.Sprintf("Observe longer: at this rate %s records take %s.", neededText(w.MinimumSample), w.untilEnough()),
			"Where `window` cannot be that long, observe when more arrives, or with a larger `tolerance`.",
		}
	case w.Verdict == Balanced:
		return []string{"Nothing now. The window saw its own moment only: observe again in a burst, which is when hot keys show."}
	}
	steps := []string{
		fmt.Sprintf("Size consumers by the fullest partition, %s records/s, never by the mean: a partition is read by one consumer of a group, whatever the others do.", w.rate(w.Counts[w.HottestPartition])),
		"Find the cause with `capture_skew_check` and a sample of the keys: a hot key, too few keys, or a hash that does not fit. Where one key fills a partition, more partitions do not help.",
	}
	if !w.enough() {
		steps = append(steps, fmt.Sprintf("Observe longer for figures to rely on: chance does not explain this, but it takes %s records for a precise ratio, at this rate %s.", neededText(w.MinimumSample), w.untilEnough()))
	}
	return steps
}

// untilEnough is how long the minimum sample takes at the observed rate.
func (w observationReport) untilEnough() string {
	r := new(big.Rat).SetInt64(w.MinimumSample)
	r.Mul(r, w.Seconds)
	return markdown.Duration(r.Quo(r, new(big.Rat).SetInt64(w.Records)))
}

// certainty says how sure the records let one be.
func (w observationReport) certainty() []string {
	switch {
	case w.Verdict == Idle:
		return []string{"**How sure**: of this window alone."}
	case w.single():
		return []string{"**How sure**: certain."}
	}
	return []string{
		sampleText(w.Records, len(w.Counts), w.Tolerance, w.MinimumSample, w.NoiseFloor),
		"This holds for records that are placed one by one. Records without a key go a batch at a time to one partition, and look less even in a short window.",
	}
}
