package provider_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafkatest"
)

const (
	thisData = "data.capture_topic.this"
	noSize   = "Warning: Log Size Not Known"
)

// partitionDetail is an element of partition_details.
type partitionDetail struct {
	Partition   int
	Leader      *int
	Replicas    []int
	InSync      []int  `json:"in_sync_replicas"`
	StartOffset *int64 `json:"start_offset"`
	EndOffset   *int64 `json:"end_offset"`
	Bytes       *int64
}

// details are the partitions in the state.
func (w *workspace) details() []partitionDetail {
	w.t.Helper()
	text, err := json.Marshal(w.resource(thisData)["partition_details"])
	var out []partitionDetail
	if err == nil {
		err = json.Unmarshal(text, &out)
	}
	if err != nil {
		w.t.Fatal(err)
	}
	return out
}

// spans are the offsets from start to end of all partitions, such as 2-5.
func (w *workspace) spans() []string {
	w.t.Helper()
	var out []string
	for _, p := range w.details() {
		if p.StartOffset == nil || p.EndOffset == nil {
			out = append(out, "null")
			continue
		}
		out = append(out, fmt.Sprintf("%d-%d", *p.StartOffset, *p.EndOffset))
	}
	return out
}

func (w *workspace) wantsSpans(want ...string) {
	w.t.Helper()
	if got := w.spans(); !slices.Equal(got, want) {
		w.t.Errorf("offsets are %q, want %q", got, want)
	}
}

func TestTopicData(t *testing.T) {
	cluster := start(t)
	topic := cluster.TopicName("orders")
	cluster.CreateTopic(topic, 3, 1, map[string]string{"retention.ms": "86400000"})
	cluster.Produce(topic, 1, 5)
	cluster.Produce(topic, 2, 4)
	before := kadm.Offsets{}
	before.Add(kadm.Offset{Topic: topic, Partition: 1, At: 2})
	if _, err := cluster.Admin().DeleteRecords(t.Context(), before); err != nil {
		t.Fatal(err)
	}
	live, _ := cluster.Topic(topic)
	w := newWorkspace(t, cluster, "topic_data").set(vars{"topic": topic})
	w.applied().lacks("Warning:")

	w.wants(thisData, vars{"topic": topic, "topic_id": live.ID, "partitions": 3, "replication_factor": 1, "internal": false,
		"config": vars{"retention.ms": "86400000"}})
	w.wantsSpans("0-0", "2-5", "0-4")
	for number, p := range w.details() {
		if p.Partition != number || len(p.Replicas) != 1 || p.Leader == nil || *p.Leader != p.Replicas[0] || !slices.Equal(p.InSync, p.Replicas) {
			t.Errorf("partition %d is %+v", number, p)
		}
		if p.Bytes == nil || (*p.Bytes > 0) != (number > 0) {
			t.Errorf("bytes of partition %d: %v", number, p.Bytes)
		}
	}
	effective, ok := w.resource(thisData)["effective_config"].(map[string]any)
	if !ok {
		t.Fatal("no effective_config")
	}
	want := map[string]vars{
		"retention.ms":      {"value": "86400000", "source": "DYNAMIC_TOPIC_CONFIG", "sensitive": false},
		"max.message.bytes": {"value": "1048588", "source": "DEFAULT_CONFIG", "sensitive": false},
	}
	for key, value := range want {
		got, _ := json.Marshal(effective[key])
		if text, _ := json.Marshal(value); string(got) != string(text) {
			t.Errorf("effective %s is %s, want %s", key, got, text)
		}
	}
}

// The topic is made by the same apply: the brokers may not show it at once.
func TestTopicDataOfANewTopic(t *testing.T) {
	cluster := start(t)
	w := newWorkspace(t, cluster, "topic_data")
	w.write("new.tf", `
resource "capture_topic" "this" {
  name               = var.topic
  target_consumers   = 2
  throughput_profile = { peak_events_per_sec = 1, avg_event_size_kb = 1 }
}
`)
	w.write("main.tf", providerHead(t)+`
variable "topic" {}

data "capture_topic" "this" {
  topic = capture_topic.this.topic
  depends_on = [capture_topic.this]
}
`)
	w.set(vars{"topic": cluster.TopicName("new")})
	w.applied().says("1 added")
	w.wantsSpans(slices.Repeat([]string{"0-0"}, len(w.details()))...)
	if got, want := fmt.Sprint(len(w.details())), fmt.Sprint(w.resource(this)["partitions"]); got != want {
		t.Errorf("%s partitions, want %s", got, want)
	}
}

