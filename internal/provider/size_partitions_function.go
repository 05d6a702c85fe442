package provider

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/shelf-analytics/terraform-provider-capture/internal/sizing"
)

type sizePartitionsFunction struct{}

var _ function.Function = (*sizePartitionsFunction)(nil)

func newSizePartitionsFunction() function.Function { return &sizePartitionsFunction{} }

func (f *sizePartitionsFunction) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "size_partitions"
}

func (f *sizePartitionsFunction) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary: "Derive a partition count from a throughput profile",
		MarkdownDescription: "Returns the `sizing` object of `capture_topic` for these inputs, without any broker and without a topic, so that a skew check can take its count from it. " +
			"The `hottest_partition_*` members are null.",
		Parameters: []function.Parameter{
			function.DynamicParameter{Name: "profile", MarkdownDescription: "The `throughput_profile`: an object with `peak_events_per_sec`, `avg_event_size_kb` and, optionally, `per_partition_ceiling_mb_s` (default 10) and `consumer_events_per_sec`."},
			function.NumberParameter{Name: "target_consumers", MarkdownDescription: "The most consumers of one group that should work at once, at least 1."},
			function.NumberParameter{Name: "headroom_factor", AllowNullValue: true, MarkdownDescription: "Room to grow, at least 1; null: 1.5."},
			function.StringParameter{Name: "rounding", AllowNullValue: true, MarkdownDescription: "`none`, `consumer_multiple` or `highly_composite`; null: `none`."},
		},
		Return: function.ObjectReturn{AttributeTypes: sizingTypes},
	}
}

func (f *sizePartitionsFunction) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var profile types.Dynamic
	var consumers, headroom types.Number
	var rounding types.String
	resp.Error = req.Arguments.Get(ctx, &profile, &consumers, &headroom, &rounding)
	if resp.Error != nil {
		return
	}
	count, accuracy := consumers.ValueBigFloat().Int64()
	if accuracy != big.Exact {
		resp.Error = function.NewArgumentFuncError(1, fmt.Sprintf("target_consumers must be an integer of at most 64 bits, got %s", consumers.ValueBigFloat().Text('g', 20)))
		return
	}
	in := sizing.Input{TargetConsumers: count, HeadroomFactor: bound(defaultHeadroomFactor), Rounding: sizing.RoundingNone}
	if !headroom.IsNull() {
		factor, err := sizing.Decimal(headroom.ValueBigFloat())
		if err != nil {
			resp.Error = function.NewArgumentFuncError(2, "headroom_factor: "+err.Error())
			return
		}
		in.HeadroomFactor = factor
	}
	if !rounding.IsNull() {
		in.Rounding = sizing.Rounding(rounding.ValueString())
	}
	known, err := dynamicProfile(profile, &in.Profile)
	if err != nil {
		resp.Error = function.NewArgumentFuncError(0, err.Error())
		return
	}
	if !known {
		resp.Error = resp.Result.Set(ctx, types.ObjectUnknown(sizingTypes))
		return
	}
	sized, err := sizing.Size(in)
	if err != nil {
		resp.Error = function.NewArgumentFuncError(argumentOf(err), err.Error())
		return
	}
	resp.Error = resp.Result.Set(ctx, sizingObject(sized, demand{input: in}, sized.RecommendedPartitions))
}

// argumentOf is the position of the parameter that an error is about.
func argumentOf(err error) int64 {
	var input *sizing.InputError
	var count *sizing.CountError
	attribute := ""
	switch {
	case errors.As(err, &input):
		attribute = input.Attribute
	case errors.As(err, &count):
		attribute = count.Attribute
	}
	switch attribute {
	case "target_consumers":
		return 1
	case "headroom_factor":
		return 2
	case "rounding":
		return 3
	}
	return 0
}

// dynamicProfile reads an object whose optional members may be left out. known
// is false where a member is unknown.
func dynamicProfile(value types.Dynamic, profile *sizing.Profile) (known bool, err error) {
	members, err := objectMembers(value.UnderlyingValue())
	if err != nil {
		return false, err
	}
	profile.PerPartitionCeilingMBPerSec = bound(defaultCeiling)
	targets := map[string]**big.Rat{
		"peak_events_per_sec":        &profile.PeakEventsPerSec,
		"avg_event_size_kb":          &profile.AvgEventSizeKB,
		"per_partition_ceiling_mb_s": &profile.PerPartitionCeilingMBPerSec,
		"consumer_events_per_sec":    &profile.ConsumerEventsPerSec,
	}
	known = true
	for name, member := range members {
		target, ok := targets[name]
		if !ok {
			return false, fmt.Errorf("profile has no member %s; its members are peak_events_per_sec, avg_event_size_kb, per_partition_ceiling_mb_s and consumer_events_per_sec", name)
		}
		if member.IsUnknown() {
			known = false
			continue
		}
		if member.IsNull() {
			continue
		}
		number, err := memberNumber(member)
		if err != nil {
			return false, fmt.Errorf("profile.%s %w", name, err)
		}
		*target = number
	}
	for _, name := range []string{"peak_events_per_sec", "avg_event_size_kb"} {
		if member, there := members[name]; !there || member.IsNull() {
			return false, fmt.Errorf("profile.%s is missing", name)
		}
	}
	return known, nil
}

func objectMembers(value attr.Value) (map[string]attr.Value, error) {
	switch v := value.(type) {
	case types.Object:
		return v.Attributes(), nil
	case types.Map:
		return v.Elements(), nil
	}
	return nil, errors.New("profile must be an object with peak_events_per_sec and avg_event_size_kb")
}

// memberNumber takes numbers and, as Terraform itself does, text that is one.
func memberNumber(value attr.Value) (*big.Rat, error) {
	switch v := value.(type) {
	case types.Number:
		return sizing.Decimal(v.ValueBigFloat())
	case types.Int64:
		return new(big.Rat).SetInt64(v.ValueInt64()), nil
	case types.String:
		if number, err := sizing.ParseDecimal(strings.TrimSpace(v.ValueString())); err == nil {
			return number, nil
		}
	}
	return nil, errors.New("must be a number")
}
