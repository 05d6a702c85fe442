package skew

import (
	"cmp"
	"context"
	"math"
	"math/big"
	"slices"
)

// pile is what lies on a partition, in records: whole ones, and the parts of
// keys that are split over several partitions.
type pile struct {
	partition int
	whole     int64
	parts     *parts // nil: none
	approx    float64
}

// parts is a sum of fractions, shared by the partitions that have the same.
type parts struct {
	sum *big.Rat
}

func (p *pile) exact() *big.Rat {
	sum := new(big.Rat).SetInt64(p.whole)
	if p.parts != nil {
		sum.Add(sum, p.parts.sum)
	}
	return sum
}

// near is how close two floats may be before the exact values decide. Their
// relative error is some 1e-15 for each addition, of which there are at most
// 4,096.
const near = 1e-9

// exceeds tells whether a pile and some more records are above a bound, exactly.
func (p *pile) exceeds(more *big.Rat, moreApprox float64, bound *big.Rat, boundApprox float64) bool {
	difference := p.approx + moreApprox - boundApprox
	if math.Abs(difference) > near*max(1, boundApprox) {
		return difference > 0
	}
	return new(big.Rat).Add(p.exact(), more).Cmp(bound) > 0
}

// compare orders piles by size, then by partition.
func compare(a, b pile) int {
	switch difference := a.approx - b.approx; {
	case a.parts == b.parts && a.whole != b.whole:
		return cmp.Compare(a.whole, b.whole)
	case a.parts == b.parts:
		return a.partition - b.partition
	case math.Abs(difference) <= near*max(1, a.approx):
		if order := a.exact().Cmp(b.exact()); order != 0 {
			return order
		}
		return a.partition - b.partition
	case difference < 0:
		return -1
	}
	return 1
}

// salt says how each hot key would have to be split, and what the fullest
// partition carries then.
func (c *Census) salt(ctx context.Context, r *Result) error {
	piles := make([]pile, r.Partitions)
	for p := range piles {
		piles[p] = pile{partition: p, whole: c.loads[0][p]}
	}
	for _, key := range r.HotKeys {
		piles[key.Partition].whole -= key.Records
	}
	for p := range piles {
		piles[p].approx = float64(piles[p].whole)
	}
	slices.SortFunc(piles, compare)
	bound := new(big.Rat).Mul(r.MeanPerPartition, c.theta())
	search := newSuffixSearch(c.options.Digester, c.divisors[0])
	for i := range r.HotKeys {
		key := &r.HotKeys[i]
		var chosen []int
		if piles, chosen = place(piles, key, bound); chosen == nil {
			continue
		}
		if err := search.find(ctx, key, chosen); err != nil {
			return err
		}
	}
	fullest := piles[len(piles)-1].exact()
	r.SaltedRatio = fullest.Quo(fullest, r.MeanPerPartition)
	return ctx.Err()
}

// place puts a key on the piles, which are in order and stay so. chosen has the
// partitions that take its shards; nil where it stays on its own.
func place(piles []pile, key *HotKey, bound *big.Rat) (after []pile, chosen []int) {
	boundApprox := float(bound)
	at := slices.IndexFunc(piles, func(p pile) bool { return p.partition == key.Partition })
	own := piles[at]
	if !own.exceeds(new(big.Rat).SetInt64(key.Records), float64(key.Records), bound, boundApprox) {
		key.Shards = 1
		own.whole += key.Records
		own.approx += float64(key.Records)
		piles = slices.Delete(piles, at, at+1)
		to, _ := slices.BinarySearchFunc(piles, own, compare)
		return slices.Insert(piles, to, own), nil
	}
	key.Shards = len(piles)
	for d := 2; d < len(piles); d++ {
		if !piles[d-1].exceeds(big.NewRat(key.Records, int64(d)), float64(key.Records)/float64(d), bound, boundApprox) {
			key.Shards = d
			break
		}
	}
	part := big.NewRat(key.Records, int64(key.Shards))
	partApprox := float(part)
	sums := make(map[*parts]*parts)
	head, tail := piles[:key.Shards], piles[key.Shards:]
	for i := range head {
		pile := &head[i]
		chosen = append(chosen, pile.partition)
		sum := sums[pile.parts]
		if sum == nil {
			sum = &parts{sum: part}
			if pile.parts != nil {
				sum.sum = new(big.Rat).Add(pile.parts.sum, part)
			}
			sums[pile.parts] = sum
		}
		pile.parts = sum
		pile.approx += partApprox
	}
	return merge(head, tail), chosen
}

// merge returns the piles of two ordered slices in order.
func merge(a, b []pile) []pile {
	all := make([]pile, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if compare(a[0], b[0]) < 0 {
			all, a = append(all, a[0]), a[1:]
		} else {
			all, b = append(all, b[0]), b[1:]
		}
	}
	return append(append(all, a...), b...)
}