// end_offset is the last stable offset, not the end of the log.
func TestTopicDataOpenTransaction(t *testing.T) {
	cluster := startAlone(t)
	topic := cluster.TopicName("ledger")
	cluster.CreateTopic(topic, 1, 1, nil)
	cluster.Produce(topic, 0, 3)
	producer, err := kgo.NewClient(kgo.SeedBrokers(cluster.BootstrapServers()...), kgo.TransactionalID(topic), kgo.DefaultProduceTopic(topic))
	if err != nil {
		t.Fatal(err)
	}
	defer producer.Close()
	if err := producer.BeginTransaction(); err != nil {
		t.Fatal(err)
	}
	if err := producer.ProduceSync(t.Context(), kgo.StringRecord("pending"), kgo.StringRecord("pending")).FirstErr(); err != nil {
		t.Fatal(err)
	}
	w := newWorkspace(t, cluster, "topic_data").set(vars{"topic": topic})
	w.applied()
	w.wantsSpans("0-3")
	if err := producer.EndTransaction(t.Context(), kgo.TryCommit); err != nil {
		t.Fatal(err)
	}
	w.apply().exits(0)
	w.wantsSpans("0-6") // the commit's marker has an offset too
}

func TestTopicDataNotFound(t *testing.T) {
	cluster := startAlone(t)
	topic := cluster.TopicName("payments")
	cluster.CreateTopic(topic+".v2", 1, 1, nil)
	w := newWorkspace(t, cluster, "topic_data")
	mark := cluster.Mark()
	w.set(vars{"topic": topic}).plan().exits(1).says("Error: Topic Not Found", "topic = var.topic", "Topic: "+topic, "Near names: "+topic+".v2")
	w.set(vars{"topic": "x" + topic[1:] + ".v2"}).plan().exits(1).says("Near names: " + topic + ".v2")
	w.set(vars{"topic": "nothing-is-like-this-one"}).plan().exits(1).says("Error: Topic Not Found").lacks("Near names")
	wantWrites(t, cluster, mark)
	if _, there := cluster.Topic(topic); there {
		t.Error("the topic was created")
	}
	w.set(vars{"topic": ""}).plan().exits(1).says("Invalid Attribute Value Length")
	w.set(vars{"topic": "a/b"}).plan().exits(1).says("Error: ", "Topic: a/b")
}

func TestTopicDataRights(t *testing.T) {
	cluster := start(t, kafkatest.SASL())
	topic := cluster.TopicName("closed")
	cluster.CreateTopic(topic, 2, 1, nil)
	cluster.Produce(topic, 0, 2)
	w := newWorkspace(t, nil, "topic_data").asReader(cluster).set(vars{"topic": topic})
	w.plan().exits(1).says("Error: Not Authorized", "Missing right: Describe on topic "+topic)

	allow(t, cluster, topic, kadm.OpDescribe)
	w.plan().exits(1).says("Error: Not Authorized", "configs could not be read", "Missing right: DescribeConfigs on topic "+topic)

	allow(t, cluster, topic, kadm.OpDescribe, kadm.OpDescribeConfigs)
	w.applied().says(noSize, "Missing right: Describe on the cluster", "Topic: "+topic).lacks("similar warning")
	w.wantsSpans("0-2", "0-0")
	for _, p := range w.details() {
		if p.Bytes != nil {
			t.Errorf("bytes of partition %d: %d", p.Partition, *p.Bytes)
		}
	}
}

