package skew

import (
	"bytes"

	"github.com/zeebo/xxh3"
)

// recall is a pass that fetches the bytes of heavy keys too long to be kept.
type recall struct {
	candidates candidates
	wanted     []*tally // by the number of a candidate
	workers    []*recaller
}

// newRecall is nil where the bytes of all heavy keys are known.
func (c *Census) newRecall() *recall {
	r := &recall{}
	var hashes []uint64
	least := c.heavyAbove()
	for i := range c.recount.over {
		if t := &c.recount.over[i]; t.key == nil && t.records > least {
			r.wanted = append(r.wanted, t)
			hashes = append(hashes, t.hash)
		}
	}
	if len(hashes) == 0 {
		return nil
	}
	r.candidates = newCandidates(hashes)
	for range c.workers {
		r.workers = append(r.workers, &recaller{recall: r, keys: make([][]byte, len(hashes))})
	}
	return r
}

func (r *recall) finish(records int64) error {
	var all int64
	for _, w := range r.workers {
		all += w.records
		for i, key := range w.keys {
			if key != nil {
				r.wanted[i].key = key
			}
		}
	}
	for _, t := range r.wanted {
		if t.key == nil {
			return ErrChanged
		}
	}
	if all != records {
		return ErrChanged
	}
	return nil
}

// recaller is the recall of one goroutine.
type recaller struct {
	recall  *recall
	records int64
	keys    [][]byte
}

func (w *recaller) Add(keys [][]byte, counts []int64) error {
	for i, key := range keys {
		if counts == nil {
			w.records++
		} else {
			w.records += counts[i]
		}
		if len(key) <= maxKeptKey {
			continue
		}
		at := w.recall.candidates.find(hashOf(key))
		if at >= 0 && w.keys[at] == nil && w.recall.wanted[at].print == xxh3.Hash128(key) {
			w.keys[at] = bytes.Clone(key)
		}
	}
	return nil
}
