package provider

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/shelf-analytics/terraform-provider-capture/internal/sizing"
)

type topicModel struct {
	Name                  types.String   `tfsdk:"name"`
	Version               wholeNumber    `tfsdk:"version"`
	ThroughputProfile     types.Object   `tfsdk:"throughput_profile"`
	TargetConsumers       wholeNumber    `tfsdk:"target_consumers"`
	HeadroomFactor        types.Number   `tfsdk:"headroom_factor"`
	MinimumHeadroomFactor types.Number   `tfsdk:"minimum_headroom_factor"`
	Rounding              types.String   `tfsdk:"rounding"`
	Skew                  types.Object   `tfsdk:"skew"`
	PinnedPartitions      wholeNumber    `tfsdk:"pinned_partitions"`
	ReplicationFactor     wholeNumber    `tfsdk:"replication_factor"`
	Config                types.Map      `tfsdk:"config"`
	DeletionProtection    types.Bool     `tfsdk:"deletion_protection"`
	Timeouts              timeouts.Value `tfsdk:"timeouts"`
	Topic                 types.String   `tfsdk:"topic"`
	TopicID               types.String   `tfsdk:"topic_id"`
	Partitions            types.Int64    `tfsdk:"partitions"`
	EstablishedPartitions types.Int64    `tfsdk:"established_partitions"`
	Sizing                types.Object   `tfsdk:"sizing"`
}

type profileModel struct {
	PeakEventsPerSec       types.Number `tfsdk:"peak_events_per_sec"`
	AvgEventSizeKB         types.Number `tfsdk:"avg_event_size_kb"`
	PerPartitionCeilingMBs types.Number `tfsdk:"per_partition_ceiling_mb_s"`
	ConsumerEventsPerSec   types.Number `tfsdk:"consumer_events_per_sec"`
}

type skewModel struct {
	PeakToMeanRatio types.Number `tfsdk:"peak_to_mean_ratio"`
	HottestKeyShare types.Number `tfsdk:"hottest_key_share"`
}

// sizingTypes is the shape of sizing, in the resource and in size_partitions.
var sizingTypes = map[string]attr.Type{
	"peak_mb_per_sec":               types.NumberType,
	"throughput_partitions":         types.Int64Type,
	"consumer_rate_partitions":      types.Int64Type,
	"parallelism_partitions":        types.Int64Type,
	"driver":                        types.StringType,
	"headroom_factor":               types.NumberType,
	"required_partitions":           types.Int64Type,
	"recommended_partitions":        types.Int64Type,
	"busiest_consumer_factor":       types.NumberType,
	"hottest_partition_mb_per_sec":  types.NumberType,
	"hottest_partition_utilization": types.NumberType,
	"explanation":                   types.StringType,
}

// demand is what the configuration asks of the sizing, in plain values.
type demand struct {
	input           sizing.Input
	minimumHeadroom *big.Rat // nil: not given
	skew            *sizing.Skew
	pinned          int64 // 0: not given

	// known: all of the sizing inputs are. The pin has a flag of its own.
	known    bool
	pinKnown bool
}

// demand reads the sizing inputs.
func (m topicModel) demand(ctx context.Context) (demand, diag.Diagnostics) {
	var diags diag.Diagnostics
	d := demand{known: true, pinKnown: !m.PinnedPartitions.IsUnknown(), pinned: m.PinnedPartitions.ValueInt64()}
	var profile profileModel
	var skew skewModel
	for _, nested := range []struct {
		value  types.Object
		target any
	}{{m.ThroughputProfile, &profile}, {m.Skew, &skew}} {
		if nested.value.IsUnknown() {
			d.known = false
		} else if !nested.value.IsNull() {
			diags.Append(nested.value.As(ctx, nested.target, objectOptions)...)
		}
	}
	number := func(at path.Path, value types.Number) *big.Rat {
		if value.IsUnknown() {
			d.known = false
		}
		if value.IsUnknown() || value.IsNull() {
			return nil
		}
		r, err := sizing.Decimal(value.ValueBigFloat())
		if err != nil {
			diags.AddAttributeError(at, summaryInvalidSizing, fmt.Sprintf("%s: %s.", at, err))
		}
		return r
	}
	inProfile := path.Root("throughput_profile")
	d.input = sizing.Input{
		Profile: sizing.Profile{
			PeakEventsPerSec:            number(inProfile.AtName("peak_events_per_sec"), profile.PeakEventsPerSec),
			AvgEventSizeKB:              number(inProfile.AtName("avg_event_size_kb"), profile.AvgEventSizeKB),
			PerPartitionCeilingMBPerSec: number(inProfile.AtName("per_partition_ceiling_mb_s"), profile.PerPartitionCeilingMBs),
			ConsumerEventsPerSec:        number(inProfile.AtName("consumer_events_per_sec"), profile.ConsumerEventsPerSec),
		},
		TargetConsumers: m.TargetConsumers.ValueInt64(),
		HeadroomFactor:  number(path.Root("headroom_factor"), m.HeadroomFactor),
		Rounding:        sizing.Rounding(m.Rounding.ValueString()),
	}
	d.minimumHeadroom = number(path.Root("minimum_headroom_factor"), m.MinimumHeadroomFactor)
	if m.TargetConsumers.IsUnknown() || m.Rounding.IsUnknown() {
		d.known = false
	}
	if !m.Skew.IsNull() && !m.Skew.IsUnknown() {
		d.skew = &sizing.Skew{
			PeakToMeanRatio: number(path.Root("skew").AtName("peak_to_mean_ratio"), skew.PeakToMeanRatio),
			HottestKeyShare: number(path.Root("skew").AtName("hottest_key_share"), skew.HottestKeyShare),
		}
	}
	return d, diags
}

