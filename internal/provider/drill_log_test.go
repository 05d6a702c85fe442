package provider_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/twmb/franz-go/pkg/kgo"
)

// eventLog is what the consumers of a group have processed, all in one order. An
// event is a record whose value begins with its number among those of its key, from 0.
type eventLog struct {
	awaited
	keys       map[string]*processedKey
	distinct   int // events processed at least once
	repeats    int // events delivered again; they count for nothing else
	inversions int // events processed after a higher number of their key
}

type processedKey struct {
	highest int
	seen    []bool
	late    bool // some event came after a higher number
}

func newEventLog() *eventLog { return &eventLog{keys: make(map[string]*processedKey)} }

// eventValue is the value of a record of this many bytes; it does not compress, as
// if it were a photo.
func eventValue(number, bytes int) []byte {
	value := fmt.Appendf(make([]byte, 0, bytes), "%d ", number)
	for len(value) < bytes {
		value = append(value, 'a'+byte(rand.N(26)))
	}
	return value
}

// note says that the record has just been processed.
func (l *eventLog) note(r *kgo.Record) {
	text, _, _ := strings.Cut(string(r.Value), " ")
	number, err := strconv.Atoi(text)
	if err != nil {
		l.fail(fmt.Errorf("a record that is no event: %w", err))
		return
	}
	l.change(func() {
		key := l.keys[string(r.Key)]
		if key == nil {
			key = &processedKey{highest: -1}
			l.keys[string(r.Key)] = key
		}
		for len(key.seen) <= number {
			key.seen = append(key.seen, false)
		}
		switch {
		case key.seen[number]:
			l.repeats++
			return
		case number < key.highest:
			l.inversions++
			key.late = true
		}
		key.seen[number] = true
		key.highest = max(key.highest, number)
		l.distinct++
	})
}

// processed is how many events have been processed.
func (l *eventLog) processed() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.distinct
}

// awaitProcessed waits for that many events.
func (l *eventLog) awaitProcessed(t *testing.T, events int) {
	t.Helper()
	l.await(t, fmt.Sprintf("%d events processed", events), func() bool { return l.distinct >= events })
}

// tally is what the log shows in the end.
type tally struct {
	events, keys int
	inversions   int
	lateKeys     []string // with an inversion
}

// settle asserts that what was sent, so many events of each key, and nothing
// else was processed.
func (l *eventLog) settle(t *testing.T, sent map[string]int) tally {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	sum := tally{events: l.distinct, keys: len(l.keys), inversions: l.inversions}
	for _, key := range slices.Sorted(maps.Keys(sent)) {
		got := l.keys[key]
		switch {
		case got == nil:
			t.Errorf("key %s: none of %d events was processed", key, sent[key])
		case len(got.seen) != sent[key] || slices.Contains(got.seen, false):
			t.Errorf("key %s: not each of %d events was processed", key, sent[key])
		}
	}
	for name, key := range l.keys {
		if key.late {
			sum.lateKeys = append(sum.lateKeys, name)
		}
	}
	if l.repeats > 0 {
		t.Logf("%d events were delivered again", l.repeats)
	}
	if sum.keys != len(sent) {
		t.Errorf("%d keys were processed, want %d", sum.keys, len(sent))
	}
	return sum
}
