package keyfile

import "unicode/utf8"

// Sink takes keys. Each sink is used by one goroutine at a time. The keys and
// their bytes are valid only during the call. counts is nil where each key
// counts one; otherwise it has one count, 1 or more, for each key. Where the
// counts of all files together exceed int64 Read ends with an error, but only
// after the sinks have seen them.
type Sink interface {
	Add(keys [][]byte, counts []int64) error
}

const (
	batchKeys  = 1024
	batchBytes = 64 << 10
)

// batch collects keys for a sink.
type batch struct {
	sink   Sink
	keys   [][]byte
	counts []int64 // nil where each key counts one
	arena  []byte  // bytes of keys that are not in a buffer of lines

	keyed, keyless tally // of the records since the worker last took them
	passed         func(keys int)
}

func newBatch(sink Sink, counted bool, passed func(keys int)) *batch {
	b := &batch{sink: sink, keys: make([][]byte, 0, batchKeys), passed: passed}
	if counted {
		b.counts = make([]int64, 0, batchKeys)
	}
	return b
}

// record takes a key's text, which is copied unless it stays as it is until
// the next flush. An empty text is a record without a key.
func (b *batch) record(o *Options, text []byte, count int64, stays bool) error {
	if len(text) == 0 {
		b.keyless.add(tally(count))
		return nil
	}
	start := len(b.arena)
	key := text
	if o.Encoding != Raw || !stays {
		arena, err := appendKey(b.arena, o.Encoding, text)
		if err != nil {
			return err
		}
		b.arena, key = arena, arena[start:len(arena):len(arena)]
	}
	if o.UTF8 && !utf8.Valid(key) {
		return bad("the key %s is not valid UTF-8, which this partitioner needs", show(key))
	}
	if count == 0 {
		b.arena = b.arena[:start]
		return nil
	}
	b.keys = append(b.keys, key)
	b.keyed.add(tally(count))
	if b.counts != nil {
		b.counts = append(b.counts, count)
	}
	if len(b.keys) == batchKeys || len(b.arena) >= batchBytes {
		return b.flush()
	}
	return nil
}

// flush hands the keys to the sink.
func (b *batch) flush() error {
	if len(b.keys) == 0 {
		return nil
	}
	err := b.sink.Add(b.keys, b.counts)
	b.passed(len(b.keys))
	b.drop()
	return err
}

// drop forgets the keys.
func (b *batch) drop() {
	b.keys, b.arena = b.keys[:0], b.arena[:0]
	if b.counts != nil {
		b.counts = b.counts[:0]
	}
	if cap(b.arena) > 4*batchBytes { // after a very long key
		b.arena = nil
	}
}
