package provider

import (
	"context"
	"math/big"
	"slices"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/shelf-analytics/terraform-provider-capture/internal/skew"
)

const (
	// allLoads is up to how many partitions partition_loads has all of them;
	// above that it has the fullest.
	allLoads     = 1024
	fullestLoads = 100
	// maxHotPartitions is how many partitions hot_partitions has at most.
	maxHotPartitions = 1000
)

// The shapes of the nested outputs.
var (
	partitionLoadTypes = map[string]attr.Type{
		"partition": types.Int64Type, "records": types.Int64Type, "share": types.NumberType,
		"distinct_keys": types.Int64Type, "hot": types.BoolType, "cause": types.StringType,
	}
	hotKeyTypes = map[string]attr.Type{
		"key": types.StringType, "records": types.Int64Type, "share": types.NumberType,
		"partition": types.Int64Type, "shards": types.Int64Type, "suffixes": types.ListType{ElemType: types.Int64Type},
	}
	comparisonTypes = map[string]attr.Type{
		"partitions": types.Int64Type, "peak_to_mean_ratio": types.NumberType, "hot_partitions": types.Int64Type,
	}
	projectionTypes = map[string]attr.Type{
		"busiest_consumer_events_per_sec": types.NumberType, "utilization": types.NumberType,
		"backlog_growth_per_sec": types.NumberType, "backlog_records": types.NumberType,
		"max_lag_seconds": types.NumberType, "p95_lag_seconds": types.NumberType,
		"drain_seconds": types.NumberType, "idle_consumers": types.Int64Type,
	}
)

// set takes over the result, rounded.
func (m *skewCheckModel) set(ctx context.Context, r *skew.Result, about skew.About) diag.Diagnostics {
	m.Records = types.Int64Value(r.Records)
	m.KeylessRecords = types.Int64Value(about.Keyless)
	m.DistinctKeys = types.Int64Value(r.DistinctKeys)
	m.DistinctKeysExact = types.BoolValue(r.DistinctExact)
	m.MeanPerPartition = rounded(r.MeanPerPartition, 1)
	m.PeakToMeanRatio = rounded(r.PeakToMeanRatio, 3)
	m.HottestPartition = types.Int64Value(int64(r.HottestPartition))
	m.HottestKeyShare = rounded(r.HottestKeyShare, 6)
	m.HotPartitionCount = types.Int64Value(int64(r.HotPartitionCount))
	m.Balanced = types.BoolValue(r.IsBalanced())
	m.Verdict = types.StringValue(string(r.Verdict))
	m.TooFewKeys = types.BoolValue(r.TooFewKeys)
	m.NoiseFloor = roundedFloat(r.NoiseFloor, 4)
	m.MinimumSample = types.Int64Value(r.MinimumSample)
	m.EffectiveKeys = rounded(r.EffectiveKeys, 1)
	m.ExpectedRatio = roundedFloat(r.ExpectedRatio, 3)
	m.SaltedRatio = rounded(r.SaltedRatio, 4)
	m.Report = types.StringValue(r.Report(about))
	m.Projection = projection(r, about.Capacity)

	var diags, invalid diag.Diagnostics
	m.HotPartitions, invalid = types.MapValueFrom(ctx, types.Int64Type, hotPartitions(r))
	diags.Append(invalid...)
	m.PartitionLoads, invalid = types.ListValue(types.ObjectType{AttrTypes: partitionLoadTypes}, partitionLoads(r))
	diags.Append(invalid...)
	m.HotKeys, invalid = types.ListValue(types.ObjectType{AttrTypes: hotKeyTypes}, hotKeys(r))
	diags.Append(invalid...)
	m.Comparison, invalid = types.ListValue(types.ObjectType{AttrTypes: comparisonTypes}, comparison(r))
	diags.Append(invalid...)
	return diags
}

func roundedFloat(f float64, places int) types.Number {
	return rounded(new(big.Rat).SetFloat64(f), places)
}

