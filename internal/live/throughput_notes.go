package live

import (
	"fmt"
	"time"

	"github.com/shelf-analytics/terraform-provider-capture/internal/markdown"
)

// notes say what the numbers stand for.
func (t Throughput) notes() []string {
	var lines []string
	add := func(format string, values ...any) { lines = append(lines, "- "+fmt.Sprintf(format, values...)) }
	higher := " A higher peak may have been in it."
	if t.Peak == nil {
		higher = ""
	}
	if len(t.Cut) > 0 {
		add("Not covered is the time from %s to %s: the logs of %s begin later, and what was before is deleted.%s", Time(t.Window.From), Time(t.CoveredFrom), numbered(t.Cut), higher)
	}
	if len(t.Emptied) > 0 {
		add("Everything in %s is deleted, and does not count.%s", numbered(t.Emptied), higher)
	}
	if len(t.Expired) > 0 {
		add("Nothing is left in %s: its records were deleted, by retention before the time that is covered, or by DeleteRecords or a shorter retention, and then they do not count.", numbered(t.Expired))
	}
	if len(t.Moved) > 0 {
		add("The log start of %s is above 0: what was before is deleted. What is covered takes timestamps to be in order, and records to be deleted by retention as it is now. Where DeleteRecords is used (by hand, by Kafka Streams), the peak may be too low, and the size is too large where a stored segment still holds what is deleted.", numbered(t.Moved))
	}
	if silent, least := t.silent(); len(silent) > 0 {
		quiet := markdown.Duration(inSeconds(least))
		if len(silent) > 1 {
			quiet = "at least " + quiet
		}
		add("In %s nothing arrived for %s and then the peak: a producer's clock that was ahead looks like that. The records tell, or message.timestamp.type = LogAppendTime.", numbered(silent), quiet)
	}
	if t.Ahead > 0 {
		add("%s not count, since a record there or before has a timestamp that is yet to come.", markdown.Form(t.Ahead, "1 record does", markdown.Thousands(t.Ahead)+" records do"))
	}
	switch {
	case t.Compacted == nil:
		add("Whether the topic is compacted is not known.")
	case *t.Compacted:
		add("The topic is compacted: %s.", CompactionMeans)
	}
	switch {
	case t.Transactional == nil:
		add("Whether producers use transactions is not known; each transaction adds one to the count of a partition.")
	case *t.Transactional:
		add("Producers use transactions: %s.", TransactionsMean)
	}
	if t.Stored != nil {
		add("The size is what a record takes in the leaders' logs: compressed, one replica.")
	}
	add("Counts are offsets between the first records at or after two edges, so that a record counts at the latest timestamp up to it in its partition.")
	return lines
}

// What it means for the figures that offsets are not records.
const (
	CompactionMeans  = "records that it has removed do not count before the first one that is left of the time to measure, so that the figures can be too low, and the others count in the interval of the record before the gap, so that the peak can be too high; the size is too low"
	TransactionsMean = "the marker that ends a transaction takes an offset in each of its partitions, so that the rates are too high by one for each, and the size is a little too low; aborted records count"
)

// silent are the partitions with a Silence, and the shortest of these.
func (t Throughput) silent() (partitions []int32, least time.Duration) {
	for _, p := range t.Partitions {
		if p.Silence == 0 {
			continue
		}
		if len(partitions) == 0 || p.Silence < least {
			least = p.Silence
		}
		partitions = append(partitions, p.Partition)
	}
	return partitions, least
}
