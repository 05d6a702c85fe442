package provider

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/shelf-analytics/terraform-provider-capture/internal/keyfile"
	"github.com/shelf-analytics/terraform-provider-capture/internal/partitioner"
	"github.com/shelf-analytics/terraform-provider-capture/internal/sizing"
	"github.com/shelf-analytics/terraform-provider-capture/internal/skew"
)

type skewCheckModel struct {
	Files             types.List   `tfsdk:"files"`
	Format            types.String `tfsdk:"format"`
	KeyFields         types.List   `tfsdk:"key_fields"`
	KeySeparator      types.String `tfsdk:"key_separator"`
	CountField        types.String `tfsdk:"count_field"`
	Header            types.Bool   `tfsdk:"header"`
	KeyEncoding       types.String `tfsdk:"key_encoding"`
	Partitions        wholeNumber  `tfsdk:"partitions"`
	Partitioner       types.String `tfsdk:"partitioner"`
	Tolerance         types.Number `tfsdk:"tolerance"`
	ComparePartitions types.List   `tfsdk:"compare_partitions"`
	Capacity          types.Object `tfsdk:"capacity"`

	Records           types.Int64  `tfsdk:"records"`
	KeylessRecords    types.Int64  `tfsdk:"keyless_records"`
	DistinctKeys      types.Int64  `tfsdk:"distinct_keys"`
	DistinctKeysExact types.Bool   `tfsdk:"distinct_keys_exact"`
	MeanPerPartition  types.Number `tfsdk:"mean_per_partition"`
	PeakToMeanRatio   types.Number `tfsdk:"peak_to_mean_ratio"`
	HottestPartition  types.Int64  `tfsdk:"hottest_partition"`
	HottestKeyShare   types.Number `tfsdk:"hottest_key_share"`
	HotPartitions     types.Map    `tfsdk:"hot_partitions"`
	HotPartitionCount types.Int64  `tfsdk:"hot_partition_count"`
	Balanced          types.Bool   `tfsdk:"balanced"`
	Verdict           types.String `tfsdk:"verdict"`
	TooFewKeys        types.Bool   `tfsdk:"too_few_keys"`
	NoiseFloor        types.Number `tfsdk:"noise_floor"`
	MinimumSample     types.Int64  `tfsdk:"minimum_sample"`
	EffectiveKeys     types.Number `tfsdk:"effective_keys"`
	ExpectedRatio     types.Number `tfsdk:"expected_ratio"`
	PartitionLoads    types.List   `tfsdk:"partition_loads"`
	HotKeys           types.List   `tfsdk:"hot_keys"`
	SaltedRatio       types.Number `tfsdk:"salted_ratio"`
	Comparison        types.List   `tfsdk:"comparison"`
	Projection        types.Object `tfsdk:"projection"`
	Report            types.String `tfsdk:"report"`
}

type capacityModel struct {
	EventsPerSec         types.Number `tfsdk:"events_per_sec"`
	ConsumerEventsPerSec types.Number `tfsdk:"consumer_events_per_sec"`
	Consumers            wholeNumber  `tfsdk:"consumers"`
	BurstSeconds         types.Number `tfsdk:"burst_seconds"`
	BaseEventsPerSec     types.Number `tfsdk:"base_events_per_sec"`
}

// skewCheck is what the configuration asks for, in plain values.
type skewCheck struct {
	patterns    []string
	keys        keyfile.Options
	partitioner partitioner.Partitioner
	census      skew.Options
	capacity    *skew.Capacity
}

