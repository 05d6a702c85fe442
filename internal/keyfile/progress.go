package keyfile

import (
	"io"
	"sync/atomic"
	"time"
)

const progressInterval = 5 * time.Second

// Progress is how far a reading is.
type Progress struct {
	// Keys handed to the sinks.
	Keys int64
	// Bytes read, of TotalBytes: those of the files as they are stored, which
	// for compressed ones is compressed.
	Bytes, TotalBytes int64
}

type progressCounters struct {
	keys, bytes atomic.Int64
	total       int64
}

func (p *progressCounters) now() Progress {
	return Progress{Keys: p.keys.Load(), Bytes: p.bytes.Load(), TotalBytes: p.total}
}

// report calls f at intervals until the returned function is called, which
// waits for a running call.
func (p *progressCounters) report(f func(Progress), interval time.Duration) (stop func()) {
	if f == nil {
		return func() {}
	}
	ended, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		ticker := time.NewTicker(interval)
		defer ticker.Stop()
		for {
			select {
			case <-ended:
				return
			case <-ticker.C:
				f(p.now())
			}
		}
	}()
	return func() {
		close(ended)
		<-stopped
	}
}

// storedReader counts the bytes of a file as they are read.
type storedReader struct {
	from  io.Reader
	bytes *atomic.Int64
}

func (r storedReader) Read(p []byte) (int, error) {
	n, err := r.from.Read(p)
	r.bytes.Add(int64(n))
	return n, err
}
