package provider_test

import (
	"testing"

	"github.com/twmb/franz-go/pkg/kadm"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafkatest"
)

// A principal that may create and not look: the create succeeds with a warning,
// nothing unknown is in the state, and the state keeps the topic.
func TestHiddenCreate(t *testing.T) {
	kafkatest.NeedsApache(t, "kfake describes what it creates to anyone")
	cluster := start(t, kafkatest.SASL())
	topic := cluster.TopicName("hidden")
	allow(t, cluster, topic, kadm.OpCreate)
	w := newWorkspace(t, nil, "connect").asReader(cluster).set(vars{"name": topic})
	w.plan().exits(2).says("+ partitions = 3").lacks("Error:")

	w.apply().exits(0).says("Warning: Topic Created But Not Described", "Topic: "+topic, "Missing right: Describe and DescribeConfigs on topic "+topic).lacks("-1")
	w.wants(this, vars{"topic": topic, "partitions": 3, "established_partitions": 3, "replication_factor": nil, "deletion_protection": true})
	live, there := cluster.Topic(topic)
	if !there || live.Partitions != 3 {
		t.Fatalf("the topic is %+v, %v; want 3 partitions", live, there)
	}

	w.plan().exits(1).says("Error: Not Authorized", "Topic: "+topic, "Missing right: Describe on topic "+topic).lacks("must be replaced", "will be destroyed")
	w.apply().exits(1)
	w.wants(this, vars{"topic": topic, "partitions": 3})

	// With the right the refresh fills in what was missing, and nothing is to do.
	allow(t, cluster, topic, kadm.OpDescribe, kadm.OpDescribeConfigs)
	w.plan().exits(0)
	w.applied()
	w.wants(this, vars{"topic_id": live.ID, "partitions": 3, "replication_factor": 1})
}

// A principal that may create and describe: only the configs stay hidden, and a
// topic without managed configs needs none.
func TestCreateWithHiddenConfigs(t *testing.T) {
	kafkatest.NeedsApache(t, "kfake describes what it creates to anyone")
	cluster := start(t, kafkatest.SASL())
	topic := cluster.TopicName("halfhidden")
	allow(t, cluster, topic, kadm.OpCreate, kadm.OpDescribe)
	w := newWorkspace(t, nil, "connect").asReader(cluster).set(vars{"name": topic})
	w.apply().exits(0).says("Warning: Topic Created But Not Described", "Missing right: DescribeConfigs on topic "+topic)
	live, _ := cluster.Topic(topic)
	w.wants(this, vars{"topic_id": live.ID, "partitions": 3, "replication_factor": 1})
	w.unchanged()
}

// Without the right to create, the plan warns of it and the apply fails with it.
func TestUnauthorizedCreate(t *testing.T) {
	kafkatest.NeedsApache(t, "ACLs are those of Kafka's authorizer")
	cluster := start(t, kafkatest.SASL())
	topic := cluster.TopicName("forbidden")
	w := newWorkspace(t, nil, "connect").asReader(cluster).set(vars{"name": topic})
	w.plan().exits(2).says("Warning: "+notChecked, "Missing right: Create on topic "+topic)
	w.apply().exits(1).says("Error: Not Authorized", "Missing right: Create on topic "+topic, "Topic: "+topic)
	w.absent()
	if _, there := cluster.Topic(topic); there {
		t.Error("the topic was created")
	}
}
