package kafka

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// configsShownWithin is how long a change of configs is waited for: brokers show
// it some milliseconds after the controller's answer, a busy one later.
const configsShownWithin = 5 * time.Second

// awaitConfigs waits until a broker shows the change, so that the next plan does.
// What it cannot see within that time, or may not see, is no failure: the change
// is made.
func (c *Client) awaitConfigs(ctx context.Context, change ConfigChange) {
	_, _ = backoff.Retry(ctx, func() (struct{}, error) {
		entries, err := c.Configs(ctx, change.Topic)
		switch {
		case err != nil:
			return struct{}{}, backoff.Permanent(err)
		case !change.shownBy(entries):
			return struct{}{}, errNotShown
		}
		return struct{}{}, nil
	}, backoff.WithBackOff(pace()), backoff.WithMaxElapsedTime(configsShownWithin))
}

var errNotShown = errors.New("no broker shows the change yet")

// shownBy tells whether the configs are those after the change. A key that is
// not among them is none that brokers show.
func (change ConfigChange) shownBy(entries []ConfigEntry) bool {
	for _, e := range entries {
		value, set := change.Set[e.Name]
		switch {
		case set && !e.OnTopic, set && !e.Untold && !SameConfigValue(e.Value, value):
			return false
		case slices.Contains(change.Reset, e.Name) && e.OnTopic:
			return false
		}
	}
	return true
}
