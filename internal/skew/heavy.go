package skew

import (
	"bytes"
	"math"
	"math/big"
	"slices"
)

// floor is the greatest integer not above r, at most the largest int64. An
// integer is above r where it is above floor(r).
func floor(r *big.Rat) int64 {
	quotient := new(big.Int).Div(r.Num(), r.Denom())
	if !quotient.IsInt64() {
		return math.MaxInt64
	}
	return quotient.Int64()
}

// heavyAbove is the number of records that a heavy key exceeds.
func (c *Census) heavyAbove() int64 {
	n := c.options.Partitions
	if n == 1 {
		return math.MaxInt64
	}
	distinct, _ := c.distinctKeys()
	toleranceOf := new(big.Rat).Mul(c.options.Tolerance, big.NewRat(c.records, int64(n-1)))
	twice := new(big.Rat).Mul(big.NewRat(2, 1), big.NewRat(c.records, distinct))
	return max(floor(toleranceOf), floor(twice), c.records/listedShare)
}

// distinctKeys is at least 1 where there are records, and at most as many.
func (c *Census) distinctKeys() (keys int64, exact bool) {
	if !c.exact.full.Load() {
		return int64(c.exact.size()), true
	}
	sum := 0.0
	sets := 1
	if c.distinct.each {
		sets = c.options.Partitions
	}
	for p := range sets {
		sum += c.distinct.estimate(p)
	}
	return min(max(1, int64(math.Round(sum))), c.records), false
}

// eachKnown goes over the keys that are known one by one: all where the table
// holds all, else those with more than 1/4096 of the records. each is called in
// no order.
func (c *Census) eachKnown(each func(t tally)) {
	if c.exact.full.Load() {
		if c.recount != nil {
			for _, t := range c.recount.over {
				each(t)
			}
		}
		return
	}
	for id := range c.exact.size() {
		each(tally{key: c.exact.key(id), records: c.counted(id)})
	}
}

// heavyKeys are the heavy ones, heaviest first, equals by key bytes.
func (c *Census) heavyKeys() []HotKey {
	least := c.heavyAbove()
	var hot []HotKey
	c.eachKnown(func(t tally) {
		if t.records > least {
			hot = append(hot, HotKey{
				Key:       bytes.Clone(t.key),
				Records:   t.records,
				Share:     big.NewRat(t.records, c.records),
				Partition: c.divisors[0].mod(c.options.Digester.Digest(t.key)),
			})
		}
	})
	slices.SortFunc(hot, func(a, b HotKey) int {
		if a.Records != b.Records {
			if a.Records > b.Records {
				return -1
			}
			return 1
		}
		return bytes.Compare(a.Key, b.Key)
	})
	return hot
}

// effectiveKeys is one over the sum of squared shares. Of keys that are not
// known one by one, the rest is taken to be even.
func (c *Census) effectiveKeys() *big.Rat {
	squares, square := new(big.Int), new(big.Int)
	var known, keys int64
	c.eachKnown(func(t tally) {
		square.SetInt64(t.records)
		squares.Add(squares, square.Mul(square, square))
		known += t.records
		keys++
	})
	sum := new(big.Rat).SetInt(squares)
	if rest := c.records - known; rest > 0 {
		distinct, _ := c.distinctKeys()
		even := new(big.Rat).SetFrac(square.Mul(big.NewInt(rest), big.NewInt(rest)), big.NewInt(max(1, distinct-keys)))
		sum.Add(sum, even)
	}
	all := new(big.Rat).SetInt64(c.records)
	return all.Quo(all.Mul(all, all), sum)
}
