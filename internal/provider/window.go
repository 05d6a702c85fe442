package provider

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-log/tflog"
)

// progressEvery is how often a wait is logged.
const progressEvery = 10 * time.Second

// watch waits for as long as the brokers are observed. A long wait logs its
// progress; an interrupt ends it with the context's error.
func watch(ctx context.Context, window time.Duration, fields map[string]any) error {
	began := time.Now()
	done := time.NewTimer(window)
	defer done.Stop()
	progress := time.NewTicker(progressEvery)
	defer progress.Stop()
	for {
		select {
		case <-done.C:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		case <-progress.C:
			log := map[string]any{"elapsed": time.Since(began).Round(time.Second).String(), "window": window.String()}
			for name, value := range fields {
				log[name] = value
			}
			tflog.Info(ctx, "observing", log)
		}
	}
}
