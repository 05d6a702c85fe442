package skew

import "slices"

const (
	// frequentSlots of which at most frequentKeys are taken.
	frequentSlots = 1 << 14
	frequentKeys  = frequentSlots / 4 * 3
	// smallCounts are told apart without sorting when the sketch is purged.
	smallCounts = 64
)

// frequent is a frequent-items sketch (Misra and Gries 1982, in the form of
// Anderson et al.: A high-performance algorithm for identifying frequent items
// in data streams, 2017). A hash that it does not hold was added at most lost
// times, and one that it holds at most lost times more than its count. As each
// purge takes the median count from at least half of 12,288 hashes, lost is at
// most 1/6144 of all that was added.
type frequent struct {
	slots, spare []frequentSlot
	keys         int
	lost         int64
	scratch      []int64
}

// frequentSlot is free where records is 0.
type frequentSlot struct {
	hash    uint64
	records int64
}

func newFrequent() *frequent {
	return &frequent{
		slots:   make([]frequentSlot, frequentSlots),
		spare:   make([]frequentSlot, frequentSlots),
		scratch: make([]int64, 0, frequentKeys),
	}
}

func (f *frequent) add(hash uint64, records int64) {
	slot := &f.slots[hash%frequentSlots]
	for i := hash; slot.records != 0 && slot.hash != hash; {
		i++
		slot = &f.slots[i%frequentSlots]
	}
	if slot.records != 0 {
		slot.records += records
		return
	}
	*slot = frequentSlot{hash, records}
	if f.keys++; f.keys == frequentKeys {
		f.purge()
	}
}

// records is the count of a hash, 0 where it is not held.
func (f *frequent) records(hash uint64) int64 {
	for i := hash; ; i++ {
		slot := f.slots[i%frequentSlots]
		if slot.records == 0 || slot.hash == hash {
			return slot.records
		}
	}
}

// purge takes the median count from all, and drops what is not above it.
func (f *frequent) purge() {
	median := f.median()
	f.lost += median
	old := f.slots
	f.slots, f.spare, f.keys = f.spare, old, 0
	clear(f.slots)
	for _, slot := range old {
		if slot.records > median {
			f.add(slot.hash, slot.records-median)
		}
	}
}

// median is the least count that at least half of the hashes do not exceed.
func (f *frequent) median() int64 {
	var small [smallCounts + 1]int
	f.scratch = f.scratch[:0]
	for _, slot := range f.slots {
		if slot.records <= smallCounts {
			small[slot.records]++
		} else {
			f.scratch = append(f.scratch, slot.records)
		}
	}
	seen := 0
	for records := 1; records <= smallCounts; records++ {
		if seen += small[records]; 2*seen >= f.keys {
			return int64(records)
		}
	}
	slices.Sort(f.scratch)
	return f.scratch[(f.keys+1)/2-seen-1]
}
