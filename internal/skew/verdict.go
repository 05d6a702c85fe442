package skew

import (
	"context"
	"math/big"
)

// Result ends the last pass and says what was found. The error is ErrNoKeys,
// ErrChanged or the context's: targeted suffixes of many hot keys over many
// partitions take a while.
func (c *Census) Result(ctx context.Context) (*Result, error) {
	if c.err != nil {
		return nil, c.err
	}
	if c.records == 0 {
		return nil, ErrNoKeys
	}
	n := c.options.Partitions
	r := &Result{
		Partitions:       n,
		Tolerance:        c.options.Tolerance,
		Records:          c.records,
		MeanPerPartition: big.NewRat(c.records, int64(n)),
		NoiseFloor:       noiseFloor(n, c.records),
		MinimumSample:    minimumSample(n, float(c.options.Tolerance)),
		EffectiveKeys:    c.effectiveKeys(),
		HotKeys:          c.heavyKeys(),
	}
	r.DistinctKeys, r.DistinctExact = c.distinctKeys()
	r.ExpectedRatio = expectedRatio(n, float(r.EffectiveKeys))
	r.HottestKeyShare, r.HottestKeyShareBound = c.hottestKeyShare()
	r.HottestPartition, r.PeakToMeanRatio = peak(c.loads[0], c.records)
	c.judgeLoads(r)
	c.judge(r)
	for i, other := range c.options.Compare {
		_, ratio := peak(c.loads[i+1], c.records)
		comparison := Comparison{Partitions: other, PeakToMeanRatio: ratio}
		bound := c.hotAbove(other)
		for _, records := range c.loads[i+1] {
			if records > bound {
				comparison.HotPartitionCount++
			}
		}
		r.Comparison = append(r.Comparison, comparison)
	}
	return r, c.salt(ctx, r)
}

// peak is the fullest partition, the lowest of equals, and its records over the
// mean.
func peak(loads []int64, records int64) (partition int, ratio *big.Rat) {
	for p, load := range loads {
		if load > loads[partition] {
			partition = p
		}
	}
	ratio = big.NewRat(loads[partition], records)
	return partition, ratio.Mul(ratio, big.NewRat(int64(len(loads)), 1))
}

// theta is 1 + tolerance.
func (c *Census) theta() *big.Rat {
	return new(big.Rat).Add(big.NewRat(1, 1), c.options.Tolerance)
}

// hotAbove is the number of records that a hot partition among n exceeds.
func (c *Census) hotAbove(n int) int64 { return hotAbove(c.records, n, c.theta()) }

// hotAbove is the number of records, of so many on n partitions, that one which is
// hot above theta times the mean exceeds.
func hotAbove(records int64, n int, theta *big.Rat) int64 {
	return floor(new(big.Rat).Mul(big.NewRat(records, int64(n)), theta))
}

// hottestKeyShare is exact where the key is known, else the bound that no key
// is above.
func (c *Census) hottestKeyShare() (share *big.Rat, bound bool) {
	var most int64
	c.eachKnown(func(t tally) { most = max(most, t.records) })
	if most == 0 {
		return big.NewRat(1, listedShare), true
	}
	return big.NewRat(most, c.records), false
}

// judgeLoads fills in the partitions: what is hot, and why.
func (c *Census) judgeLoads(r *Result) {
	heavy := make(map[int]int64)
	for _, key := range r.HotKeys {
		heavy[key.Partition] += key.Records
	}
	distinct := c.distinctPerPartition()
	bound := c.hotAbove(r.Partitions)
	r.Loads = make([]Load, r.Partitions)
	for p, records := range c.loads[0] {
		load := Load{Records: records, DistinctKeys: -1, Hot: records > bound}
		if distinct != nil {
			load.DistinctKeys = min(distinct[p], records)
		}
		if load.Hot {
			r.HotPartitionCount++
			load.Cause = CausePartition
			if of := heavy[p]; of > 0 && records-of <= bound {
				load.Cause = CauseKey
			}
		}
		r.Loads[p] = load
	}
}

// distinctPerPartition is nil where it is not known.
func (c *Census) distinctPerPartition() []int64 {
	distinct := make([]int64, c.options.Partitions)
	switch {
	case !c.exact.full.Load():
		for id := range c.exact.size() {
			distinct[c.divisors[0].mod(c.options.Digester.Digest(c.exact.key(id)))]++
		}
	case c.distinct.each:
		for p := range distinct {
			distinct[p] = int64(c.distinct.estimate(p) + 0.5)
		}
	default:
		return nil
	}
	return distinct
}

// judge gives the verdict.
func (c *Census) judge(r *Result) {
	byKey, byPartition := false, false
	for _, load := range r.Loads {
		byKey = byKey || load.Cause == CauseKey
		byPartition = byPartition || load.Cause == CausePartition
	}
	ratio := float(r.PeakToMeanRatio)
	enough := r.Records >= r.MinimumSample
	switch {
	case !enough && (r.IsBalanced() || ratio <= 1+float(r.Tolerance)+r.NoiseFloor):
		r.Verdict = InsufficientSample
	case r.IsBalanced():
		r.Verdict = Balanced
	case byKey && byPartition:
		r.Verdict = Mixed
	case byKey:
		r.Verdict = KeySkew
	default:
		r.Verdict = PartitionSkew
	}
	r.TooFewKeys = byPartition && ratio <= explainedByFewKeys(r.Partitions, float(r.EffectiveKeys), r.Records)
}
