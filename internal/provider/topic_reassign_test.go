package provider_test

import (
	"testing"

	"github.com/twmb/franz-go/pkg/kadm"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafkatest"
)

// Partitions that differ in their replicas are a warning, and no change: a
// reassignment of somebody else's is on its way, or ended half-done.
func TestUnequalReplicationFactor(t *testing.T) {
	kafkatest.NeedsApache(t, "kfake never reassigns")
	cluster := startAlone(t, kafkatest.Brokers(3))
	topic := cluster.TopicName("uneven")
	w := newWorkspace(t, cluster, "topic")
	base := vars{"name": topic, "pinned_partitions": 2, "replication_factor": 3}
	w.set(base).applied()
	w.wants(this, vars{"replication_factor": 3})

	var assign kadm.AlterPartitionAssignmentsReq
	assign.Assign(topic, 0, []int32{1})
	if _, err := cluster.Admin().AlterPartitionAssignments(t.Context(), assign); err != nil {
		t.Fatal(err)
	}
	cluster.WaitTopic(topic, func(s kafkatest.TopicState, there bool) bool { return there && s.ReplicationFactor == 1 })
	w.plan().exits(0).says("Warning: Partitions Differ In Replication Factor", "Smallest: 1", "Largest: 3", "No changes.")
	w.set(base.with(vars{"replication_factor": 2})).plan().exits(1).says("Replication Factor Change Refused")

	assign = kadm.AlterPartitionAssignmentsReq{}
	assign.Assign(topic, 0, []int32{1, 2, 3})
	if _, err := cluster.Admin().AlterPartitionAssignments(t.Context(), assign); err != nil {
		t.Fatal(err)
	}
	cluster.WaitTopic(topic, func(s kafkatest.TopicState, there bool) bool { return there && s.ReplicationFactor == 3 })
	w.set(base).unchanged().lacks("Warning: Partitions Differ")
}
