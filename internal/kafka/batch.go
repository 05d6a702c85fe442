package kafka

import (
	"context"
	"sync"
	"time"
)

// batcher coalesces single calls into requests by group commit: what arrives
// while a request is in flight goes into the next one. It needs no timer, and
// a lone call is sent at once.
type batcher[Q, A any] struct {
	run  func(ctx context.Context, items []Q) []outcome[A]
	fits func(batch []Q, next Q) bool

	mu    sync.Mutex
	queue []*call[Q, A]
	busy  bool
}

// outcome is the answer to one item; an error never concerns another item.
type outcome[A any] struct {
	answer A
	err    error
}

type call[Q, A any] struct {
	item     Q
	deadline time.Time // zero: none
	done     chan outcome[A]
	taken    bool
}

func (c *call[Q, A]) morePatient(other *call[Q, A]) bool {
	return !other.deadline.IsZero() && (c.deadline.IsZero() || c.deadline.After(other.deadline))
}

// newBatcher returns a batcher. run answers all items in their order. fits says
// whether next may join a request that holds batch; the first item always does.
func newBatcher[Q, A any](run func(context.Context, []Q) []outcome[A], fits func([]Q, Q) bool) *batcher[Q, A] {
	return &batcher[Q, A]{run: run, fits: fits}
}

// do queues the item and waits for its answer. Where ctx ends before the item
// is sent, it never is. Afterwards a write (wait) is waited for all the same,
// since it may have taken effect; a read is given up at once.
func (b *batcher[Q, A]) do(ctx context.Context, item Q, wait bool) (A, error) {
	var none A
	if err := ctx.Err(); err != nil {
		return none, err
	}
	c := &call[Q, A]{item: item, done: make(chan outcome[A], 1)}
	c.deadline, _ = ctx.Deadline()
	b.mu.Lock()
	b.queue = append(b.queue, c)
	if !b.busy {
		b.busy = true
		go b.drain(context.WithoutCancel(ctx))
	}
	b.mu.Unlock()

	select {
	case out := <-c.done:
		return out.answer, out.err
	case <-ctx.Done():
	}
	if b.withdraw(c) || !wait {
		return none, ctx.Err()
	}
	out := <-c.done
	return out.answer, out.err
}

// withdraw takes a call out of the queue; false where it has been sent.
func (b *batcher[Q, A]) withdraw(c *call[Q, A]) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if c.taken {
		return false
	}
	for i, queued := range b.queue {
		if queued == c {
			b.queue = append(b.queue[:i], b.queue[i+1:]...)
			break
		}
	}
	return true
}

// drain sends requests until the queue is empty. A request lives as long as the
// most patient of its calls.
func (b *batcher[Q, A]) drain(ctx context.Context) {
	for {
		calls := b.take()
		if len(calls) == 0 {
			return
		}
		items := make([]Q, len(calls))
		patient := calls[0]
		for i, c := range calls {
			items[i] = c.item
			if c.morePatient(patient) {
				patient = c
			}
		}
		bounded, cancel := ctx, context.CancelFunc(func() {})
		if !patient.deadline.IsZero() {
			bounded, cancel = context.WithDeadline(ctx, patient.deadline)
		}
		for i, out := range b.run(bounded, items) {
			calls[i].done <- out
		}
		cancel()
	}
}

// take removes what fits into one request from the queue, in order.
func (b *batcher[Q, A]) take() []*call[Q, A] {
	b.mu.Lock()
	defer b.mu.Unlock()
	var calls, rest []*call[Q, A]
	var items []Q
	for _, c := range b.queue {
		if len(items) > 0 && !b.fits(items, c.item) {
			rest = append(rest, c)
			continue
		}
		c.taken = true
		calls = append(calls, c)
		items = append(items, c.item)
	}
	b.queue = rest
	b.busy = len(calls) > 0
	return calls
}

// distinct lets items of different names share a request: brokers refuse a
// request that names a topic twice.
func distinct[Q any](name func(Q) string) func([]Q, Q) bool {
	return func(batch []Q, next Q) bool {
		if len(batch) >= maxTopicsPerRequest {
			return false
		}
		for _, q := range batch {
			if name(q) == name(next) {
				return false
			}
		}
		return true
	}
}

// maxTopicsPerRequest keeps one answer small: the configs of 1,000 topics are 1.4 MB.
const maxTopicsPerRequest = 1000
