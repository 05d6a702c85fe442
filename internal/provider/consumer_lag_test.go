package provider_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafkatest"
)

const lagData = "data.capture_consumer_lag.this"

var protocols = []kafkatest.Protocol{kafkatest.Classic, kafkatest.KIP848}

// lags are topic/partition, committed offset, end and lag of all partitions, such
// as "orders/0 2 5 3"; what is null is a dash.
func (w *workspace) lags() []string {
	w.t.Helper()
	text, err := json.Marshal(w.resource(lagData)["partitions"])
	var partitions []struct {
		Topic     string
		Partition int
		Committed *int64 `json:"committed_offset"`
		End       int64  `json:"end_offset"`
		Lag       *int64
	}
	if err == nil {
		err = json.Unmarshal(text, &partitions)
	}
	if err != nil {
		w.t.Fatal(err)
	}
	dash := func(n *int64) string {
		if n == nil {
			return "-"
		}
		return fmt.Sprint(*n)
	}
	var out []string
	for _, p := range partitions {
		out = append(out, fmt.Sprintf("%s/%d %s %d %s", p.Topic, p.Partition, dash(p.Committed), p.End, dash(p.Lag)))
	}
	return out
}

func (w *workspace) wantsLags(want ...string) {
	w.t.Helper()
	if got := w.lags(); !slices.Equal(got, want) {
		w.t.Errorf("lags are %q, want %q", got, want)
	}
}

// number is a number of the state.
func (w *workspace) number(address, name string) float64 {
	w.t.Helper()
	n, ok := w.resource(address)[name].(float64)
	if !ok {
		w.t.Fatalf("%s is %v", name, w.resource(address)[name])
	}
	return n
}

// old produces records to a partition whose timestamps are that old.
func old(t *testing.T, cluster *kafkatest.Cluster, topic string, partition int32, n int, age time.Duration) {
	t.Helper()
	var records []*kgo.Record
	for i := range n {
		records = append(records, &kgo.Record{Topic: topic, Partition: partition, Value: fmt.Append(nil, i), Timestamp: time.Now().Add(-age)})
	}
	produce(t, cluster, records...)
}

// produce writes records to the partitions that they name.
func produce(t *testing.T, cluster *kafkatest.Cluster, records ...*kgo.Record) {
	t.Helper()
	client, err := kgo.NewClient(kgo.SeedBrokers(cluster.BootstrapServers()...), kgo.RecordPartitioner(kgo.ManualPartitioner()))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if err := client.ProduceSync(t.Context(), records...).FirstErr(); err != nil {
		t.Fatal(err)
	}
}

// A real consumer reads a part; a partition without a commit counts from its
// log start; a second member has nothing to do with one partition.
func TestConsumerLag(t *testing.T) {
	cluster := start(t)
	for _, protocol := range protocols {
		t.Run(string(protocol), func(t *testing.T) {
			topic, group := cluster.TopicName("orders"), cluster.GroupName("billing")
			cluster.CreateTopic(topic, 3, 1, nil)
			consumer := cluster.Consumer(group, protocol, topic)
			cluster.WaitMembers(group, protocol, 1, 3)
			old(t, cluster, topic, 1, 5, time.Minute)
			records := consumer.Read(5)
			consumer.Commit(records[:2]...)
			old(t, cluster, topic, 2, 4, 2*time.Minute)

			w := newWorkspace(t, cluster, "consumer_lag").set(vars{"group": group, "target": 150})
			w.applied().lacks("Warning:")
			w.wantsLags(topic+"/0 - 0 0", topic+"/1 2 5 3", topic+"/2 - 4 4")
			w.wants(lagData, vars{"state": "Stable", "members": 1, "idle_members": 0, "max_lag": 4, "total_lag": 7, "within_target": true})
			age := w.number(lagData, "max_lag_seconds")
			if p95 := w.number(lagData, "p95_lag_seconds"); age < 120 || age > 150 || p95 != age {
				t.Errorf("max_lag_seconds %v, p95_lag_seconds %v", age, p95)
			}
			w.set(vars{"group": group, "target": 119.9}).apply().exits(0)
			w.wants(lagData, vars{"within_target": false})

			// Read to the end, the members outnumber the partitions.
			for range 3 {
				cluster.Consumer(group, protocol, topic)
			}
			cluster.WaitMembers(group, protocol, 4, 3)
			cluster.CommitOffsets(group+"-idle", topic, map[int32]int64{0: 0, 1: 5, 2: 4})
			w.apply().exits(0)
			w.wants(lagData, vars{"members": 4, "idle_members": 1})
			w.set(vars{"group": group + "-idle", "target": 0, "samples": 3, "interval": "100ms"}).applied()
			w.wants(lagData, vars{"state": "Empty", "members": 0, "max_lag": 0, "max_lag_seconds": 0, "p95_lag_seconds": 0, "total_lag": 0, "within_target": true})
		})
	}
}
