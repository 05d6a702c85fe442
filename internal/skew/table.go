package skew

import (
	"sync"
	"sync/atomic"

	"github.com/zeebo/xxh3"
)

const (
	// maxExactKeys and maxExactBytes bound the keys that are counted exactly.
	maxExactKeys  = 1 << 18
	maxExactBytes = 16 << 20

	firstSlots = 1 << 12
)

// table numbers distinct keys, for many goroutines: looking up takes no lock,
// adding does. Keys are told apart by 128 bits of hash, which costs one cache
// miss where the bytes would cost three; that two of 262,144 keys share them has
// a probability of 1e-28. Whether the table ends up full depends on the set of
// keys alone.
type table struct {
	// slots are replaced by twice as many when half of them are taken.
	slots atomic.Pointer[[]tableSlot]
	// ends[i] and ends[i+1] bound the bytes of key i in arena.
	ends  []uint32
	arena []byte
	full  atomic.Bool

	adding sync.Mutex
	keys   int
}

// tableSlot is free where number is 0. The hash is written before the number
// and never changed.
type tableSlot struct {
	hash   xxh3.Uint128
	number atomic.Uint32 // of the key, plus 1
}

func newTable() *table {
	t := &table{ends: make([]uint32, maxExactKeys+1), arena: make([]byte, maxExactBytes)}
	slots := make([]tableSlot, firstSlots)
	t.slots.Store(&slots)
	return t
}

// size is for the time when nothing is added.
func (t *table) size() int { return t.keys }

// drop forgets all keys.
func (t *table) drop() {
	t.slots.Store(nil)
	t.ends, t.arena, t.keys = nil, nil, 0
}

func (t *table) key(id int) []byte { return t.arena[t.ends[id]:t.ends[id+1]] }

// find sets the number of each key, or -1 where it is new.
func (t *table) find(hashes []xxh3.Uint128, ids []int32) {
	slots := *t.slots.Load()
	for i := range hashes {
		_, number := search(slots, &hashes[i])
		ids[i] = int32(number) - 1
	}
}

// search returns the slot of a key with its number, or one that was free for it
// with 0: by now another goroutine may have put another key there.
func search(slots []tableSlot, hash *xxh3.Uint128) (slot *tableSlot, number uint32) {
	mask := uint64(len(slots) - 1)
	for at := hash.Lo & mask; ; at = (at + 1) & mask {
		slot = &slots[at]
		if number = slot.number.Load(); number == 0 || slot.hash == *hash {
			return slot, number
		}
	}
}

// put returns the number of a key, which is added where it is new. It is -1
// where there is no room, and then the table is full.
func (t *table) put(hash xxh3.Uint128, key []byte) int32 {
	t.adding.Lock()
	defer t.adding.Unlock()
	slots := *t.slots.Load()
	slot, number := search(slots, &hash)
	if number != 0 {
		return int32(number) - 1
	}
	start := t.ends[t.keys]
	if t.full.Load() || t.keys == maxExactKeys || int(start)+len(key) > maxExactBytes {
		t.full.Store(true)
		return -1
	}
	if 2*t.keys == len(slots) {
		slot, _ = search(t.grow(slots), &hash)
	}
	copy(t.arena[start:], key)
	t.keys++
	t.ends[t.keys] = start + uint32(len(key))
	slot.hash = hash
	slot.number.Store(uint32(t.keys))
	return int32(t.keys) - 1
}

func (t *table) grow(old []tableSlot) []tableSlot {
	slots := make([]tableSlot, 2*len(old))
	for i := range old {
		if number := old[i].number.Load(); number != 0 {
			slot, _ := search(slots, &old[i].hash)
			slot.hash = old[i].hash
			slot.number.Store(number)
		}
	}
	t.slots.Store(&slots)
	return slots
}