// fullest returns partition numbers, the fullest first, equals by number.
func fullest(r *skew.Result) []int {
	partitions := make([]int, len(r.Loads))
	for p := range partitions {
		partitions[p] = p
	}
	slices.SortStableFunc(partitions, func(a, b int) int {
		switch {
		case r.Loads[a].Records > r.Loads[b].Records:
			return -1
		case r.Loads[a].Records < r.Loads[b].Records:
			return 1
		}
		return 0
	})
	return partitions
}

func hotPartitions(r *skew.Result) map[string]int64 {
	hot := make(map[string]int64)
	for _, p := range fullest(r)[:min(r.HotPartitionCount, maxHotPartitions)] {
		hot[strconv.Itoa(p)] = r.Loads[p].Records
	}
	return hot
}

func partitionLoads(r *skew.Result) []attr.Value {
	partitions := fullest(r)
	if r.Partitions <= allLoads {
		slices.Sort(partitions)
	} else {
		partitions = partitions[:fullestLoads]
	}
	loads := make([]attr.Value, len(partitions))
	for i, p := range partitions {
		load := r.Loads[p]
		distinct, cause := types.Int64Null(), types.StringNull()
		if load.DistinctKeys >= 0 {
			distinct = types.Int64Value(load.DistinctKeys)
		}
		if load.Hot {
			cause = types.StringValue(string(load.Cause))
		}
		loads[i] = types.ObjectValueMust(partitionLoadTypes, map[string]attr.Value{
			"partition":     types.Int64Value(int64(p)),
			"records":       types.Int64Value(load.Records),
			"share":         rounded(big.NewRat(load.Records, r.Records), 6),
			"distinct_keys": distinct,
			"hot":           types.BoolValue(load.Hot),
			"cause":         cause,
		})
	}
	return loads
}

func hotKeys(r *skew.Result) []attr.Value {
	keys := make([]attr.Value, len(r.HotKeys))
	for i, key := range r.HotKeys {
		suffixes := make([]attr.Value, len(key.Suffixes))
		for j, suffix := range key.Suffixes {
			suffixes[j] = types.Int64Value(suffix)
		}
		keys[i] = types.ObjectValueMust(hotKeyTypes, map[string]attr.Value{
			"key":       types.StringValue(skew.KeyText(key.Key)),
			"records":   types.Int64Value(key.Records),
			"share":     rounded(key.Share, 6),
			"partition": types.Int64Value(int64(key.Partition)),
			"shards":    types.Int64Value(int64(key.Shards)),
			"suffixes":  types.ListValueMust(types.Int64Type, suffixes),
		})
	}
	return keys
}

func comparison(r *skew.Result) []attr.Value {
	compared := make([]attr.Value, len(r.Comparison))
	for i, c := range r.Comparison {
		compared[i] = types.ObjectValueMust(comparisonTypes, map[string]attr.Value{
			"partitions":         types.Int64Value(int64(c.Partitions)),
			"peak_to_mean_ratio": rounded(c.PeakToMeanRatio, 3),
			"hot_partitions":     types.Int64Value(int64(c.HotPartitionCount)),
		})
	}
	return compared
}

func projection(r *skew.Result, capacity *skew.Capacity) types.Object {
	if capacity == nil {
		return types.ObjectNull(projectionTypes)
	}
	p := skew.Project(r.HottestShare(), r.Partitions, *capacity)
	drain := types.NumberNull()
	if p.DrainSeconds != nil {
		drain = rounded(p.DrainSeconds, 3)
	}
	return types.ObjectValueMust(projectionTypes, map[string]attr.Value{
		"busiest_consumer_events_per_sec": rounded(p.BusiestConsumerEventsPerSec, 3),
		"utilization":                     rounded(p.Utilization, 3),
		"backlog_growth_per_sec":          rounded(p.BacklogGrowthPerSec, 3),
		"backlog_records":                 rounded(p.BacklogRecords, 3),
		"max_lag_seconds":                 rounded(p.MaxLagSeconds, 3),
		"p95_lag_seconds":                 rounded(p.P95LagSeconds, 3),
		"drain_seconds":                   drain,
		"idle_consumers":                  types.Int64Value(p.IdleConsumers),
	})
}
