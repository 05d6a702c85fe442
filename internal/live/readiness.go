package live

import (
	"fmt"
	"time"

	"github.com/shelf-analytics/terraform-provider-capture/internal/markdown"
)

// Readiness is whether everybody has left one version of a topic for the next.
type Readiness struct {
	From, To string
	// Window is how long both were watched.
	Window time.Duration
	// FromEnds and ToEnds are how far the logs grew within it, by partition.
	FromEnds, ToEnds []Growth
	// Open are the partitions of From with a transaction that is still open.
	Open []int32
	// RequireTraffic asks that To receives records.
	RequireTraffic bool
	// ToDelivers tells that some of what To received is for consumers of committed
	// records.
	ToDelivers bool
	// Held is the number of offsets between start and end of From.
	Held int64
	// Nobody tells that it was said that no group need drain From.
	Nobody bool
	// Groups are those that have to drain From, by name.
	Groups []GroupReadiness
	// Hidden tells that groups were listed and some may not be shown to the
	// principal.
	Hidden bool
}

// Growth is the end of a partition's log before and after the window, records
// of open transactions included.
type Growth struct{ Before, After int64 }

// GroupReadiness is how far one group has read From.
type GroupReadiness struct {
	Group string
	// State is Kafka's own name for it; empty where the broker does not tell it.
	State string
	// Lag is the number of records to read, by partition.
	Lag []int64
	// Uncommitted are the partitions without a commit.
	Uncommitted []int32
	// Beyond are the partitions whose commit is above the end of the log: it was
	// made on another topic of this name, or the log has lost its end.
	Beyond []int32
}

// Total is the number of records to read.
func (g GroupReadiness) Total() int64 {
	total := int64(0)
	for _, lag := range g.Lag {
		total += lag
	}
	return total
}

// Drained tells that there is no record to deliver.
func (g GroupReadiness) Drained() bool { return g.Total() == 0 }

// FromRecords is how many offsets From grew by within the window.
func (r Readiness) FromRecords() int64 { return grown(r.FromEnds) }

// ToRecords is how many offsets To grew by within the window.
func (r Readiness) ToRecords() int64 { return grown(r.ToEnds) }

func grown(ends []Growth) int64 {
	total := int64(0)
	for _, g := range ends {
		total += max(0, g.After-g.Before)
	}
	return total
}

// Frozen tells that the end of no partition of From moved.
func (r Readiness) Frozen() bool { return len(r.moving()) == 0 }

func (r Readiness) moving() []int32 {
	var moved []int32
	for i, g := range r.FromEnds {
		if g.After != g.Before {
			moved = append(moved, int32(i))
		}
	}
	return moved
}

// Ready tells that nothing blocks.
func (r Readiness) Ready() bool { return len(r.Blockers()) == 0 }

// Blockers are sentences, each with the next step; none where From may go.
func (r Readiness) Blockers() []string {
	var out []string
	from, to, window := name(r.From), name(r.To), markdown.Duration(seconds(r.Window.Milliseconds()))
	if moved := r.moving(); len(moved) > 0 {
		out = append(out, fmt.Sprintf("%s still receives: %s within %s, in %s. Move the producers that are left to %s, then look again.",
			from, markdown.Plural(r.FromRecords(), "record"), window, numbered(moved), to))
	}
	if len(r.Open) > 0 {
		out = append(out, fmt.Sprintf("%s has an open transaction in %s: its records may still be committed. Let its producer end it; one whose producer is gone is found and aborted by `kafka-transactions.sh`.",
			from, numbered(r.Open)))
	}
	if r.Hidden {
		out = append(out, fmt.Sprintf("Groups that read %s may be hidden: without the right Describe on the cluster, Kafka lists only groups that the principal may describe. Grant the right, or name every group in `group_names`.", from))
	}
	if len(r.Groups) == 0 && r.Held > 0 && !r.Nobody && !r.Hidden {
		out = append(out, fmt.Sprintf("%s holds %s, and no group is known to have read them: none has a commit on it, and no member of one reads it. Commits may have expired. Name the groups that must drain it in `group_names`; where nobody needs the records, say so with `group_names = []`.",
			from, markdown.Plural(r.Held, "record")))
	}
	for _, g := range r.Groups {
		if !g.Drained() {
			out = append(out, r.undrained(g))
		}
		if len(g.Beyond) > 0 && r.Frozen() {
			out = append(out, fmt.Sprintf("Group %s has a commit above the end of %s, in %s: it was made on another topic of this name, and what the group has read of this one is not known. Let its consumers read on, which sets it right (`auto.offset.reset`), or reset its offsets.",
				name(g.Group), from, numbered(g.Beyond)))
		}
	}
	switch {
	case !r.RequireTraffic || r.ToDelivers:
	case r.ToRecords() > 0:
		out = append(out, fmt.Sprintf("%s received no committed record within %s: its end moved by %s, of transactions that are open or aborted. Look at its producers.", to, window, markdown.Thousands(r.ToRecords())))
	default:
		out = append(out, fmt.Sprintf("%s received no record within %s. Point the producers at it, or look longer (`window`); where it is quiet by nature, set `require_traffic_on_to = false`.", to, window))
	}
	return out
}

func (r Readiness) undrained(g GroupReadiness) string {
	worst := 0
	for i, lag := range g.Lag {
		if lag > g.Lag[worst] {
			worst = i
		}
	}
	line := fmt.Sprintf("Group %s has %s of %s to read, %s in partition %d.", name(g.Group), markdown.Plural(g.Total(), "record"), name(r.From),
		markdown.Thousands(g.Lag[worst]), worst)
	var counted []int32
	for _, p := range g.Uncommitted {
		if g.Lag[p] > 0 {
			counted = append(counted, p)
		}
	}
	if len(counted) > 0 {
		line += fmt.Sprintf(" Counted from the log start for want of a commit: %s.", numbered(counted))
	}
	if g.State == "Empty" || g.State == "Dead" {
		return line + fmt.Sprintf(" It has no member: start its consumers on %s until it is drained; where the group is retired, delete its offsets (`kafka-consumer-groups.sh --delete-offsets`) or leave it out of `group_names`.", name(r.From))
	}
	return line + fmt.Sprintf(" Keep its consumers on %s until it is drained.", name(r.From))
}
