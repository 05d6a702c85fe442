package keyfile

import (
	"context"
	"errors"
	"io"
)

// worker reads units for one sink.
type worker struct {
	*reading
	batch *batch
	lines lineReader
	buf   []byte
}

func newWorker(r *reading, sink Sink) *worker {
	b := newBatch(sink, r.CountField != "", func(keys int) { r.progress.keys.Add(int64(keys)) })
	w := &worker{reading: r, batch: b, buf: make([]byte, 0, r.chunk+r.tail)}
	w.lines = lineReader{Options: &r.Options, limit: r.line, batch: b}
	if r.Format == JSONL {
		w.lines.objects = newObjects(&r.Options)
	}
	return w
}

func (w *worker) run(ctx context.Context) {
	for u := range w.work {
		if ctx.Err() == nil && !w.failure.precedes(u.place()) {
			w.unit(ctx, u)
		}
		switch {
		case u.block != nil:
			w.free <- u.block
		case !w.rows():
			u.file.release()
		}
	}
}

func (w *worker) unit(ctx context.Context, u unit) {
	var err error
	switch {
	case w.rows():
		err = w.table(ctx, u.file)
	case u.block != nil:
		err = w.block(u)
	default:
		err = w.piece(u.chunk)
	}
	if err != nil {
		w.failure.report(u.place(), err)
		w.batch.drop()
	}
	u.file.mu.Lock()
	defer u.file.mu.Unlock()
	u.file.keyed.add(w.batch.keyed)
	u.file.keyless.add(w.batch.keyless)
	w.batch.keyed, w.batch.keyless = 0, 0
}

// piece reads a chunk of a plain file.
func (w *worker) piece(c chunk) error {
	lines, offset, buf, err := c.read(w.buf, w.tail, w.line)
	w.buf = buf
	if err != nil {
		return err
	}
	bad, err := w.lines.read(lines)
	if err != nil {
		line, failed := c.line(offset+int64(bad), w.buf)
		if failed != nil {
			return failed
		}
		return at(err, c.file.path, line)
	}
	w.progress.bytes.Add(c.end - c.start)
	return nil
}

// block reads decompressed lines.
func (w *worker) block(u unit) error {
	bad, err := w.lines.read(u.block)
	return at(err, u.file.path, u.line+newlines(u.block[:bad]))
}

// contextRows is how often ctx is looked at.
const contextRows = 256

// table reads a CSV or TSV file.
func (w *worker) table(ctx context.Context, f *file) error {
	if err := f.open(); err != nil {
		return err
	}
	defer f.release()
	content, done, err := w.content(ctx, f)
	if err != nil {
		return err
	}
	defer done()
	r := newRows(&w.Options, &blocks{file: f, from: content, limit: w.line}, w.buf, w.line, w.batch)
	for n := 0; ; n++ {
		if n%contextRows == 0 && (ctx.Err() != nil || w.failure.precedes(place{f.index, 0})) {
			return nil
		}
		switch err := r.next(); {
		case errors.Is(err, io.EOF):
			return w.batch.flush()
		case err != nil:
			return at(err, f.path, r.row)
		}
	}
}
