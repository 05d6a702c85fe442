package provider

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/shelf-analytics/terraform-provider-capture/internal/live"
)

// timeValidator accepts a time in the form of RFC 3339.
type timeValidator struct{}

var _ validator.String = timeValidator{}

func (timeValidator) Description(context.Context) string {
	return "a time in RFC 3339, such as 2026-11-30T10:00:00Z"
}

func (v timeValidator) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (v timeValidator) ValidateString(ctx context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	if _, err := time.Parse(time.RFC3339, req.ConfigValue.ValueString()); err != nil {
		resp.Diagnostics.AddAttributeError(req.Path, "Invalid Time", fmt.Sprintf("%s must be %s, got %q.", req.Path, v.Description(ctx), req.ConfigValue.ValueString()))
	}
}

// window is the time to measure, of values that are all known; lookback counts
// from the last whole second. ok is false where a validator refuses a value.
func (m throughputModel) window(now time.Time) (w live.Window, ok bool) {
	var invalid diag.Diagnostics
	w.Interval = durationOr(path.Root("interval"), m.Interval, defaultThroughputInterval, &invalid)
	lookback := durationOr(path.Root("lookback"), m.Lookback, defaultLookback, &invalid)
	if invalid.HasError() || w.Interval < time.Second || w.Interval > longestMeasured || lookback <= 0 || lookback > longestMeasured {
		return live.Window{}, false
	}
	if m.From.IsNull() && m.To.IsNull() {
		return live.LookBack(now.UTC().Truncate(time.Second), lookback, w.Interval), true
	}
	var errs [2]error
	w.From, errs[0] = time.Parse(time.RFC3339, m.From.ValueString())
	w.To, errs[1] = time.Parse(time.RFC3339, m.To.ValueString())
	return w, errors.Join(errs[:]...) == nil
}

// validate checks what more than one attribute and the clock decide.
func (m throughputModel) validate(w live.Window, now time.Time) diag.Diagnostics {
	var diags diag.Diagnostics
	from, to := fact("From", live.Time(w.From)), fact("To", live.Time(w.To))
	switch {
	case !w.From.Before(w.To):
		diags.AddAttributeError(path.Root("from"), summaryInvalidWindow, detail("from must be before to.", from, to))
	case w.To.After(now):
		diags.AddAttributeError(path.Root("to"), summaryInvalidWindow, detail(
			"to is in the future, and what is yet to arrive cannot be measured. Set a time that has passed, or lookback, which ends now.", to, fact("Now", live.Time(now.Truncate(time.Second)))))
	case w.From.Before(time.Unix(0, 0)):
		diags.AddAttributeError(path.Root("from"), summaryInvalidWindow, detail("from is before 1970, when Kafka's timestamps begin. Set a later time.", from))
	case w.Intervals() > live.MaxIntervals:
		diags.AddAttributeError(path.Root("interval"), summaryInvalidWindow, detail(
			fmt.Sprintf("The time to measure holds more than %d intervals, the most there may be. Set interval = %q or longer, or measure a shorter time.", live.MaxIntervals, w.Fitting()),
			from, to, fact("Interval", w.Interval), fact("Intervals", w.Intervals())))
	}
	return diags
}