// A partition whose only replica is down has no leader, and no offsets.
func TestTopicDataWithoutLeader(t *testing.T) {
	kafkatest.NeedsApache(t, "a broker of it cannot fail")
	cluster := startAlone(t, kafkatest.Brokers(3))
	topic := cluster.TopicName("lost")
	cluster.CreateTopic(topic, 3, 1, nil)
	w := newWorkspace(t, cluster, "topic_data").set(vars{"topic": topic})
	w.applied()
	down := w.details()[1].Replicas[0]
	cluster.Kill(down)
	// The brokers name it the leader until its session has timed out.
	_, err := backoff.Retry(t.Context(), func() (struct{}, error) {
		shown, err := cluster.Admin().Metadata(t.Context(), topic)
		if err == nil && shown.Topics[topic].Partitions[1].Leader >= 0 {
			err = errors.New("partition 1 still has a leader")
		}
		return struct{}{}, err
	}, backoff.WithMaxElapsedTime(30*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	w.apply().exits(0).lacks("Warning:")
	w.wantsSpans("0-0", "null", "0-0")
	if p := w.details()[1]; p.Bytes != nil || len(p.Replicas) != 1 {
		t.Errorf("partition 1 is %+v", p)
	}
}

// A leader that changes between two requests leaves values out, and is no error.
func TestTopicDataLeaderChanges(t *testing.T) {
	kafkatest.NeedsKfake(t, "it answers for the broker")
	cluster := start(t)
	topic := cluster.TopicName("moving")
	cluster.CreateTopic(topic, 2, 1, nil)
	cluster.Kfake().Fault(kfake.Fault{Keys: []kmsg.Key{kmsg.ListOffsets}, Topic: topic, Partitions: []int32{1}, Err: kerr.LeaderNotAvailable, Count: -1})
	w := newWorkspace(t, cluster, "topic_data").set(vars{"topic": topic})
	w.applied()
	w.wantsSpans("0-0", "null")
}

// A sensitive config has no value, wherever it is set.
func TestTopicDataSensitive(t *testing.T) {
	cluster := start(t)
	topic := cluster.TopicName("secret")
	cluster.CreateTopic(topic, 1, 1, nil)
	cluster.Intercept(kmsg.DescribeConfigs.Int16(), func(req kmsg.Request) (kmsg.Response, error, bool) {
		resp := req.ResponseKind().(*kmsg.DescribeConfigsResponse)
		resource := kmsg.NewDescribeConfigsResponseResource()
		resource.ResourceType, resource.ResourceName = kmsg.ConfigResourceTypeTopic, topic
		config := kmsg.NewDescribeConfigsResponseResourceConfig()
		config.Name, config.Source, config.IsSensitive = "plugin.password", kmsg.ConfigSourceDynamicTopicConfig, true
		resource.Configs = append(resource.Configs, config)
		resp.Resources = append(resp.Resources, resource)
		return resp, nil, true
	})
	w := newWorkspace(t, cluster, "topic_data").set(vars{"topic": topic})
	w.applied()
	w.wants(thisData, vars{"config": vars{"plugin.password": nil},
		"effective_config": vars{"plugin.password": vars{"value": nil, "source": "DYNAMIC_TOPIC_CONFIG", "sensitive": true}}})
}

func TestTopicDataUnreachable(t *testing.T) {
	beside(t)
	w := newWorkspace(t, nil, "topic_data").set(vars{"topic": "orders"})
	w.plan().exits(1).says("Error: "+notReachable, "No bootstrap servers are configured.", "Topic: orders")
	address := deadAddress(t)
	w.setenv("KAFKA_BOOTSTRAP_SERVERS", address)
	w.plan().exits(1).says("Error: "+notReachable, "connection refused", "Broker: "+address)
}

// A cluster that the same apply makes: the data source says what to do.
func TestTopicDataClusterUnknown(t *testing.T) {
	cluster := start(t)
	topic := cluster.TopicName("late")
	cluster.CreateTopic(topic, 1, 1, nil)
	w := newWorkspace(t, nil, "topic_data").set(vars{"topic": topic})
	w.write("cluster.tf", `
resource "terraform_data" "cluster" {
  input = "`+cluster.BootstrapServers()[0]+`"
}

provider "capture" {
  bootstrap_servers = [terraform_data.cluster.output]
}
`)
	w.plan().exits(1).says("Error: "+notReachable, "not known yet", "depends_on")
	w.write("main.tf", providerHead(t)+`
variable "topic" {}

data "capture_topic" "this" {
  topic      = var.topic
  depends_on = [terraform_data.cluster]
}
`)
	w.applied()
	w.wantsSpans("0-0")
}

func TestExampleTopicData(t *testing.T) {
	cluster := startAlone(t)
	cluster.CreateTopic("orders.v2", 2, 1, map[string]string{"retention.ms": "3600000"})
	cluster.Produce("orders.v2", 1, 7)
	w := newWorkspace(t, cluster, "")
	w.write("data.tf", example(t, "data-sources/capture_topic/data-source.tf"))
	w.applied().says(`orders_retention_ms = "3600000"`, "orders_offsets = 7").lacks("Warning:")
}
