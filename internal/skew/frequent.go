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
// in data streams, 2017) of 32-bit tags. A tag that it does not hold was added
// at most lost times, and one that it holds at most lost times more than its
// count. As each purge takes the median count from at least half of 12,288 tags,
// lost is at most 1/6144 of all that was added. That two keys share a tag can
// only add to its count.
type frequent struct {
	tags    [frequentSlots]uint32 // 0: free
	counts  [frequentSlots]int64
	keys    int
	lost    int64
	kept    []kept
	scratch []int64
}

// kept outlives a purge.
type kept struct {
	tag     uint32
	records int64
}

func newFrequent() *frequent {
	return &frequent{kept: make([]kept, 0, frequentKeys/2), scratch: make([]int64, 0, frequentKeys)}
}

// tagOf is not 0.
func tagOf(hash uint64) uint32 { return max(1, uint32(hash)) }

func (f *frequent) add(tag uint32, records int64) {
	slot := tag % frequentSlots
	for f.tags[slot] != tag {
		if f.tags[slot] == 0 {
			f.tags[slot] = tag
			f.counts[slot] = records
			if f.keys++; f.keys == frequentKeys {
				f.purge()
			}
			return
		}
		slot = (slot + 1) % frequentSlots
	}
	f.counts[slot] += records
}

// records is the count of a tag, 0 where it is not held.
func (f *frequent) records(tag uint32) int64 {
	for slot := tag % frequentSlots; f.tags[slot] != 0; slot = (slot + 1) % frequentSlots {
		if f.tags[slot] == tag {
			return f.counts[slot]
		}
	}
	return 0
}

// purge takes the median count from all, and drops what is not above it.
func (f *frequent) purge() {
	median := f.median()
	f.lost += median
	f.kept = f.kept[:0]
	for slot, tag := range f.tags {
		if tag != 0 && f.counts[slot] > median {
			f.kept = append(f.kept, kept{tag, f.counts[slot] - median})
		}
	}
	f.keys = 0
	clear(f.tags[:])
	for _, k := range f.kept {
		f.add(k.tag, k.records)
	}
}

// median is the least count that at least half of the tags do not exceed.
func (f *frequent) median() int64 {
	var small [smallCounts + 1]int
	f.scratch = f.scratch[:0]
	for slot, tag := range f.tags {
		switch records := f.counts[slot]; {
		case tag == 0:
		case records <= smallCounts:
			small[records]++
		default:
			f.scratch = append(f.scratch, records)
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