// check reads a configuration whose values are all known.
func (m skewCheckModel) check(ctx context.Context) (skewCheck, diag.Diagnostics) {
	var diags diag.Diagnostics
	c := skewCheck{keys: m.keyOptions(ctx, &diags)}
	diags.Append(m.Files.ElementsAs(ctx, &c.patterns, false)...)
	name := partitioner.Names()[0]
	if !m.Partitioner.IsNull() {
		name = m.Partitioner.ValueString()
	}
	c.partitioner, _ = partitioner.ByName(name)
	c.keys.UTF8 = c.partitioner.UTF8Only()
	c.census = skew.Options{
		Partitions: int(m.Partitions.ValueInt64()),
		Tolerance:  bound(defaultTolerance),
		Digester:   c.partitioner,
	}
	if tolerance := decimal(path.Root("tolerance"), m.Tolerance, &diags); tolerance != nil {
		c.census.Tolerance = tolerance
	}
	var compared []wholeNumber
	diags.Append(m.ComparePartitions.ElementsAs(ctx, &compared, false)...)
	for _, partitions := range compared {
		c.census.Compare = append(c.census.Compare, int(partitions.ValueInt64()))
	}
	if !m.Capacity.IsNull() {
		var capacity capacityModel
		diags.Append(m.Capacity.As(ctx, &capacity, objectOptions)...)
		at := path.Root("capacity")
		c.capacity = &skew.Capacity{
			EventsPerSec:         decimal(at.AtName("events_per_sec"), capacity.EventsPerSec, &diags),
			ConsumerEventsPerSec: decimal(at.AtName("consumer_events_per_sec"), capacity.ConsumerEventsPerSec, &diags),
			Consumers:            capacity.Consumers.ValueInt64(),
			BurstSeconds:         decimal(at.AtName("burst_seconds"), capacity.BurstSeconds, &diags),
			BaseEventsPerSec:     decimal(at.AtName("base_events_per_sec"), capacity.BaseEventsPerSec, &diags),
		}
	}
	return c, diags
}

// decimal is nil where the value is null.
func decimal(at path.Path, value types.Number, diags *diag.Diagnostics) *big.Rat {
	if value.IsNull() {
		return nil
	}
	r, err := sizing.Decimal(value.ValueBigFloat())
	if err != nil {
		diags.AddAttributeError(at, "Invalid Number", fmt.Sprintf("%s: %s.", at, err))
	}
	return r
}

// keyOptions are how the files are read.
func (m skewCheckModel) keyOptions(ctx context.Context, diags *diag.Diagnostics) keyfile.Options {
	o := keyfile.Options{
		Format:       keyfile.Format(m.Format.ValueString()),
		KeySeparator: defaultKeySeparator,
		CountField:   m.CountField.ValueString(),
		Header:       m.Header.IsNull() || m.Header.ValueBool(),
		Encoding:     keyfile.Encoding(m.KeyEncoding.ValueString()),
	}
	if !m.KeySeparator.IsNull() {
		o.KeySeparator = m.KeySeparator.ValueString()
	}
	if !m.KeyFields.IsNull() {
		diags.Append(m.KeyFields.ElementsAs(ctx, &o.KeyFields, false)...)
	}
	return o
}

// validate checks what more than one attribute decides, as far as it is known.
func (m skewCheckModel) validate(ctx context.Context) diag.Diagnostics {
	var diags diag.Diagnostics
	if known(m.Format, m.KeyFields, m.CountField, m.Header, m.KeyEncoding) && usable(m.KeyFields.Elements()) {
		if err := m.keyOptions(ctx, &diags).Validate(); err != nil {
			diags.Append(keyOptionDiagnostic(err))
		}
	}
	var sum int64
	for i, element := range m.ComparePartitions.Elements() {
		partitions, ok := element.(wholeNumber)
		if !ok {
			continue
		}
		sum += max(0, min(partitions.ValueInt64(), maxPartitions))
		if partitions.IsNull() && partitions.fraction == "" {
			at := path.Root("compare_partitions").AtListIndex(i)
			diags.AddAttributeError(at, summaryInvalidSkewCheck, fmt.Sprintf("%s is null. Remove it, or give a count.", at))
		}
	}
	if sum > maxCompared {
		diags.AddAttributeError(path.Root("compare_partitions"), summaryInvalidSkewCheck, detail(
			fmt.Sprintf("compare_partitions may have %d partitions added up, which bounds its memory. Compare fewer counts.", maxCompared), fact("Partitions", sum)))
	}
	return diags
}

// keyOptionDiagnostic anchors an option of the reading that cannot be used.
func keyOptionDiagnostic(err error) diag.Diagnostic {
	var invalid *keyfile.OptionError
	if !errors.As(err, &invalid) {
		return diag.NewErrorDiagnostic(summaryInvalidSkewCheck, err.Error()+".")
	}
	return diag.NewAttributeErrorDiagnostic(path.Root(invalid.Attribute), summaryInvalidSkewCheck, err.Error()+".")
}

// usable tells that no element is unknown, or null, which has an error of its own.
func usable(elements []attr.Value) bool {
	return known(elements...) && !slices.ContainsFunc(elements, attr.Value.IsNull)
}

// known tells that none of the values is unknown.
func known(values ...attr.Value) bool {
	for _, value := range values {
		if value.IsUnknown() {
			return false
		}
	}
	return true
}
