package kafka

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"
)

// bench is a batcher whose runs the test holds and lets go.
type bench struct {
	t       *testing.T
	batch   *batcher[string, string]
	started chan []string // the items of a run that has begun
	proceed chan struct{} // one value lets one run end
}

var errBad = errors.New("a bad item")

// newBench answers "x" with "x!", and "bad" with errBad.
func newBench(t *testing.T, fits func([]string, string) bool) *bench {
	b := &bench{t: t, started: make(chan []string, 100), proceed: make(chan struct{}, 100)}
	b.batch = newBatcher(func(_ context.Context, items []string) []outcome[string] {
		b.started <- items
		<-b.proceed
		out := make([]outcome[string], len(items))
		for i, item := range items {
			if item == "bad" {
				out[i].err = errBad
			} else {
				out[i].answer = item + "!"
			}
		}
		return out
	}, fits)
	return b
}

func always([]string, string) bool { return true }

type reply struct {
	answer string
	err    error
}

// call does the item in the background.
func (b *bench) call(ctx context.Context, item string, wait bool) chan reply {
	replies := make(chan reply, 1)
	go func() {
		answer, err := b.batch.do(ctx, item, wait)
		replies <- reply{answer, err}
	}()
	return replies
}

// await waits until the batcher is in a state.
func (b *bench) await(want string, reached func() bool) {
	b.t.Helper()
	deadline := time.After(10 * time.Second)
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for {
		b.batch.mu.Lock()
		done := reached()
		b.batch.mu.Unlock()
		if done {
			return
		}
		select {
		case <-tick.C:
		case <-deadline:
			b.t.Fatalf("the batcher is not %s", want)
		}
	}
}

// queued waits until so many calls are in the queue.
func (b *bench) queued(n int) {
	b.t.Helper()
	b.await(fmt.Sprintf("at %d queued calls", n), func() bool { return len(b.batch.queue) == n })
}

func (b *bench) run() []string {
	b.t.Helper()
	select {
	case items := <-b.started:
		return items
	case <-time.After(10 * time.Second):
		b.t.Fatal("no run began")
		return nil
	}
}

func (b *bench) ended(r chan reply) reply {
	b.t.Helper()
	select {
	case got := <-r:
		return got
	case <-time.After(10 * time.Second):
		b.t.Fatal("no answer")
		return reply{}
	}
}

// pending asserts that the call has no answer yet.
func (b *bench) pending(r chan reply) {
	b.t.Helper()
	select {
	case got := <-r:
		b.t.Fatalf("an early answer: %+v", got)
	default:
	}
}

