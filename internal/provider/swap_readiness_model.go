package provider

import (
	"context"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/shelf-analytics/terraform-provider-capture/internal/live"
)

// swapReadinessModel is the data source capture_swap_readiness.
type swapReadinessModel struct {
	From                types.String `tfsdk:"from"`
	To                  types.String `tfsdk:"to"`
	GroupNames          types.Set    `tfsdk:"group_names"`
	Window              types.String `tfsdk:"window"`
	RequireTrafficOnTo  types.Bool   `tfsdk:"require_traffic_on_to"`
	Ready               types.Bool   `tfsdk:"ready"`
	Blockers            types.List   `tfsdk:"blockers"`
	FromFrozen          types.Bool   `tfsdk:"from_frozen"`
	FromRecordsInWindow types.Int64  `tfsdk:"from_records_in_window"`
	ToRecordsInWindow   types.Int64  `tfsdk:"to_records_in_window"`
	FromPartitions      types.Int64  `tfsdk:"from_partitions"`
	ToPartitions        types.Int64  `tfsdk:"to_partitions"`
	Groups              types.List   `tfsdk:"groups"`
	Report              types.String `tfsdk:"report"`
}

var groupReadinessTypes = map[string]attr.Type{
	"group": types.StringType, "state": types.StringType, "lag": types.Int64Type,
	"uncommitted_partitions": types.ListType{ElemType: types.Int64Type}, "drained": types.BoolType,
}

// wantedSwap is what to watch.
type wantedSwap struct {
	from, to string
	groups   []string // sorted; nil: every group that is seen to read from; empty: none
	window   time.Duration
	traffic  bool
}

// validate checks what more than one attribute decides, as far as it is known.
func (m swapReadinessModel) validate() diag.Diagnostics {
	var diags diag.Diagnostics
	if known(m.From, m.To) && m.From.Equal(m.To) && !m.From.IsNull() {
		diags.AddAttributeError(path.Root("to"), "Invalid Swap", detail("from and to are the same topic. to is the version that takes its place.", fact("Topic", m.From.ValueString())))
	}
	return diags
}

func (m swapReadinessModel) wanted(ctx context.Context) (wantedSwap, diag.Diagnostics) {
	var diags diag.Diagnostics
	w := wantedSwap{from: m.From.ValueString(), to: m.To.ValueString(), traffic: m.RequireTrafficOnTo.IsNull() || m.RequireTrafficOnTo.ValueBool()}
	if !m.GroupNames.IsNull() {
		w.groups = []string{}
		diags.Append(m.GroupNames.ElementsAs(ctx, &w.groups, false)...)
		slices.Sort(w.groups)
	}
	w.window = durationOr(path.Root("window"), m.Window, defaultWindow, &diags)
	return w, diags
}

// set takes over what was seen.
func (m *swapReadinessModel) set(r live.Readiness) {
	m.Ready, m.FromFrozen = types.BoolValue(r.Ready()), types.BoolValue(r.Frozen())
	m.FromRecordsInWindow, m.ToRecordsInWindow = types.Int64Value(r.FromRecords()), types.Int64Value(r.ToRecords())
	m.FromPartitions, m.ToPartitions = types.Int64Value(int64(len(r.FromEnds))), types.Int64Value(int64(len(r.ToEnds)))
	blockers := []attr.Value{}
	for _, b := range r.Blockers() {
		blockers = append(blockers, types.StringValue(b))
	}
	m.Blockers = types.ListValueMust(types.StringType, blockers)
	groups := []attr.Value{}
	for _, g := range r.Groups {
		groups = append(groups, types.ObjectValueMust(groupReadinessTypes, map[string]attr.Value{
			"group":                  types.StringValue(g.Group),
			"state":                  nullable(g.State),
			"lag":                    types.Int64Value(g.Total()),
			"uncommitted_partitions": integers(g.Uncommitted),
			"drained":                types.BoolValue(g.Drained()),
		}))
	}
	m.Groups = types.ListValueMust(types.ObjectType{AttrTypes: groupReadinessTypes}, groups)
	m.Report = types.StringValue(r.Report())
}
