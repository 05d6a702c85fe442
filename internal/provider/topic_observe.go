package provider

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafka"
)

// observe takes over what the brokers say and notes what it is worth knowing.
func (m *topicModel) observe(live kafka.Topic, private *topicPrivate) diag.Diagnostics {
	var diags diag.Diagnostics
	topic := m.Topic.ValueString()
	if private.TopicID != "" && live.ID != "" && private.TopicID != live.ID {
		diags.AddWarning(summaryRecreated, detail(
			"The topic was deleted and created again outside Terraform: the old topic's records and the groups' offsets on it are gone. This warning repeats until an apply has stored the new topic ID.",
			fact("Topic", topic), fact("Old topic ID", private.TopicID), fact("New topic ID", live.ID)))
		private.Recreated = true
	}
	if live.Partitions == m.EstablishedPartitions.ValueInt64() {
		private.Recreated = false
	}
	private.LargestReplicationFactor = 0
	if live.ReplicationFactor != live.LargestReplicationFactor {
		private.LargestReplicationFactor = live.LargestReplicationFactor
		diags.AddWarning(summaryReplicationUneven, detail(
			"A reassignment is running, or partitions were assigned by hand. The state holds the smallest replication factor.",
			fact("Topic", topic), fact("Smallest", live.ReplicationFactor), fact("Largest", live.LargestReplicationFactor)))
	}
	m.TopicID = nullable(live.ID)
	m.Partitions = types.Int64Value(live.Partitions)
	m.ReplicationFactor = whole(live.ReplicationFactor)
	private.Topic, private.TopicID, private.Protected = topic, live.ID, protected(m.DeletionProtection)
	return diags
}

// isAnother tells a topic that was made anew under the name.
func (m *topicModel) isAnother(live kafka.Topic) bool {
	id := m.TopicID.ValueString()
	return id != "" && live.ID != "" && live.ID != id
}

// anotherTopic refuses to touch a topic that was made anew under the name since
// the plan was made.
func anotherTopic(state topicModel, done string) diag.Diagnostic {
	return diag.NewErrorDiagnostic(summaryRecreated, detail(
		fmt.Sprintf("The topic of this resource is gone, and another one has its name; that one was not %s. Plan again, so that the state shows the new topic, and decide then.", done),
		fact("Topic", state.Topic.ValueString()), fact("Topic ID", state.TopicID.ValueString())))
}

// protected is true unless the state says otherwise.
func protected(value types.Bool) bool { return value.IsNull() || value.ValueBool() }

func nullable(text string) types.String {
	if text == "" {
		return types.StringNull()
	}
	return types.StringValue(text)
}
