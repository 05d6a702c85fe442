// Package skew says how sampled keys load the partitions of a topic: loads,
// heavy keys, a verdict that statistics stands behind, salts, what it means for
// the consumers, and a report of it. It reads no files and knows no hash: keys
// come in batches, a Digester places them. Of partitions whose records somebody
// else has counted, Observe says whether the load is even.
package skew

import (
	"errors"
	"math/big"
	"runtime"
)

// Digester places keys: the partition of a key among n is its digest modulo n.
type Digester interface {
	Digest(key []byte) uint32
	// Digests is Digest for many keys; into is as long as keys.
	Digests(keys [][]byte, into []uint32)
}

// Adder takes keys and how many records each stands for. counts is nil where
// every key stands for one; no count is 0, and all of them together fit an
// int64. The keys are not kept. An Adder is for one goroutine at a time.
type Adder interface {
	Add(keys [][]byte, counts []int64) error
}

// Options is what a census counts.
type Options struct {
	// Partitions is at least 1.
	Partitions int
	// Compare has other partition counts to look at in the same pass.
	Compare []int
	// Tolerance is how far above the mean a partition may be; above 0.
	Tolerance *big.Rat
	Digester  Digester
}

// Errors of a census.
var (
	// ErrNoKeys: no record had a key.
	ErrNoKeys = errors.New("no record has a key")
	// ErrChanged: a later pass saw other records than the first.
	ErrChanged = errors.New("the keys changed between two passes over them")
)

const (
	// maxWorkers and maxCounterBytes bound the memory of the counting.
	maxWorkers      = 8
	maxCounterBytes = 20 << 20
	// maxBatch is how many keys are looked at together.
	maxBatch = 1024
)

// Census counts keys in passes over them. Memory is bounded, whatever is added:
// up to 262,144 distinct keys and 16 MiB of their bytes are counted exactly;
// beyond that sketches take over, and a further pass counts what they found.
type Census struct {
	options  Options
	divisors []divisor // Partitions, then Compare
	exact    *table
	workers  []*worker

	// What a census beyond the table holds.
	distinct *registers
	records  int64
	loads    [][]int64
	recount  *recount
	recall   *recall
	stage    stage
	err      error
}

type stage int

const (
	stageNew stage = iota
	stageCount
	stageRecount
	stageRecall
	stageDone
)

// NewCensus returns a census of nothing yet.
func NewCensus(options Options) *Census {
	c := &Census{options: options, exact: newTable()}
	counters := 0
	for _, n := range append([]int{options.Partitions}, options.Compare...) {
		c.divisors = append(c.divisors, newDivisor(n))
		counters += n
	}
	c.distinct = newRegisters(options.Partitions)
	for range max(1, min(runtime.GOMAXPROCS(0), maxWorkers, maxCounterBytes/(8*counters))) {
		c.workers = append(c.workers, &worker{census: c, counts: make([]int64, maxExactKeys)})
	}
	return c
}

// Pass ends the pass before and returns what takes the keys of the next, one
// for each goroutine; nil where no further pass is needed. Each pass takes the
// same keys, in any order.
func (c *Census) Pass() []Adder {
	switch c.stage {
	case stageNew:
		c.stage = stageCount
		return adders(c.workers)
	case stageCount:
		if c.total(); c.exact.full.Load() {
			c.release()
			if c.recount = c.newRecount(); c.recount != nil {
				c.stage = stageRecount
				return adders(c.recount.workers)
			}
		}
	case stageRecount:
		if c.err = c.recount.finish(c.records); c.err == nil {
			if c.recall = c.newRecall(); c.recall != nil {
				c.stage = stageRecall
				return adders(c.recall.workers)
			}
		}
	case stageRecall:
		c.err = c.recall.finish(c.records)
	}
	c.stage = stageDone
	return nil
}

func adders[W Adder](workers []W) []Adder {
	all := make([]Adder, len(workers))
	for i, w := range workers {
		all[i] = w
	}
	return all
}

// total adds up what the workers counted. What the table held when it was full
// goes to where the rest went.
func (c *Census) total() {
	c.loads = make([][]int64, len(c.divisors))
	for i, d := range c.divisors {
		for _, w := range c.workers {
			switch {
			case w.loads == nil:
			case c.loads[i] == nil:
				c.loads[i] = w.loads[i] // two of them would be much memory
			default:
				for p, records := range w.loads[i] {
					c.loads[i][p] += records
				}
			}
		}
		if c.loads[i] == nil {
			c.loads[i] = make([]int64, d.n)
		}
	}
	for _, w := range c.workers {
		c.records += w.records
	}
	full := c.exact.full.Load()
	for id := range c.exact.size() {
		key, records := c.exact.key(id), c.counted(id)
		if records == 0 {
			continue
		}
		digest := c.options.Digester.Digest(key)
		for i, d := range c.divisors {
			c.loads[i][d.mod(digest)] += records
		}
		if full {
			hash := hashOf(key)
			c.distinct.add(c.divisors[0].mod(digest), hash)
			c.workers[0].sketch().add(tagOf(hash), records)
		}
	}
}

// release gives up what a full table has told.
func (c *Census) release() {
	c.exact.drop()
	for _, w := range c.workers {
		w.counts, w.loads = nil, nil
	}
}

// counted is the number of records of a key of the table.
func (c *Census) counted(id int) int64 {
	var records int64
	for _, w := range c.workers {
		records += w.counts[id]
	}
	return records
}
