package provider

import (
	"math/big"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/shelf-analytics/terraform-provider-capture/internal/live"
)

// throughputModel is the data source capture_throughput.
type throughputModel struct {
	Topic    types.String `tfsdk:"topic"`
	Lookback types.String `tfsdk:"lookback"`
	From     types.String `tfsdk:"from"`
	To       types.String `tfsdk:"to"`
	Interval types.String `tfsdk:"interval"`

	PeakEventsPerSec                 types.Number `tfsdk:"peak_events_per_sec"`
	PeakAt                           types.String `tfsdk:"peak_at"`
	MeanEventsPerSec                 types.Number `tfsdk:"mean_events_per_sec"`
	BurstFactor                      types.Number `tfsdk:"burst_factor"`
	Records                          types.Int64  `tfsdk:"records"`
	CoveredFrom                      types.String `tfsdk:"covered_from"`
	AvgEventSizeKB                   types.Number `tfsdk:"avg_event_size_kb"`
	HottestPartitionPeakEventsPerSec types.Number `tfsdk:"hottest_partition_peak_events_per_sec"`
	Series                           types.List   `tfsdk:"series"`
	Report                           types.String `tfsdk:"report"`
}

// burstPlaces is how many decimals burst_factor has.
const burstPlaces = 3

var throughputRateTypes = map[string]attr.Type{"start": types.StringType, "events_per_sec": types.NumberType}

// set takes over what was measured, rounded.
func (m *throughputModel) set(t live.Throughput) {
	m.PeakEventsPerSec = toPlaces(t.Peak, live.RatePlaces)
	m.PeakAt = types.StringNull()
	if !t.PeakAt.IsZero() {
		m.PeakAt = inUTC(t.PeakAt)
	}
	m.MeanEventsPerSec = toPlaces(t.Mean, live.RatePlaces)
	m.BurstFactor = toPlaces(t.Burst(), burstPlaces)
	m.Records = types.Int64Value(t.Records)
	m.CoveredFrom = inUTC(t.CoveredFrom)
	m.AvgEventSizeKB = toPlaces(t.EventSizeKB(), live.SizePlaces)
	m.HottestPartitionPeakEventsPerSec = types.NumberNull()
	if hottest := t.Hottest(); hottest != nil {
		m.HottestPartitionPeakEventsPerSec = toPlaces(hottest.Peak, live.RatePlaces)
	}
	series := make([]attr.Value, len(t.Series))
	for i, rate := range t.Series {
		series[i] = types.ObjectValueMust(throughputRateTypes, map[string]attr.Value{
			"start": inUTC(rate.Start), "events_per_sec": toPlaces(rate.PerSec, live.RatePlaces),
		})
	}
	m.Series = types.ListValueMust(types.ObjectType{AttrTypes: throughputRateTypes}, series)
	m.Report = types.StringValue(t.Report())
}

// toPlaces is the number to so many decimals; null for nil.
func toPlaces(r *big.Rat, places int) types.Number {
	if r == nil {
		return types.NumberNull()
	}
	return rounded(r, places)
}

func inUTC(t time.Time) types.String { return types.StringValue(live.Time(t)) }
