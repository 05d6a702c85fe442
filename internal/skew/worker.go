package skew

import "github.com/zeebo/xxh3"

// worker counts the keys of one goroutine: in the census's table, and once that
// is full, in sketches.
type worker struct {
	census  *Census
	records int64
	// counts has the records of each key of the table.
	counts []int64
	// loads has the records of each partition, for each divisor, of what came
	// after the table was full.
	loads [][]int64
	heavy *frequent

	prints  [maxBatch]xxh3.Uint128
	ids     [maxBatch]int32
	hashes  [maxBatch]uint64
	digests [maxBatch]uint32
}

// hashOf is the hash of everything but the partition: one that placed the keys
// would be the same for all keys of a partition in its low bits.
func hashOf(key []byte) uint64 { return xxh3.Hash(key) }

// Add counts keys.
func (w *worker) Add(keys [][]byte, counts []int64) error {
	for len(keys) > 0 {
		batch := keys[:min(len(keys), maxBatch)]
		var records []int64
		if counts != nil {
			records, counts = counts[:len(batch)], counts[len(batch):]
		}
		w.add(batch, records)
		keys = keys[len(batch):]
	}
	return nil
}

func (w *worker) add(keys [][]byte, counts []int64) {
	if counts == nil {
		w.records += int64(len(keys))
	}
	for _, records := range counts {
		w.records += records
	}
	done := 0
	if !w.census.exact.full.Load() {
		done = w.addExact(keys, counts)
	}
	if done == len(keys) {
		return
	}
	if counts != nil {
		counts = counts[done:]
	}
	w.addSketched(keys[done:], counts)
}

// addExact returns how many of the keys it counted before the table was full.
func (w *worker) addExact(keys [][]byte, counts []int64) int {
	prints, ids := w.prints[:len(keys)], w.ids[:len(keys)]
	for i, key := range keys {
		prints[i] = xxh3.Hash128(key)
	}
	w.census.exact.find(prints, ids)
	for i, id := range ids {
		if id < 0 {
			if id = w.census.exact.put(prints[i], keys[i]); id < 0 {
				return i
			}
		}
		if counts == nil {
			w.counts[id]++
		} else {
			w.counts[id] += counts[i]
		}
	}
	return len(keys)
}

func (w *worker) addSketched(keys [][]byte, counts []int64) {
	heavy := w.sketch()
	hashes, digests := w.hashes[:len(keys)], w.digests[:len(keys)]
	for i, key := range keys {
		hashes[i] = hashOf(key)
	}
	w.census.options.Digester.Digests(keys, digests)
	d, partitions, loads := w.census.divisors[0], w.ids[:len(keys)], w.loads[0]
	for i, digest := range digests {
		partitions[i] = int32(d.mod(digest))
	}
	for i, p := range partitions {
		records := int64(1)
		if counts != nil {
			records = counts[i]
		}
		loads[p] += records
		w.census.distinct.add(int(p), hashes[i])
	}
	w.compare(digests, counts)
	if counts == nil {
		for _, hash := range hashes {
			heavy.add(tagOf(hash), 1)
		}
		return
	}
	for i, hash := range hashes {
		heavy.add(tagOf(hash), counts[i])
	}
}

// compare counts for the other partition counts.
func (w *worker) compare(digests []uint32, counts []int64) {
	for i, d := range w.census.divisors[1:] {
		loads := w.loads[i+1]
		for j, digest := range digests {
			if counts == nil {
				loads[d.mod(digest)]++
			} else {
				loads[d.mod(digest)] += counts[j]
			}
		}
	}
}

// sketch makes what is needed once the table is full.
func (w *worker) sketch() *frequent {
	if w.heavy == nil {
		w.heavy = newFrequent()
		for _, d := range w.census.divisors {
			w.loads = append(w.loads, make([]int64, d.n))
		}
	}
	return w.heavy
}
