package keyfile

import (
	"context"
	"errors"
	"io"
	"sync"
)

// reading is one call of Read. The files are fed as units of work to one
// worker for each sink.
type reading struct {
	Options
	knobs
	files    []*file
	work     chan unit
	free     chan []byte   // buffers of blocks
	unpack   chan struct{} // one for each file that is decompressed into blocks
	decoders decoders
	failure  failure
	progress progressCounters
}

// unit is a part of a file: a chunk of a plain one, a block of decompressed
// lines, or all of a CSV or TSV file.
type unit struct {
	file  *file
	part  int64
	chunk chunk
	block []byte
	line  int64 // of the block's first line
}

func (u unit) place() place { return place{u.file.index, u.part} }

func newReading(o Options, k knobs, workers int) *reading {
	r := &reading{
		Options:  o,
		knobs:    k,
		work:     make(chan unit, workers),
		free:     make(chan []byte, 2*workers+1),
		unpack:   make(chan struct{}, workers),
		decoders: newDecoders(),
	}
	for range cap(r.free) {
		r.free <- nil
	}
	return r
}

func (r *reading) rows() bool { return r.Format == CSV || r.Format == TSV }

// feed gives out the work of all files, and returns when it is given out.
func (r *reading) feed(ctx context.Context) {
	var unpackers sync.WaitGroup
	for _, f := range r.files {
		start := place{f.index, -1}
		if r.failure.precedes(start) || ctx.Err() != nil {
			break
		}
		if r.rows() {
			r.give(ctx, unit{file: f})
			continue
		}
		if err := f.open(); err != nil {
			r.failure.report(start, err)
			break
		}
		if f.compression == plain {
			r.chunks(ctx, f)
			f.release()
			continue
		}
		if !take(ctx, r.unpack) {
			f.release()
			break
		}
		unpackers.Go(func() {
			r.blocks(ctx, f)
			f.release()
			<-r.unpack
		})
	}
	unpackers.Wait()
	close(r.work)
}

// chunks gives out the chunks of a plain file.
func (r *reading) chunks(ctx context.Context, f *file) {
	head, err := f.head(make([]byte, beginBytes))
	var body int
	if err == nil {
		body, err = begin(head)
	}
	if err != nil {
		r.failure.report(place{f.index, -1}, at(err, f.path, 0))
		return
	}
	c := chunk{file: f, body: int64(body)}
	size := f.info.Size()
	part := int64(0)
	for ; c.start < size; c.start = c.end {
		c.end = min(size, max(c.start+int64(r.chunk), c.body))
		u := unit{file: f, part: part, chunk: c}
		if r.failure.precedes(u.place()) {
			return
		}
		f.users.Add(1)
		if !r.give(ctx, u) {
			f.release()
			return
		}
		part++
	}
}

// blocks decompresses a file and gives out blocks of whole lines.
func (r *reading) blocks(ctx context.Context, f *file) {
	content, done, err := r.content(ctx, f)
	if err != nil {
		r.failure.report(place{f.index, -1}, err)
		return
	}
	defer done()
	b := blocks{file: f, from: content, limit: r.line}
	for part := int64(0); ; part++ {
		u := unit{file: f, part: part, line: b.lines + 1}
		if r.failure.precedes(u.place()) {
			return
		}
		var buf []byte
		select {
		case buf = <-r.free:
		case <-ctx.Done():
			return
		}
		if buf == nil {
			buf = make([]byte, 0, r.chunk)
		}
		u.block, err = b.next(buf)
		if err != nil {
			r.free <- buf
			if !errors.Is(err, io.EOF) {
				r.failure.report(u.place(), err)
			}
			return
		}
		if !r.give(ctx, u) {
			return
		}
	}
}

// content returns the content of an open file, and what ends its use.
func (r *reading) content(ctx context.Context, f *file) (io.Reader, func(), error) {
	return r.decoders.content(ctx, f, storedReader{f.handle, &r.progress.bytes})
}

func (r *reading) give(ctx context.Context, u unit) bool {
	select {
	case r.work <- u:
		return true
	case <-ctx.Done():
		return false
	}
}

func take(ctx context.Context, tokens chan struct{}) bool {
	select {
	case tokens <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}
