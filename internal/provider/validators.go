package provider

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/shelf-analytics/terraform-provider-capture/internal/sizing"
)

// decimalValidator bounds a number, compared exactly.
type decimalValidator struct {
	// above excludes the bound itself; least and most include it. Empty: none.
	above, least, most string
}

var (
	_ validator.Number = decimalValidator{}
	_ validator.String = durationValidator{}
	_ validator.String = oneOf{}
)

func (v decimalValidator) Description(context.Context) string {
	text := "a number"
	if v.above != "" {
		text += " above " + v.above
	}
	if v.least != "" {
		text += " of at least " + v.least
	}
	if v.most != "" {
		text += " and at most " + v.most
	}
	return text
}

func (v decimalValidator) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (v decimalValidator) ValidateNumber(ctx context.Context, req validator.NumberRequest, resp *validator.NumberResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	number, err := sizing.Decimal(req.ConfigValue.ValueBigFloat())
	if err != nil {
		resp.Diagnostics.AddAttributeError(req.Path, "Invalid Number", fmt.Sprintf("%s: %s.", req.Path, err))
		return
	}
	if v.above != "" && number.Cmp(bound(v.above)) <= 0 || v.least != "" && number.Cmp(bound(v.least)) < 0 || v.most != "" && number.Cmp(bound(v.most)) > 0 {
		resp.Diagnostics.AddAttributeError(req.Path, "Invalid Number", fmt.Sprintf("%s must be %s, got %s.", req.Path, v.Description(ctx), sizing.Text(number, 40)))
	}
}

// bound parses a validator's own literal; anything else is zero.
func bound(text string) *big.Rat {
	number, err := sizing.ParseDecimal(text)
	if err != nil {
		return new(big.Rat)
	}
	return number
}

// durationValidator accepts a Go duration between two bounds.
type durationValidator struct {
	least, most time.Duration
}

func (v durationValidator) Description(context.Context) string {
	return fmt.Sprintf("a duration from %s to %s, such as 30s", v.least, v.most)
}

// units says what a duration is written in; there are no days.
func (v durationValidator) units() string {
	text := "Its units are ns, us, ms, s, m and h"
	if week := 7 * 24 * time.Hour; v.most >= week {
		text += "; 7 days are 168h"
	}
	return text + "."
}

func (v durationValidator) MarkdownDescription(ctx context.Context) string {
	return v.Description(ctx)
}

func (v durationValidator) ValidateString(ctx context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	d, err := time.ParseDuration(req.ConfigValue.ValueString())
	if err != nil || d < v.least || d > v.most {
		resp.Diagnostics.AddAttributeError(req.Path, "Invalid Duration", fmt.Sprintf("%s must be %s, got %q. %s", req.Path, v.Description(ctx), req.ConfigValue.ValueString(), v.units()))
	}
}

// oneOf accepts a fixed set of texts.
type oneOf struct{ values []string }

func (v oneOf) Description(context.Context) string {
	return "one of " + strings.Join(v.values, ", ")
}

func (v oneOf) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (v oneOf) ValidateString(ctx context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() || slices.Contains(v.values, req.ConfigValue.ValueString()) {
		return
	}
	resp.Diagnostics.AddAttributeError(req.Path, "Invalid Value", fmt.Sprintf("%s must be %s, got %q.", req.Path, v.Description(ctx), req.ConfigValue.ValueString()))
}
