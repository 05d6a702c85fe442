package live

import (
	"math/big"
	"time"
)

// Window is a stretch of time that is cut into intervals; the last one is shorter
// where they do not fit.
type Window struct {
	// From is before To.
	From, To time.Time
	// Interval is at least a second.
	Interval time.Duration
}

const (
	// MaxIntervals is how many intervals a window has at most.
	MaxIntervals = 10_000
	// leastInterval is the shortest time that a rate is taken over.
	leastInterval = time.Second
)

// LookBack is the window of whole intervals that ends at now and holds at least
// the time before it that is asked for.
func LookBack(now time.Time, lookback, interval time.Duration) Window {
	w := Window{From: now.Add(-lookback), To: now, Interval: interval}
	w.From = now.Add(-time.Duration(w.Intervals()) * interval)
	return w
}

// Intervals is their number.
func (w Window) Intervals() int64 {
	return int64((w.To.Sub(w.From) + w.Interval - 1) / w.Interval)
}

// Fitting is the shortest interval of whole seconds of which there are at most
// MaxIntervals.
func (w Window) Fitting() time.Duration {
	least := (w.To.Sub(w.From) + MaxIntervals - 1) / MaxIntervals
	return (least + time.Second - 1).Truncate(time.Second)
}

// Edges are where the intervals begin, and the end of the last one.
func (w Window) Edges() []time.Time {
	edges := make([]time.Time, w.Intervals()+1)
	for i := range edges {
		edges[i] = w.From.Add(time.Duration(i) * w.Interval)
	}
	edges[len(edges)-1] = w.To
	return edges
}

// rated is the time that the rate of an interval is taken over, in seconds: its
// length, but never less than one.
func (w Window) rated(interval int) *big.Rat {
	start := w.From.Add(time.Duration(interval) * w.Interval)
	return inSeconds(max(leastInterval, min(w.Interval, w.To.Sub(start))))
}

func inSeconds(d time.Duration) *big.Rat { return big.NewRat(int64(d), int64(time.Second)) }
