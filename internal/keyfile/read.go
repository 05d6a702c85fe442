package keyfile

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"time"
)

// Summary is what was read.
type Summary struct {
	// Keyed and Keyless are records with and without a key: the counts of the
	// rows added up.
	Keyed, Keyless int64
	// Bytes are those of the files as they are stored.
	Bytes int64
}

// knobs are constants that tests turn.
type knobs struct {
	chunk    int           // what is parsed at once, in bytes
	tail     int           // what is read beyond a chunk at first, in bytes
	line     int           // the longest line or row without its end, in bytes
	interval time.Duration // of progress
}

var standard = knobs{chunk: 256 << 10, tail: 4 << 10, line: 1 << 20, interval: progressInterval}

// Read hands every key of the files to the sinks, in any order, as many at
// work side by side as there are sinks. progress may be nil; it is called
// every five seconds from one goroutine.
//
// The error is an *OptionError, an *Error for the first bad row in the order
// of the files and their lines, a sink's own error, or wraps that of ctx. The
// sinks have then seen some of the keys. No goroutine outlives the call.
func (o Options) Read(ctx context.Context, paths []string, sinks []Sink, progress func(Progress)) (Summary, error) {
	return o.read(ctx, paths, sinks, progress, standard)
}

func (o Options) read(ctx context.Context, paths []string, sinks []Sink, progress func(Progress), k knobs) (Summary, error) {
	if err := o.Validate(); err != nil {
		return Summary{}, err
	}
	if len(sinks) == 0 {
		return Summary{}, errors.New("keys need a sink")
	}
	if o.Format == "" {
		o.Format = Lines
	}
	if o.Encoding == "" {
		o.Encoding = Raw
	}
	r := newReading(o, k, len(sinks))
	for i, path := range paths {
		f, err := look(path, i)
		if err != nil {
			return Summary{}, err
		}
		r.files = append(r.files, f)
		r.progress.total += f.info.Size()
	}
	defer r.progress.report(progress, k.interval)()
	defer r.decoders.close()
	var workers sync.WaitGroup
	for _, sink := range sinks {
		w := newWorker(r, sink)
		workers.Go(func() { w.run(ctx) })
	}
	r.feed(ctx)
	workers.Wait()
	if err := ctx.Err(); err != nil {
		return Summary{}, fmt.Errorf("read key files: %w", err)
	}
	return r.summary()
}

// summary ends a reading.
func (r *reading) summary() (Summary, error) {
	if first := r.failure.first.Load(); first != nil {
		if err := r.files[first.file].unchanged(); err != nil {
			return Summary{}, err
		}
		return Summary{}, r.failure.err
	}
	s := Summary{Bytes: r.progress.total}
	var keyed, keyless tally
	for _, f := range r.files {
		if err := f.unchanged(); err != nil {
			return Summary{}, err
		}
		keyed.add(f.keyed)
		keyless.add(f.keyless)
		all := keyed
		all.add(keyless)
		if all == overflow {
			return Summary{}, &Error{Path: f.path, Reason: fmt.Sprintf("the counts up to here add up to more than %d", math.MaxInt64)}
		}
	}
	s.Keyed, s.Keyless = int64(keyed), int64(keyless)
	return s, nil
}