// sizingDiagnostic anchors an input that cannot be sized.
func sizingDiagnostic(err error) diag.Diagnostic {
	text := err.Error() + "."
	var attribute string
	var input *sizing.InputError
	var count *sizing.CountError
	switch {
	case errors.As(err, &input):
		attribute = input.Attribute
	case errors.As(err, &count):
		attribute = count.Attribute
	}
	if attribute == "" {
		return diag.NewErrorDiagnostic(summaryInvalidSizing, text)
	}
	return diag.NewAttributeErrorDiagnostic(attributePath(attribute), summaryInvalidSizing, text)
}

// sizingObject translates a sizing at a planned count.
func sizingObject(s sizing.Sizing, d demand, partitions int64) types.Object {
	mbPerSec, utilization := types.NumberNull(), types.NumberNull()
	if d.skew != nil && d.skew.PeakToMeanRatio != nil {
		hottest := s.HottestPartition(d.input.Profile, *d.skew, partitions)
		mbPerSec = rounded(hottest.MBPerSec, 6)
		utilization = rounded(hottest.Utilization, 6)
	}
	explanation := s.Explain(d.input.Profile, sizing.Context{
		Partitions: partitions, Pinned: d.pinned, MinimumHeadroomFactor: d.minimumHeadroom, Skew: d.skew,
	})
	return types.ObjectValueMust(sizingTypes, map[string]attr.Value{
		"peak_mb_per_sec":               types.NumberValue(sizing.Float(s.PeakMBPerSec)),
		"throughput_partitions":         types.Int64Value(s.ThroughputPartitions),
		"consumer_rate_partitions":      types.Int64PointerValue(s.ConsumerRatePartitions),
		"parallelism_partitions":        types.Int64Value(s.ParallelismPartitions),
		"driver":                        types.StringValue(string(s.Driver)),
		"headroom_factor":               types.NumberValue(sizing.Float(s.HeadroomFactor)),
		"required_partitions":           types.Int64Value(s.RequiredPartitions),
		"recommended_partitions":        types.Int64Value(s.RecommendedPartitions),
		"busiest_consumer_factor":       rounded(s.BusiestConsumerFactor, 4),
		"hottest_partition_mb_per_sec":  mbPerSec,
		"hottest_partition_utilization": utilization,
		"explanation":                   types.StringValue(explanation),
	})
}

func rounded(r *big.Rat, places int) types.Number {
	return types.NumberValue(sizing.Float(sizing.Round(r, places)))
}

// sameSizingInputs tells whether both would derive the same sizing. E enters
// because a count changed outside Terraform is part of the explanation.
func (m topicModel) sameSizingInputs(other topicModel) bool {
	return m.ThroughputProfile.Equal(other.ThroughputProfile) &&
		m.TargetConsumers.Equal(other.TargetConsumers) &&
		m.HeadroomFactor.Equal(other.HeadroomFactor) &&
		m.MinimumHeadroomFactor.Equal(other.MinimumHeadroomFactor) &&
		m.Rounding.Equal(other.Rounding) &&
		m.Skew.Equal(other.Skew) &&
		m.PinnedPartitions.Equal(other.PinnedPartitions)
}

// eventSize is nil where it is not known yet.
func (d demand) eventSize() *big.Rat { return d.input.Profile.AvgEventSizeKB }