func TestBatchGroupCommit(t *testing.T) {
	b := newBench(t, always)
	first := b.call(t.Context(), "a", true)
	if got := b.run(); !slices.Equal(got, []string{"a"}) {
		t.Fatalf("the first run holds %v", got)
	}
	// Whatever arrives meanwhile shares the next run.
	var rest []chan reply
	for i, item := range []string{"b", "bad", "c"} {
		rest = append(rest, b.call(t.Context(), item, true))
		b.queued(i + 1)
	}
	b.pending(first)
	b.proceed <- struct{}{}
	if got := b.ended(first); got != (reply{"a!", nil}) {
		t.Errorf("a: %+v", got)
	}
	if got := b.run(); !slices.Equal(got, []string{"b", "bad", "c"}) {
		t.Errorf("the second run holds %v", got)
	}
	b.proceed <- struct{}{}
	for i, want := range []reply{{"b!", nil}, {"", errBad}, {"c!", nil}} {
		if got := b.ended(rest[i]); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	// And a later call begins anew.
	last := b.call(t.Context(), "d", false)
	b.run()
	b.proceed <- struct{}{}
	if got := b.ended(last); got != (reply{"d!", nil}) {
		t.Errorf("d: %+v", got)
	}
}

func TestBatchWithdrawn(t *testing.T) {
	for _, wait := range []bool{true, false} {
		b := newBench(t, always)
		first := b.call(t.Context(), "a", wait)
		b.run()
		ctx, cancel := context.WithCancel(t.Context())
		second := b.call(ctx, "b", wait)
		b.queued(1)
		third := b.call(t.Context(), "c", wait)
		b.queued(2)
		cancel()
		if got := b.ended(second); !errors.Is(got.err, context.Canceled) {
			t.Errorf("wait %t: the withdrawn call got %+v", wait, got)
		}
		b.proceed <- struct{}{}
		b.ended(first)
		if got := b.run(); !slices.Equal(got, []string{"c"}) {
			t.Errorf("wait %t: the second run holds %v, want c alone", wait, got)
		}
		b.proceed <- struct{}{}
		if got := b.ended(third); got != (reply{"c!", nil}) {
			t.Errorf("wait %t: c: %+v", wait, got)
		}
	}
}

func TestBatchCancelledAfterSending(t *testing.T) {
	b := newBench(t, always)
	ctx, cancel := context.WithCancel(t.Context())
	write := b.call(ctx, "write", true)
	b.run()
	cancel()
	// A write that was sent may have taken effect: its answer is waited for.
	read := b.call(t.Context(), "next", false)
	b.queued(1)
	b.pending(write)
	b.proceed <- struct{}{}
	if got := b.ended(write); got != (reply{"write!", nil}) {
		t.Errorf("the cancelled write got %+v", got)
	}
	b.run()
	b.proceed <- struct{}{}
	b.ended(read)

	// A read that was sent is given up at once.
	ctx, cancel = context.WithCancel(t.Context())
	given := b.call(ctx, "read", false)
	b.run()
	cancel()
	if got := b.ended(given); !errors.Is(got.err, context.Canceled) {
		t.Errorf("the cancelled read got %+v", got)
	}
	b.proceed <- struct{}{}
}

func TestBatchNeverSent(t *testing.T) {
	b := newBench(t, always)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got := b.ended(b.call(ctx, "a", true)); !errors.Is(got.err, context.Canceled) {
		t.Errorf("a call that came too late got %+v", got)
	}
	b.queued(0)
	if len(b.started) != 0 {
		t.Error("it was sent")
	}
}

func TestBatchSplitByFits(t *testing.T) {
	b := newBench(t, distinct(func(s string) string { return s[:1] }))
	first := b.call(t.Context(), "x", true)
	b.run()
	var rest []chan reply
	for i, item := range []string{"a1", "b1", "a2", "c1", "a3"} {
		rest = append(rest, b.call(t.Context(), item, true))
		b.queued(i + 1)
	}
	b.proceed <- struct{}{}
	b.ended(first)
	for _, want := range [][]string{{"a1", "b1", "c1"}, {"a2"}, {"a3"}} {
		if got := b.run(); !slices.Equal(got, want) {
			t.Errorf("a run holds %v, want %v", got, want)
		}
		b.proceed <- struct{}{}
	}
	for i, item := range []string{"a1", "b1", "a2", "c1", "a3"} {
		if got := b.ended(rest[i]); got != (reply{item + "!", nil}) {
			t.Errorf("%s: %+v", item, got)
		}
	}
}

// An item that fits with nothing is sent alone.
func TestBatchOversized(t *testing.T) {
	b := newBench(t, func([]string, string) bool { return false })
	for _, item := range []string{"a", "b"} {
		r := b.call(t.Context(), item, true)
		if got := b.run(); !slices.Equal(got, []string{item}) {
			t.Errorf("a run holds %v, want %s alone", got, item)
		}
		b.proceed <- struct{}{}
		b.ended(r)
	}
}

// A run lives as long as the most patient of its calls.
func TestBatchDeadline(t *testing.T) {
	started, proceed := make(chan context.Context, 10), make(chan struct{}, 10)
	batch := newBatcher(func(ctx context.Context, items []string) []outcome[string] {
		started <- ctx
		<-proceed
		return make([]outcome[string], len(items))
	}, always)
	b := &bench{t: t, batch: batch}
	short, cancelShort := context.WithTimeout(t.Context(), time.Hour)
	defer cancelShort()
	long, cancelLong := context.WithTimeout(t.Context(), 2*time.Hour)
	defer cancelLong()
	first := b.call(short, "a", true)
	ctx := <-started
	if got, _ := ctx.Deadline(); !got.Equal(deadlineOf(short)) {
		t.Errorf("the deadline of one is %s, want %s", got, deadlineOf(short))
	}
	second := b.call(long, "b", true)
	b.queued(1)
	third := b.call(short, "c", true)
	b.queued(2)
	proceed <- struct{}{}
	b.ended(first)
	ctx = <-started
	if got, _ := ctx.Deadline(); !got.Equal(deadlineOf(long)) {
		t.Errorf("the deadline of two is %s, want that of the later, %s", got, deadlineOf(long))
	}
	proceed <- struct{}{}
	b.ended(second)
	b.ended(third)
}

func deadlineOf(ctx context.Context) time.Time {
	deadline, _ := ctx.Deadline()
	return deadline
}

// A call without a deadline is not bound by that of another.
func TestBatchWithoutDeadline(t *testing.T) {
	started, proceed := make(chan context.Context, 10), make(chan struct{}, 10)
	batch := newBatcher(func(ctx context.Context, items []string) []outcome[string] {
		started <- ctx
		<-proceed
		return make([]outcome[string], len(items))
	}, always)
	b := &bench{t: t, batch: batch}
	first := b.call(t.Context(), "a", true)
	<-started
	bounded, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	second := b.call(t.Context(), "b", true)
	b.queued(1)
	third := b.call(bounded, "c", true)
	b.queued(2)
	proceed <- struct{}{}
	b.ended(first)
	if got, has := (<-started).Deadline(); has {
		t.Errorf("the most patient call has no deadline, and the run ends at %s", got)
	}
	proceed <- struct{}{}
	b.ended(second)
	b.ended(third)
}

// Many callers, of whom some give up: every one gets its own answer.
func TestBatchManyCallers(t *testing.T) {
	batch := newBatcher(func(_ context.Context, items []string) []outcome[string] {
		out := make([]outcome[string], len(items))
		for i, item := range items {
			out[i].answer = item + "!"
		}
		return out
	}, distinct(func(s string) string { return s }))
	var wait sync.WaitGroup
	for i := range 500 {
		wait.Go(func() {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if i%5 == 0 {
				go cancel()
			}
			item := fmt.Sprint(i % 100)
			got, err := batch.do(ctx, item, i%2 == 0)
			if err == nil && got != item+"!" || err != nil && (i%5 != 0 || !errors.Is(err, context.Canceled)) {
				t.Errorf("call %d: %q, %v", i, got, err)
			}
		})
	}
	wait.Wait()
	b := &bench{t: t, batch: batch}
	b.await("idle and empty", func() bool { return len(batch.queue) == 0 && !batch.busy })
}

// Creates share a request up to the controller's bound on new partitions.
func TestBatchFitsCreate(t *testing.T) {
	spec := func(name string, partitions int64) TopicSpec {
		return TopicSpec{Name: name, Partitions: partitions}
	}
	for _, test := range []struct {
		batch []TopicSpec
		next  TopicSpec
		fits  bool
	}{
		{[]TopicSpec{spec("a", 4000)}, spec("b", 6000), true},
		{[]TopicSpec{spec("a", 4000)}, spec("b", 6001), false},
		{[]TopicSpec{spec("a", 4000), spec("b", 4000)}, spec("c", 2001), false},
		{[]TopicSpec{spec("a", 1)}, spec("a", 1), false},
		{[]TopicSpec{spec("a", 10001)}, spec("b", 1), false},
	} {
		if got := fitsCreate(test.batch, test.next); got != test.fits {
			t.Errorf("%v beside %v: %t, want %t", test.next, test.batch, got, test.fits)
		}
	}
	full := make([]TopicSpec, maxTopicsPerRequest)
	for i := range full {
		full[i] = spec(fmt.Sprint(i), 1)
	}
	if fitsCreate(full, spec("more", 1)) {
		t.Errorf("%d topics and one more share a request", len(full))
	}
}
