package provider

import (
	"math/big"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/shelf-analytics/terraform-provider-capture/internal/skew"
)

// partitionLoadModel is the data source capture_partition_load.
type partitionLoadModel struct {
	Topic     types.String `tfsdk:"topic"`
	Window    types.String `tfsdk:"window"`
	Tolerance types.Number `tfsdk:"tolerance"`

	Partitions        types.List   `tfsdk:"partitions"`
	MeanRecordsPerSec types.Number `tfsdk:"mean_records_per_sec"`
	PeakToMeanRatio   types.Number `tfsdk:"peak_to_mean_ratio"`
	HotPartitions     types.List   `tfsdk:"hot_partitions"`
	Balanced          types.Bool   `tfsdk:"balanced"`
	RecordsObserved   types.Int64  `tfsdk:"records_observed"`
	NoiseFloor        types.Number `tfsdk:"noise_floor"`
	MinimumSample     types.Int64  `tfsdk:"minimum_sample"`
	Verdict           types.String `tfsdk:"verdict"`
	Report            types.String `tfsdk:"report"`
}

var observedPartitionTypes = map[string]attr.Type{
	"partition": types.Int64Type, "records_per_sec": types.NumberType, "share": types.NumberType, "bytes": types.Int64Type,
}

// inputs are how long to observe and what is tolerated.
func (m *partitionLoadModel) inputs(diags *diag.Diagnostics) (window time.Duration, tolerance *big.Rat) {
	window = durationOr(path.Root("window"), m.Window, defaultLoadWindow, diags)
	tolerance = bound(defaultTolerance)
	if configured := decimal(path.Root("tolerance"), m.Tolerance, diags); configured != nil {
		tolerance = configured
	}
	return window, tolerance
}

// set takes over the observation, rounded, and the sizes of the logs as far as
// they are known.
func (m *partitionLoadModel) set(o *skew.Observation, sizes map[int]int64) {
	partitions := make([]attr.Value, len(o.Counts))
	for p := range o.Counts {
		share, bytes := types.NumberNull(), types.Int64Null()
		if of := o.Share(p); of != nil {
			share = rounded(of, 6)
		}
		if size, known := sizes[p]; known {
			bytes = types.Int64Value(size)
		}
		partitions[p] = types.ObjectValueMust(observedPartitionTypes, map[string]attr.Value{
			"partition":       types.Int64Value(int64(p)),
			"records_per_sec": rounded(o.PerSec(p), 3),
			"share":           share,
			"bytes":           bytes,
		})
	}
	m.Partitions = types.ListValueMust(types.ObjectType{AttrTypes: observedPartitionTypes}, partitions)
	hot := make([]attr.Value, len(o.Hot))
	for i, p := range o.Hot {
		hot[i] = types.Int64Value(int64(p))
	}
	m.HotPartitions = types.ListValueMust(types.Int64Type, hot)

	m.MeanRecordsPerSec = rounded(o.MeanPerSec(), 3)
	m.PeakToMeanRatio, m.NoiseFloor = types.NumberNull(), types.NumberNull()
	if o.Verdict != skew.Idle {
		m.PeakToMeanRatio, m.NoiseFloor = rounded(o.PeakToMeanRatio, 3), roundedFloat(o.NoiseFloor, 4)
	}
	m.Balanced = types.BoolNull()
	if o.Verdict == skew.Balanced || o.Verdict == skew.Skewed {
		m.Balanced = types.BoolValue(o.Verdict == skew.Balanced)
	}
	m.RecordsObserved = types.Int64Value(o.Records)
	m.MinimumSample = types.Int64Value(o.MinimumSample)
	m.Verdict = types.StringValue(string(o.Verdict))
	m.Report = types.StringValue(o.Report(m.Topic.ValueString()))
}
