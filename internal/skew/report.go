package skew

import (
	"math/big"
	"slices"

	"github.com/shelf-analytics/terraform-provider-capture/internal/markdown"
)

// maxLines is how many lines a report has at most.
const maxLines = 59

// About is what a report says beside the result of the counting.
type About struct {
	// Partitioner is its name, such as murmur2.
	Partitioner string
	// Encoding is int32 or int64 where the keys are such numbers, else "".
	Encoding string
	// Keyless counts the records without a key.
	Keyless int64
	// Files are the names of those that were read; none: not said.
	Files []string
	// Key is what the key is made of, such as store_id:fixture_id; "": not said.
	Key string
	// Capacity is nil where it is not given.
	Capacity *Capacity
}

// report is what its sections are written from.
type report struct {
	*Result
	About
	// limit is 1 + tolerance: a partition is hot above so many times the mean.
	limit *big.Rat
}

// Report returns the result as Markdown for a pull request: the verdict, the
// load of the partitions, the hot keys with their salts, what to do, and how
// sure the sample lets one be. It has fewer than 60 lines at any size, ends
// with a line end, and shows keys as code, so that none of them is markup.
func (r *Result) Report(about About) string {
	w := report{Result: r, About: about, limit: new(big.Rat).Add(big.NewRat(1, 1), r.Tolerance)}
	sections, fits := w.sections(w.Partitions <= maxListed)
	if !fits {
		sections, _ = w.sections(false)
	}
	return markdown.Sections(sections...)
}

// sections are the parts of the report; an empty line stands between them. The
// hot keys get the lines that the others leave.
func (w report) sections(everyPartition bool) (sections [][]string, fits bool) {
	before := [][]string{{w.verdict()}, w.checked(), w.partitionTable(everyPartition)}
	after := [][]string{w.advice(), w.capacity(), w.comparison(), w.certainty()}
	left := maxLines + 1 // no empty line follows the last section
	for _, section := range slices.Concat(before, after) {
		if len(section) > 0 {
			left -= len(section) + 1
		}
	}
	hotKeys, fits := w.hotKeys(left)
	return slices.Concat(before, hotKeys, after), fits
}

// single tells that there is one partition, and nothing to compare.
func (w report) single() bool { return w.Partitions == 1 }

// times is a ratio to the mean for reading: never on the other side of what is
// tolerated.
func (w report) times(ratio *big.Rat) string {
	return markdown.Against(ratio, w.limit, 3)
}

// tolerated is how many times the mean is tolerated.
func (w report) tolerated() string { return markdown.Figure(w.limit, markdown.LimitPlaces(w.limit)) }

// causes counts the hot partitions by cause.
func (w report) causes() (byKey, byPartition int64) {
	for _, load := range w.Loads {
		switch {
		case !load.Hot:
		case load.Cause == CauseKey:
			byKey++
		default:
			byPartition++
		}
	}
	return byKey, byPartition
}

// enough tells that the sample reaches the minimum.
func (w report) enough() bool { return w.Records >= w.MinimumSample }

// needed is the minimum sample.
func (w report) needed() string { return neededText(w.MinimumSample) }

// distinct is the number of distinct keys.
func (w report) distinct() string {
	if w.DistinctExact {
		return markdown.Plural(w.DistinctKeys, "distinct key")
	}
	return "about " + markdown.Estimate(w.DistinctKeys) + " distinct keys"
}
