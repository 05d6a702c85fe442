package keyfile

import (
	"sync"
	"sync/atomic"
)

// place orders the parts of a reading: by file, and within one by the part.
type place struct {
	file int
	part int64 // -1: before all parts
}

func (p place) before(q place) bool {
	return p.file < q.file || p.file == q.file && p.part < q.part
}

// failure keeps the error that comes first in the order of the files, whichever
// is found first. What comes before it is read to the end, what comes after it
// need not be.
type failure struct {
	mu    sync.Mutex
	first atomic.Pointer[place]
	err   error
}

func (f *failure) report(p place, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if first := f.first.Load(); first == nil || p.before(*first) {
		f.err = err
		f.first.Store(&p)
	}
}

// precedes says whether something failed before a place.
func (f *failure) precedes(p place) bool {
	first := f.first.Load()
	return first != nil && first.before(p)
}
