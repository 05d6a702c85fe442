package provider

import (
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafka"
)

// topicDataModel is the data source capture_topic.
type topicDataModel struct {
	Topic             types.String `tfsdk:"topic"`
	TopicID           types.String `tfsdk:"topic_id"`
	Partitions        types.Int64  `tfsdk:"partitions"`
	ReplicationFactor types.Int64  `tfsdk:"replication_factor"`
	Internal          types.Bool   `tfsdk:"internal"`
	Config            types.Map    `tfsdk:"config"`
	EffectiveConfig   types.Map    `tfsdk:"effective_config"`
	PartitionDetails  types.List   `tfsdk:"partition_details"`
}

// The shapes of the nested outputs.
var (
	effectiveConfigTypes = map[string]attr.Type{
		"value": types.StringType, "source": types.StringType, "sensitive": types.BoolType,
	}
	partitionDetailTypes = map[string]attr.Type{
		"partition": types.Int64Type, "leader": types.Int64Type,
		"replicas": types.ListType{ElemType: types.Int64Type}, "in_sync_replicas": types.ListType{ElemType: types.Int64Type},
		"start_offset": types.Int64Type, "end_offset": types.Int64Type, "bytes": types.Int64Type,
	}
)

// set takes over what the brokers say.
func (m *topicDataModel) set(live kafka.TopicDetail, entries []kafka.ConfigEntry) {
	m.TopicID = nullable(live.ID)
	m.Partitions = types.Int64Value(live.Partitions)
	m.ReplicationFactor = types.Int64Value(live.ReplicationFactor)
	m.Internal = types.BoolValue(live.Internal)

	onTopic, effective := make(map[string]attr.Value), make(map[string]attr.Value, len(entries))
	for _, entry := range entries {
		value := types.StringValue(entry.Value)
		if entry.Untold {
			value = types.StringNull()
		}
		if entry.OnTopic {
			onTopic[entry.Name] = value
		}
		effective[entry.Name] = types.ObjectValueMust(effectiveConfigTypes, map[string]attr.Value{
			"value": value, "source": types.StringValue(entry.Source), "sensitive": types.BoolValue(entry.Sensitive),
		})
	}
	m.Config = types.MapValueMust(types.StringType, onTopic)
	m.EffectiveConfig = types.MapValueMust(types.ObjectType{AttrTypes: effectiveConfigTypes}, effective)

	details := make([]attr.Value, len(live.Details))
	for i, p := range live.Details {
		leader := types.Int64Null()
		if p.Leader != nil {
			leader = types.Int64Value(int64(*p.Leader))
		}
		details[i] = types.ObjectValueMust(partitionDetailTypes, map[string]attr.Value{
			"partition":        types.Int64Value(int64(p.Number)),
			"leader":           leader,
			"replicas":         integers(p.Replicas),
			"in_sync_replicas": integers(p.InSync),
			"start_offset":     types.Int64PointerValue(p.StartOffset),
			"end_offset":       types.Int64PointerValue(p.EndOffset),
			"bytes":            types.Int64PointerValue(p.Bytes),
		})
	}
	m.PartitionDetails = types.ListValueMust(types.ObjectType{AttrTypes: partitionDetailTypes}, details)
}

func integers(ids []int32) types.List {
	values := make([]attr.Value, len(ids))
	for i, id := range ids {
		values[i] = types.Int64Value(int64(id))
	}
	return types.ListValueMust(types.Int64Type, values)
}
