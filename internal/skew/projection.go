package skew

import "math/big"

// DefaultBurstSeconds is how long a burst lasts where it is not said.
const DefaultBurstSeconds = 3600

// Capacity is what arrives in a burst and what a consumer group handles. All
// rates are in records a second.
type Capacity struct {
	// EventsPerSec is the rate of the whole topic in the burst, over 0.
	EventsPerSec *big.Rat
	// ConsumerEventsPerSec is what one consumer handles, over 0.
	ConsumerEventsPerSec *big.Rat
	// Consumers in the group, at least 1.
	Consumers int64
	// BurstSeconds is how long the burst lasts; nil: DefaultBurstSeconds.
	BurstSeconds *big.Rat
	// BaseEventsPerSec is the rate after the burst; nil where it is not known.
	BaseEventsPerSec *big.Rat
}

// burstSeconds returns how long the burst lasts.
func (c Capacity) burstSeconds() *big.Rat {
	if c.BurstSeconds == nil {
		return big.NewRat(DefaultBurstSeconds, 1)
	}
	return c.BurstSeconds
}

// Projection is what a burst does to the busiest consumer. No number in it is
// rounded.
type Projection struct {
	// PartitionsOnBusiestConsumer is how many partitions it reads: its even
	// part, rounded up, with the fullest partition among them.
	PartitionsOnBusiestConsumer int64
	// BusiestConsumerEventsPerSec arrive for it in the burst.
	BusiestConsumerEventsPerSec *big.Rat
	// Utilization is that over what a consumer handles; 1 is all of it.
	Utilization *big.Rat
	// BacklogGrowthPerSec is by how many records a second it falls behind.
	BacklogGrowthPerSec *big.Rat
	// BacklogRecords is how many records it is behind when the burst ends.
	BacklogRecords *big.Rat
	// MaxLagSeconds is how long the last record of the burst waits.
	MaxLagSeconds *big.Rat
	// P95LagSeconds is what 95% of its records wait at most, arriving evenly.
	P95LagSeconds *big.Rat
	// DrainSeconds is how long after the burst it has caught up. Nil: never at
	// the base rate, or the base rate is not known.
	DrainSeconds *big.Rat
	// OtherPartitionEventsPerSec is the rate of every partition but the
	// fullest, as a mean. Nil at one partition.
	OtherPartitionEventsPerSec *big.Rat
	// IdleConsumers have no partition.
	IdleConsumers int64
}

// Project returns what the capacity makes of a topic with so many partitions,
// of which the fullest takes the share, 0 to 1, of all records. The others
// share the rest evenly.
func Project(share *big.Rat, partitions int, c Capacity) Projection {
	n := int64(partitions)
	p := Projection{PartitionsOnBusiestConsumer: 1, IdleConsumers: max(0, c.Consumers-n)}
	if c.Consumers < n {
		p.PartitionsOnBusiestConsumer = (n + c.Consumers - 1) / c.Consumers
	}

	// busiest is its part of whatever arrives.
	busiest := big.NewRat(1, 1)
	if n > 1 {
		other := new(big.Rat).Sub(busiest, share)
		other.Mul(other, big.NewRat(1, n-1))
		p.OtherPartitionEventsPerSec = new(big.Rat).Mul(c.EventsPerSec, other)
		if k := p.PartitionsOnBusiestConsumer; k < n {
			busiest = other.Mul(other, big.NewRat(k-1, 1))
			busiest.Add(busiest, share)
		}
	}

	p.BusiestConsumerEventsPerSec = new(big.Rat).Mul(c.EventsPerSec, busiest)
	p.Utilization = new(big.Rat).Quo(p.BusiestConsumerEventsPerSec, c.ConsumerEventsPerSec)
	p.BacklogGrowthPerSec = new(big.Rat).Sub(p.BusiestConsumerEventsPerSec, c.ConsumerEventsPerSec)
	if p.BacklogGrowthPerSec.Sign() < 0 {
		p.BacklogGrowthPerSec.SetInt64(0)
	}
	p.BacklogRecords = new(big.Rat).Mul(p.BacklogGrowthPerSec, c.burstSeconds())
	p.MaxLagSeconds = new(big.Rat).Quo(p.BacklogRecords, c.ConsumerEventsPerSec)
	p.P95LagSeconds = new(big.Rat).Mul(p.MaxLagSeconds, big.NewRat(95, 100))
	p.DrainSeconds = drain(p.BacklogRecords, busiest, c)
	return p
}

// drain returns how long the backlog of a consumer that has so much of all
// records lasts after the burst; nil: for ever, or nobody knows.
func drain(backlog, busiest *big.Rat, c Capacity) *big.Rat {
	if backlog.Sign() == 0 {
		return new(big.Rat)
	}
	if c.BaseEventsPerSec == nil {
		return nil
	}
	left := new(big.Rat).Mul(c.BaseEventsPerSec, busiest)
	left.Sub(c.ConsumerEventsPerSec, left)
	if left.Sign() <= 0 {
		return nil
	}
	return left.Quo(backlog, left)
}
