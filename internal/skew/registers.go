package skew

import (
	"math"
	"math/bits"
	"sync/atomic"
)

const (
	// maxDistinctPartitions is the largest count whose partitions have
	// registers of their own.
	maxDistinctPartitions = 1024
	// precision is the base-2 logarithm of the registers of a HyperLogLog: a
	// standard error of 1.04/sqrt(4096) = 1.6%.
	precision  = 12
	registerOf = 1 << precision
)

// registers are HyperLogLogs, one for each partition, or one for all above
// 1,024 partitions. They are for many goroutines. What they hold depends on the
// set of hashes alone.
type registers struct {
	words []atomic.Uint32 // four registers each
	each  bool            // one HyperLogLog a partition
}

func newRegisters(partitions int) *registers {
	r := &registers{each: partitions <= maxDistinctPartitions}
	sets := 1
	if r.each {
		sets = partitions
	}
	r.words = make([]atomic.Uint32, sets*registerOf/4)
	return r
}

func (r *registers) add(partition int, hash uint64) {
	register := int(hash >> (64 - precision))
	if r.each {
		register += partition * registerOf
	}
	rank := uint32(bits.LeadingZeros64(hash<<precision|1<<(precision-1))) + 1
	word, shift := &r.words[register/4], register%4*8
	for {
		old := word.Load()
		if old>>shift&0xff >= rank || word.CompareAndSwap(old, old&^(0xff<<shift)|rank<<shift) {
			return
		}
	}
}

// estimate is how many distinct hashes a partition was given, by Ertl's
// improved estimator, which needs no correction for small or large numbers (New
// cardinality estimation algorithms for HyperLogLog sketches, 2017, algorithm 6).
func (r *registers) estimate(partition int) float64 {
	const q = 64 - precision
	var of [q + 2]float64
	words := r.words[partition*registerOf/4 : (partition+1)*registerOf/4]
	for i := range words {
		word := words[i].Load()
		for range 4 {
			of[word&0xff]++
			word >>= 8
		}
	}
	const m = registerOf
	z := m * tau(1-of[q+1]/m)
	for k := q; k >= 1; k-- {
		z = 0.5 * (z + of[k])
	}
	z += m * sigma(of[0]/m)
	return m * m / (2 * math.Ln2 * z)
}

func sigma(x float64) float64 {
	if x == 1 {
		return math.Inf(1)
	}
	for y, z := 1.0, x; ; {
		x *= x
		before := z
		z += x * y
		y += y
		if z == before {
			return z
		}
	}
}

func tau(x float64) float64 {
	if x == 0 || x == 1 {
		return 0
	}
	for y, z := 1.0, 1-x; ; {
		x = math.Sqrt(x)
		before := z
		y *= 0.5
		z -= (1 - x) * (1 - x) * y
		if z == before {
			return z / 3
		}
	}
}
