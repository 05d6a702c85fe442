package provider

import (
	"context"
	"math/big"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/shelf-analytics/terraform-provider-capture/internal/live"
)

// consumerLagModel is the data source capture_consumer_lag.
type consumerLagModel struct {
	Group            types.String `tfsdk:"group"`
	Topics           types.Set    `tfsdk:"topics"`
	Samples          wholeNumber  `tfsdk:"samples"`
	Interval         types.String `tfsdk:"interval"`
	LagTargetSeconds types.Number `tfsdk:"lag_target_seconds"`
	State            types.String `tfsdk:"state"`
	Members          types.Int64  `tfsdk:"members"`
	IdleMembers      types.Int64  `tfsdk:"idle_members"`
	Partitions       types.List   `tfsdk:"partitions"`
	MaxLag           types.Int64  `tfsdk:"max_lag"`
	MaxLagSeconds    types.Number `tfsdk:"max_lag_seconds"`
	P95LagSeconds    types.Number `tfsdk:"p95_lag_seconds"`
	TotalLag         types.Int64  `tfsdk:"total_lag"`
	WithinTarget     types.Bool   `tfsdk:"within_target"`
	Report           types.String `tfsdk:"report"`
}

var partitionLagTypes = map[string]attr.Type{
	"topic": types.StringType, "partition": types.Int64Type, "committed_offset": types.Int64Type, "end_offset": types.Int64Type,
	"lag": types.Int64Type, "lag_seconds": types.NumberType, "member": types.StringType,
}

// wantedLag is what to look at.
type wantedLag struct {
	group    string
	topics   []string // sorted; nil: all
	samples  int64
	interval time.Duration
}

func (m consumerLagModel) wanted(ctx context.Context) (wantedLag, diag.Diagnostics) {
	w := wantedLag{group: m.Group.ValueString(), samples: 1, interval: defaultLagInterval}
	var diags diag.Diagnostics
	if !m.Topics.IsNull() {
		diags.Append(m.Topics.ElementsAs(ctx, &w.topics, false)...)
		slices.Sort(w.topics)
	}
	if !m.Samples.IsNull() {
		w.samples = m.Samples.ValueInt64()
	}
	w.interval = durationOr(path.Root("interval"), m.Interval, defaultLagInterval, &diags)
	return w, diags
}

// set takes over what was seen.
func (m *consumerLagModel) set(lag live.GroupLag) {
	m.State = types.StringValue(lag.State)
	m.Members, m.IdleMembers = types.Int64Value(int64(lag.Members)), types.Int64Value(int64(lag.Idle))
	m.MaxLag, m.TotalLag = types.Int64Null(), types.Int64Null()
	m.MaxLagSeconds, m.P95LagSeconds = types.NumberNull(), types.NumberNull()
	if lag.Known() {
		m.MaxLag, m.TotalLag = types.Int64Value(lag.MaxLag()), types.Int64Value(lag.TotalLag())
		m.MaxLagSeconds, m.P95LagSeconds = rounded(lag.MaxSeconds(), 3), rounded(lag.P95Seconds(), 3)
	}
	m.WithinTarget = types.BoolPointerValue(lag.WithinTarget())
	m.Report = types.StringValue(lag.Report())
	partitions := make([]attr.Value, len(lag.Partitions))
	for i, p := range lag.Partitions {
		age := types.NumberNull()
		if p.Lag != nil {
			age = rounded(big.NewRat(p.AgeMillis, 1000), 3)
		}
		partitions[i] = types.ObjectValueMust(partitionLagTypes, map[string]attr.Value{
			"topic":            types.StringValue(p.Topic),
			"partition":        types.Int64Value(int64(p.Partition)),
			"committed_offset": types.Int64PointerValue(p.Committed),
			"end_offset":       types.Int64Value(p.End),
			"lag":              types.Int64PointerValue(p.Lag),
			"lag_seconds":      age,
			"member":           nullable(p.Member),
		})
	}
	m.Partitions = types.ListValueMust(types.ObjectType{AttrTypes: partitionLagTypes}, partitions)
}

// durationOr is the default where the value is null; a value that was not known
// at plan is not validated yet.
func durationOr(at path.Path, value types.String, otherwise time.Duration, diags *diag.Diagnostics) time.Duration {
	if value.IsNull() {
		return otherwise
	}
	d, err := time.ParseDuration(value.ValueString())
	if err != nil {
		diags.AddAttributeError(at, "Invalid Duration", at.String()+": "+err.Error()+".")
	}
	return d
}
