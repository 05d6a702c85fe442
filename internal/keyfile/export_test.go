package keyfile

import (
	"context"
	"time"
)

// Knobs turn the constants of a reading; 0 leaves one as it is.
type Knobs struct {
	Chunk, Line int
	Interval    time.Duration
}

// ReadWith is Read with other constants.
func (o Options) ReadWith(ctx context.Context, paths []string, sinks []Sink, progress func(Progress), k Knobs) (Summary, error) {
	turned := standard
	if k.Chunk > 0 {
		turned.chunk, turned.tail = k.Chunk, 1
	}
	if k.Line > 0 {
		turned.line = k.Line
	}
	if k.Interval > 0 {
		turned.interval = k.Interval
	}
	return o.read(ctx, paths, sinks, progress, turned)
}
