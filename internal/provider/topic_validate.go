package provider

import (
	"context"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/shelf-analytics/terraform-provider-capture/internal/sizing"
)

// validate checks what more than one attribute decides.
func (m topicModel) validate(ctx context.Context) diag.Diagnostics {
	var diags diag.Diagnostics
	if topic := topicName(m.Name, m.Version); !m.Version.IsNull() && len(topic.ValueString()) > maxTopicName {
		diags.AddAttributeError(path.Root("name"), summaryInvalidName, detail(
			fmt.Sprintf("name and version together make a topic name of %d characters; Kafka takes at most %d. Shorten name.", len(topic.ValueString()), maxTopicName),
			fact("Topic", topic.ValueString())))
	}
	wanted, invalid := m.demand(ctx)
	if invalid.HasError() {
		return diags // the attributes' own validators say it
	}
	headroom := wanted.input.HeadroomFactor
	if headroom == nil && m.HeadroomFactor.IsNull() {
		headroom = bound(defaultHeadroomFactor)
	}
	if least := wanted.minimumHeadroom; least != nil && headroom != nil && least.Cmp(headroom) > 0 {
		diags.AddAttributeError(path.Root("minimum_headroom_factor"), summaryInvalidSizing, detail(
			"minimum_headroom_factor must not be above headroom_factor.",
			fact("minimum_headroom_factor", sizing.Text(least, 40)), fact("headroom_factor", sizing.Text(headroom, 40))))
	}
	diags.Append(checkTimeouts(ctx, m.Timeouts)...)
	set, _ := managedConfig(m.Config)
	diags.Append(checkConfig(set, m.ReplicationFactor.ValueInt64(), wanted.input.Profile.AvgEventSizeKB)...)
	return diags
}

// checkTimeouts refuses a time that is over before it begins; what is no
// duration at all the library tells.
func checkTimeouts(ctx context.Context, value timeouts.Value) diag.Diagnostics {
	var diags diag.Diagnostics
	for name, read := range map[string]func(context.Context, time.Duration) (time.Duration, diag.Diagnostics){
		"create": value.Create, "read": value.Read, "update": value.Update, "delete": value.Delete,
	} {
		if d, invalid := read(ctx, time.Minute); !invalid.HasError() && d <= 0 {
			diags.AddAttributeError(path.Root("timeouts").AtName(name), "Invalid Duration", fmt.Sprintf("timeouts.%s must be above 0, such as 90s, got %s.", name, d))
		}
	}
	return diags
}
