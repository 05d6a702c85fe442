package skew

import (
	"bytes"

	"github.com/zeebo/xxh3"
)

const (
	// listedShare is the least share of a heavy key, 1/4096: what the sketches
	// are sure to find.
	listedShare = 4096
	// maxKeptKey is how long a key may be for its bytes to be kept in the
	// recount; those of longer ones are fetched where they are heavy.
	maxKeptKey = 1 << 10
)

// tally is a key and its records.
type tally struct {
	print   xxh3.Uint128 // of a key that is not kept
	key     []byte       // nil where it is not kept
	records int64
}

// is tells whether the tally is of this key.
func (t *tally) is(key []byte) bool {
	if len(key) > maxKeptKey {
		return t.key == nil && t.print == xxh3.Hash128(key)
	}
	return t.key != nil && bytes.Equal(t.key, key)
}

// recount is a pass that counts exactly what the sketches took for heavy.
type recount struct {
	candidates candidates
	workers    []*recounter
	// over are the keys with more than 1/4096 of the records.
	over []tally
}

// newRecount is nil where no key can have more than 1/4096 of the records.
func (c *Census) newRecount() *recount {
	var sketches []*frequent
	for _, w := range c.workers {
		if w.heavy != nil {
			sketches = append(sketches, w.heavy)
			w.heavy = nil
		}
	}
	seen := map[uint32]bool{0: true} // free
	var tags []uint32
	for _, sketch := range sketches {
		for _, tag := range sketch.tags {
			if seen[tag] {
				continue
			}
			seen[tag] = true
			var most int64
			for _, other := range sketches {
				most += other.records(tag) + other.lost
			}
			if most < 0 || most > c.records/listedShare { // below 0: beyond int64
				tags = append(tags, tag)
			}
		}
	}
	if len(tags) == 0 {
		return nil
	}
	r := &recount{candidates: newCandidates(tags)}
	for range c.workers {
		r.workers = append(r.workers, &recounter{candidates: r.candidates, found: make([][]tally, len(tags))})
	}
	return r
}

// finish merges the workers' tallies.
func (r *recount) finish(records int64) error {
	var all int64
	merged := make([][]tally, len(r.workers[0].found))
	for _, w := range r.workers {
		all += w.records
		for i, tallies := range w.found {
			for _, t := range tallies {
				merged[i] = combine(merged[i], t)
			}
		}
	}
	if all != records {
		return ErrChanged
	}
	for _, tallies := range merged {
		for _, t := range tallies {
			if t.records > records/listedShare {
				r.over = append(r.over, t)
			}
		}
	}
	return nil
}

func combine(tallies []tally, t tally) []tally {
	for i := range tallies {
		if tallies[i].print == t.print && bytes.Equal(tallies[i].key, t.key) {
			tallies[i].records += t.records
			return tallies
		}
	}
	return append(tallies, t)
}

// recounter is the recount of one goroutine. Keys of one tag are told apart.
type recounter struct {
	candidates candidates
	records    int64
	found      [][]tally
}

func (w *recounter) Add(keys [][]byte, counts []int64) error {
	for i, key := range keys {
		records := int64(1)
		if counts != nil {
			records = counts[i]
		}
		w.records += records
		tag := tagOf(hashOf(key))
		if at := w.candidates.find(tag); at >= 0 {
			w.count(at, key, records)
		}
	}
	return nil
}

func (w *recounter) count(at int, key []byte, records int64) {
	for i := range w.found[at] {
		if t := &w.found[at][i]; t.is(key) {
			t.records += records
			return
		}
	}
	t := tally{records: records}
	if len(key) > maxKeptKey {
		t.print = xxh3.Hash128(key)
	} else {
		t.key = append([]byte{}, key...)
	}
	w.found[at] = append(w.found[at], t)
}

// candidates finds the number of a tag in a fixed set of them.
type candidates struct {
	tags  []uint32
	slots []uint32 // number plus 1
}

func newCandidates(tags []uint32) candidates {
	slots := uint32(1 << 12)
	for int(slots) < 8*len(tags) {
		slots *= 2
	}
	c := candidates{tags: tags, slots: make([]uint32, slots)}
	for i, tag := range tags {
		slot := tag % slots
		for c.slots[slot] != 0 {
			slot = (slot + 1) % slots
		}
		c.slots[slot] = uint32(i + 1)
	}
	return c
}

func (c candidates) find(tag uint32) int {
	mask := uint32(len(c.slots) - 1)
	for slot := tag & mask; ; slot = (slot + 1) & mask {
		i := int(c.slots[slot]) - 1
		if i < 0 || c.tags[i] == tag {
			return i
		}
	}
}
