package provider_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"
)

// drillPatience is how long a drill waits for one event.
const drillPatience = time.Minute

// awaited is a state that others wait for: whoever changes it wakes them.
type awaited struct {
	mu      sync.Mutex
	changed chan struct{} // closed at the next change; nil while nobody waits
	failed  error         // the first that went wrong
}

// change does something to the state.
func (a *awaited) change(do func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	do()
	if a.changed != nil {
		close(a.changed)
		a.changed = nil
	}
}

// fail ends all waiting; an interrupt is no failure.
func (a *awaited) fail(err error) {
	if err != nil && !errors.Is(err, context.Canceled) {
		a.change(func() { a.failed = errors.Join(a.failed, err) })
	}
}

// await returns once the state is as wanted, and fails the test where it is not
// after a minute.
func (a *awaited) await(t *testing.T, what string, wanted func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), drillPatience)
	defer cancel()
	if err := a.until(ctx, wanted); err != nil {
		t.Fatalf("%s: %v", what, err)
	}
}

// until returns once the state is as wanted. Its error is what failed, or the
// context's.
func (a *awaited) until(ctx context.Context, wanted func() bool) error {
	for {
		a.mu.Lock()
		done, failed := wanted(), a.failed
		if a.changed == nil {
			a.changed = make(chan struct{})
		}
		changed := a.changed
		a.mu.Unlock()
		switch {
		case failed != nil:
			return failed
		case done:
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// pace lets events through evenly.
type pace struct {
	every time.Duration
	due   time.Time // of the next event
}

const (
	// catchUp is how much of a stall of the machine is made up for.
	catchUp = time.Second
	// shortWait is what is not worth a timer: events go in bunches that long.
	shortWait = 5 * time.Millisecond
)

// interval is the time from one event to the next.
func interval(eventsPerSec float64) time.Duration {
	return time.Duration(float64(time.Second) / eventsPerSec)
}

// wait returns when the next event is due. Its error is the context's.
func (p *pace) wait(ctx context.Context) error {
	now := time.Now()
	earliest := now.Add(-catchUp)
	switch {
	case p.due.IsZero():
		p.due = now
	case p.due.Before(earliest):
		p.due = earliest
	}
	ahead := p.due.Sub(now)
	p.due = p.due.Add(p.every)
	if ahead < shortWait {
		return ctx.Err()
	}
	timer := time.NewTimer(ahead)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
