package skew

import (
	"bytes"

	"github.com/zeebo/xxh3"
)

// recall is a pass that fetches the bytes of heavy keys too long to be kept.
type recall struct {
	wanted  map[xxh3.Uint128]*tally
	workers []*recaller
}

// newRecall is nil where the bytes of all heavy keys are known.
func (c *Census) newRecall() *recall {
	r := &recall{wanted: make(map[xxh3.Uint128]*tally)}
	least := c.heavyAbove()
	for i := range c.recount.over {
		if t := &c.recount.over[i]; t.key == nil && t.records > least {
			r.wanted[t.print] = t
		}
	}
	if len(r.wanted) == 0 {
		return nil
	}
	for range c.workers {
		r.workers = append(r.workers, &recaller{recall: r, keys: make(map[xxh3.Uint128][]byte)})
	}
	return r
}

func (r *recall) finish(records int64) error {
	var all int64
	for _, w := range r.workers {
		all += w.records
		for print, key := range w.keys {
			r.wanted[print].key = key
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
	keys    map[xxh3.Uint128][]byte
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
		print := xxh3.Hash128(key)
		if w.recall.wanted[print] != nil && w.keys[print] == nil {
			w.keys[print] = bytes.Clone(key)
		}
	}
	return nil
}
