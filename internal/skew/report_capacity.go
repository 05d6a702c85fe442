package skew

import (
	"fmt"
	"math/big"

	"github.com/shelf-analytics/terraform-provider-capture/internal/markdown"
)

// capacity says in words what the load does to a consumer group.
func (w report) capacity() []string {
	if w.Capacity == nil {
		return nil
	}
	c := w.Capacity
	p := Project(w.HottestShare(), w.Partitions, *c)
	lines := []string{w.busiest(p)}
	if p.BacklogGrowthPerSec.Sign() > 0 {
		lines = append(lines, w.backlog(p))
	}
	if last := w.consumerLimits(p); last != "" {
		lines = append(lines, last)
	}
	return lines
}

// busiest says what arrives for the busiest consumer.
func (w report) busiest(p Projection) string {
	c := w.Capacity
	who := "the only consumer has"
	if c.Consumers > 1 {
		who = fmt.Sprintf("the busiest of %s consumers has", markdown.Thousands(c.Consumers))
	}
	n, k := int64(w.Partitions), p.PartitionsOnBusiestConsumer
	what := markdown.Plural(k, "partition")
	switch {
	case n == 1:
		what = "the partition"
	case k == n:
		what = fmt.Sprintf("all %s partitions", markdown.Thousands(n))
	case k == 1:
		what = fmt.Sprintf("partition %d", w.HottestPartition)
	default:
		what += ", the fullest among them,"
	}
	one := big.NewRat(1, 1)
	hundred := big.NewRat(100, 1)
	used := markdown.Against(new(big.Rat).Mul(p.Utilization, hundred), hundred, 1)
	verdict := "it keeps up"
	switch p.Utilization.Cmp(one) {
	case 0:
		verdict = "it just keeps up"
	case 1:
		verdict = "it falls behind"
	}
	line := fmt.Sprintf("**Capacity**: at %s events/s %s %s and gets %s events/s where a consumer handles %s: %s%% used, %s.",
		markdown.Figure(c.EventsPerSec, markdown.MaxPlaces), who, what,
		markdown.Against(p.BusiestConsumerEventsPerSec, c.ConsumerEventsPerSec, markdown.RatePlaces(p.BusiestConsumerEventsPerSec)),
		markdown.Figure(c.ConsumerEventsPerSec, markdown.MaxPlaces), used, verdict)
	if n > 1 {
		line += fmt.Sprintf(" The other %s %s events/s%s.",
			markdown.Form(n-1, "partition gets", markdown.Thousands(n-1)+" partitions get"), markdown.Rate(p.OtherPartitionEventsPerSec), markdown.Form(n-1, "", " each on average"))
	}
	return line
}

// backlog says how far the busiest consumer falls behind, and whether it
// catches up.
func (w report) backlog(p Projection) string {
	c := w.Capacity
	line := fmt.Sprintf("It falls behind by %s records/s. After %s that is %s records: the last one waits %s, 95%% of its records at most %s.",
		markdown.Rate(p.BacklogGrowthPerSec), markdown.Duration(c.burstSeconds()), markdown.Rate(p.BacklogRecords),
		markdown.Duration(p.MaxLagSeconds), markdown.Duration(p.P95LagSeconds))
	switch {
	case c.BaseEventsPerSec == nil:
		return line + " When it has caught up is not known without `base_events_per_sec`."
	case p.DrainSeconds == nil:
		return line + fmt.Sprintf(" At the base of %s events/s it never catches up.", markdown.Figure(c.BaseEventsPerSec, markdown.MaxPlaces))
	default:
		return line + fmt.Sprintf(" At the base of %s events/s it has caught up %s later.",
			markdown.Figure(c.BaseEventsPerSec, markdown.MaxPlaces), markdown.Duration(p.DrainSeconds))
	}
}

// consumerLimits says whom no consumer can help, and who has nothing to do.
func (w report) consumerLimits(p Projection) string {
	c := w.Capacity
	line := ""
	alone := new(big.Rat).Mul(w.HottestKeyShare, c.EventsPerSec)
	if !w.HottestKeyShareBound && alone.Cmp(c.ConsumerEventsPerSec) > 0 {
		line = fmt.Sprintf("The most frequent key alone brings %s events/s, more than a consumer handles: no number of consumers or partitions carries it unsplit.",
			markdown.Against(alone, c.ConsumerEventsPerSec, markdown.RatePlaces(alone)))
	}
	if line == "" && p.BacklogGrowthPerSec.Sign() > 0 && p.PartitionsOnBusiestConsumer > 1 {
		fullest := new(big.Rat).Mul(w.HottestShare(), c.EventsPerSec)
		outcome := "and keeps up"
		if fullest.Cmp(c.ConsumerEventsPerSec) > 0 {
			outcome = "and falls behind too"
		}
		line = fmt.Sprintf("With one consumer a partition, %s in all, the busiest gets %s events/s %s.", markdown.Thousands(int64(w.Partitions)),
			markdown.Against(fullest, c.ConsumerEventsPerSec, markdown.RatePlaces(fullest)), outcome)
	}
	if p.IdleConsumers > 0 {
		if line != "" {
			line += " "
		}
		line += fmt.Sprintf("%s of %s consumers %s nothing to read.", markdown.Thousands(p.IdleConsumers), markdown.Thousands(c.Consumers),
			markdown.Form(p.IdleConsumers, "has", "have"))
	}
	return line
}
