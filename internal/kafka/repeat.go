package kafka

import (
	"context"
	"time"
)

// repeat carries a write that may be done twice through its tries, topic by
// topic: what is answered for one topic does not hold up another.
type repeat struct {
	client *Client
	out    []outcome[struct{}]
	open   map[string]int
}

func newRepeat(c *Client, n int, name func(int) string) *repeat {
	w := &repeat{client: c, out: make([]outcome[struct{}], n), open: make(map[string]int, n)}
	for i := range n {
		w.open[name(i)] = i
		w.out[i].err = errUnanswered
	}
	return w
}

// answer notes one topic's answer; again asks for another try.
func (w *repeat) answer(topic string, err error, again bool) {
	i, ok := w.open[topic]
	if !ok {
		return
	}
	w.out[i].err = err
	if !again {
		delete(w.open, topic)
	}
}

// run sends until every topic has its answer or ctx ends. send returns how long
// the broker asked to be left alone, or the failure of the whole request.
func (w *repeat) run(ctx context.Context, send func(open map[string]int) (time.Duration, error)) []outcome[struct{}] {
	last := untilDone(ctx, func() round {
		wait, err := send(w.open)
		if err != nil {
			return round{err: w.client.unreachable(err), again: retryable(err)}
		}
		return round{again: len(w.open) > 0, wait: wait}
	})
	for _, i := range w.open {
		if last.err != nil {
			w.out[i].err = last.err
		}
	}
	return w.out
}
