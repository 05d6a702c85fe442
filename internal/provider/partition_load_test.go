package provider_test

import (
	"encoding/json"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafkatest"
)

// observedPartition is an element of partitions.
type observedPartition struct {
	Partition     int
	RecordsPerSec float64 `json:"records_per_sec"`
	Share         *float64
	Bytes         *int64
}

// loadOf is the address of an observation of the fixture.
func loadOf(name string) string { return `data.capture_partition_load.this["` + name + `"]` }

// observedPartitions are the partitions of an observation in the state.
func (w *workspace) observedPartitions(name string) []observedPartition {
	w.t.Helper()
	text, err := json.Marshal(w.resource(loadOf(name))["partitions"])
	var out []observedPartition
	if err == nil {
		err = json.Unmarshal(text, &out)
	}
	if err != nil {
		w.t.Fatal(err)
	}
	return out
}

// observes waits until the command has read the ends of the topic's logs.
func (r *running) observes(topics ...string) {
	r.w.t.Helper()
	for _, topic := range topics {
		r.says("topic=" + topic + " ") // in the log, whose fields are in any order
	}
}

// partitionWriter writes to partitions by their numbers.
type partitionWriter struct {
	t *testing.T
	*kgo.Client
}

// writer is one for the test; with a transactional ID it writes in transactions.
func writer(t *testing.T, cluster *kafkatest.Cluster, transactionalID string) partitionWriter {
	t.Helper()
	opts := []kgo.Opt{kgo.SeedBrokers(cluster.BootstrapServers()...), kgo.RecordPartitioner(kgo.ManualPartitioner())}
	if transactionalID != "" {
		opts = append(opts, kgo.TransactionalID(transactionalID))
	}
	client, err := kgo.NewClient(opts...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return partitionWriter{t, client}
}

// write gives each partition so many records of one key, by its number.
func (w partitionWriter) write(topic string, counts ...int) {
	w.t.Helper()
	var records []*kgo.Record
	for partition, n := range counts {
		for range n {
			records = append(records, &kgo.Record{Topic: topic, Partition: int32(partition), Key: []byte("one"), Value: []byte("event")})
		}
	}
	if err := w.ProduceSync(w.t.Context(), records...).FirstErr(); err != nil {
		w.t.Fatal(err)
	}
}

func (w partitionWriter) begin() {
	w.t.Helper()
	if err := w.BeginTransaction(); err != nil {
		w.t.Fatal(err)
	}
}

func (w partitionWriter) commit() {
	w.t.Helper()
	if err := w.EndTransaction(w.t.Context(), kgo.TryCommit); err != nil {
		w.t.Fatal(err)
	}
}

// Records that arrive between the two readings, and they alone, are the load.
func TestPartitionLoad(t *testing.T) {
	cluster := start(t)
	const window = 3 * time.Second
	loads, topics := vars{}, map[string]string{}
	create := func(name string, partitions int, configs map[string]string) {
		topics[name] = cluster.TopicName(name)
		cluster.CreateTopic(topics[name], partitions, 1, configs)
		loads[name] = vars{"topic": topics[name], "window": window.String()}
	}
	create("flat", 4, nil)
	create("skewed", 4, nil)
	create("few", 4, nil)
	create("idle", 2, nil)
	create("single", 1, nil)
	create("compacted", 2, map[string]string{"cleanup.policy": "compact"})
	create("open", 2, nil)
	create("committed", 2, nil)

	// Before the window, so that it does not count.
	plain, open, committed := writer(t, cluster, ""), writer(t, cluster, topics["open"]), writer(t, cluster, topics["committed"])
	for _, name := range []string{"flat", "skewed", "few", "idle", "single", "compacted"} {
		plain.write(topics[name], 50)
	}
	open.begin()
	open.write(topics["open"], 5, 5)
	committed.begin()
	committed.write(topics["committed"], 5, 5)
	committed.commit()

	w := newWorkspace(t, cluster, "partition_load").set(vars{"loads": loads})
	w.setenv("TF_LOG_PROVIDER", "INFO")
	began := time.Now()
	apply := w.start(applyArgs...)
	for _, topic := range topics {
		apply.observes(topic)
	}
	plain.write(topics["skewed"], 10, 10, 1010, 20)
	plain.write(topics["flat"], 200, 200, 200, 200)
	plain.write(topics["few"], 3, 4, 9, 4)
	plain.write(topics["single"], 3)
	plain.write(topics["compacted"], 300, 301)
	open.write(topics["open"], 200, 200)
	committed.begin()
	committed.write(topics["committed"], 100, 100)
	committed.commit()
	apply.end().exits(0).lacks("Warning:")
	most := time.Since(began)

	for name, want := range map[string]vars{
		"flat": {"verdict": "balanced", "balanced": true, "records_observed": 800, "peak_to_mean_ratio": 1, "hot_partitions": []int{},
			"minimum_sample": 500, "noise_floor": 0.158, "window": "3s", "tolerance": nil},
		"skewed": {"verdict": "skewed", "balanced": false, "records_observed": 1050, "peak_to_mean_ratio": 3.848, "hot_partitions": []int{2},
			"minimum_sample": 500, "noise_floor": 0.1379},
		"few": {"verdict": "insufficient_sample", "balanced": nil, "records_observed": 20, "peak_to_mean_ratio": 1.8, "hot_partitions": []int{},
			"minimum_sample": 500, "noise_floor": 0.9991},
		"idle": {"verdict": "idle", "balanced": nil, "records_observed": 0, "peak_to_mean_ratio": nil, "hot_partitions": []int{}, "noise_floor": nil,
			"mean_records_per_sec": 0},
		"single":    {"verdict": "balanced", "balanced": true, "records_observed": 3, "peak_to_mean_ratio": 1, "noise_floor": 0, "minimum_sample": 1},
		"compacted": {"verdict": "balanced", "records_observed": 601, "peak_to_mean_ratio": 1.002},
		"open":      {"verdict": "balanced", "records_observed": 400},
		"committed": {"verdict": "balanced", "records_observed": 202}, // the commit's markers are in it
	} {
		w.wants(loadOf(name), want)
	}

	// Shares are of the records, rates are over the time that really passed.
	shares := []float64{0.009524, 0.009524, 0.961905, 0.019048}
	skewed := w.observedPartitions("skewed")
	elapsed := 1010 / skewed[2].RecordsPerSec
	if elapsed < window.Seconds() || elapsed > most.Seconds() {
		t.Errorf("%v records/s are 1,010 in %g s: want %s to %s", skewed[2].RecordsPerSec, elapsed, window, most)
	}
	for p, n := range []float64{10, 10, 1010, 20} {
		got := skewed[p]
		if got.Partition != p || got.Share == nil || *got.Share != shares[p] || math.Abs(got.RecordsPerSec-n/elapsed) > 0.001 || got.Bytes == nil || *got.Bytes == 0 {
			t.Errorf("partition %d is %+v: want a share of %g and %g records/s", p, got, shares[p], n/elapsed)
		}
	}
	if mean, ok := w.resource(loadOf("skewed"))["mean_records_per_sec"].(float64); !ok || math.Abs(mean-262.5/elapsed) > 0.001 {
		t.Errorf("the mean is %v records/s, want %g", mean, 262.5/elapsed)
	}
	for p, got := range w.observedPartitions("idle") {
		if got.Share != nil || got.RecordsPerSec != 0 || got.Bytes == nil || (*got.Bytes > 0) != (p == 0) {
			t.Errorf("idle partition %d is %+v", p, got)
		}
	}
	report, _ := w.resource(loadOf("skewed"))["report"].(string)
	for _, text := range []string{"**Skewed**: partition 2 takes ", "3.848 times the mean", "**The mean says nothing**: no partition is within 20% of its ", "`" + topics["skewed"] + "`"} {
		result{t: t, args: "report", raw: report, text: report}.says(text)
	}
	open.commit()
}

// What happens to the topic while it is observed is told apart.
func TestPartitionLoadChanged(t *testing.T) {
	cluster := start(t)
	loads, topics := vars{}, map[string]string{}
	for _, name := range []string{"recreated", "grown", "deleted"} {
		topics[name] = cluster.TopicName(name)
		cluster.CreateTopic(topics[name], 2, 1, nil)
		loads[name] = vars{"topic": topics[name], "window": "4s"}
	}
	w := newWorkspace(t, cluster, "partition_load").set(vars{"loads": loads})
	w.setenv("TF_LOG_PROVIDER", "INFO")
	plan := w.start("plan", "-no-color", "-input=false")
	for _, topic := range topics {
		plan.observes(topic)
	}
	before, _ := cluster.Topic(topics["recreated"])
	cluster.DeleteTopic(topics["deleted"])
	recreate(cluster, topics["recreated"], 2)
	cluster.GrowTopic(topics["grown"], 3)
	after, _ := cluster.Topic(topics["recreated"])
	plan.end().exits(1).says(
		"Error: Topic Changed While Observed",
		"The topic was deleted while it was observed.", "Topic: "+topics["deleted"],
		"The topic was deleted and created anew while it was observed.", "Topic: "+topics["recreated"]+" Topic ID before: "+before.ID+" Topic ID after: "+after.ID,
		"Partitions were added to the topic while it was observed.", "Topic: "+topics["grown"]+" Partitions before: 2 Partitions after: 3")
}

// A reading that is interrupted ends at once, and has no result.
func TestPartitionLoadInterrupted(t *testing.T) {
	cluster := start(t)
	topic := cluster.TopicName("long")
	cluster.CreateTopic(topic, 1, 1, nil)
	w := newWorkspace(t, cluster, "partition_load").set(vars{"loads": vars{"long": vars{"topic": topic, "window": "10m"}}})
	w.setenv("TF_LOG_PROVIDER", "INFO")
	plan := w.start("plan", "-no-color", "-input=false")
	plan.observes(topic)
	plan.interrupt()
	interrupted := time.Now()
	plan.end().exits(1).says("Error: Topic Not Read", "The reading was interrupted", "Topic: "+topic).lacks("context canceled", "panic", "crash")
	if waited := time.Since(interrupted); waited > 30*time.Second {
		t.Errorf("the plan ended %s after the interrupt", waited)
	}
}

func TestPartitionLoadRights(t *testing.T) {
	cluster := start(t, kafkatest.SASL())
	topic := cluster.TopicName("closed")
	cluster.CreateTopic(topic, 2, 1, nil)
	w := newWorkspace(t, nil, "partition_load").asReader(cluster).set(vars{"loads": vars{"closed": vars{"topic": topic, "window": "1s"}}})
	w.plan().exits(1).says("Error: Not Authorized", "Missing right: Describe on topic "+topic)

	allow(t, cluster, topic, kadm.OpDescribe)
	w.applied().says(noSize, "Missing right: Describe on the cluster", "Topic: "+topic)
	w.wants(loadOf("closed"), vars{"verdict": "idle"})
	for _, p := range w.observedPartitions("closed") {
		if p.Bytes != nil {
			t.Errorf("bytes of partition %d: %d", p.Partition, *p.Bytes)
		}
	}
}

func TestPartitionLoadNotFound(t *testing.T) {
	cluster := startAlone(t)
	topic := cluster.TopicName("payments")
	cluster.CreateTopic(topic+".v2", 1, 1, nil)
	w := newWorkspace(t, cluster, "partition_load").set(vars{"loads": vars{"it": vars{"topic": topic}}})
	mark := cluster.Mark()
	w.plan().exits(1).says("Error: Topic Not Found", "topic = each.value.topic", "Topic: "+topic, "Near names: "+topic+".v2")
	wantWrites(t, cluster, mark)
	if _, there := cluster.Topic(topic); there {
		t.Error("the topic was created")
	}
}

func TestPartitionLoadInvalid(t *testing.T) {
	beside(t)
	loads := vars{
		"short": vars{"topic": "orders", "window": "999ms"},
		"long":  vars{"topic": "orders", "window": "601s"},
		"words": vars{"topic": "orders", "window": "soon"},
		"zero":  vars{"topic": "orders", "tolerance": 0},
		"less":  vars{"topic": "orders", "tolerance": -0.2},
		"empty": vars{"topic": ""},
	}
	w := newWorkspace(t, nil, "partition_load").set(vars{"loads": loads})
	w.plan().exits(1).says(`window must be a duration from 1s to 10m0s, such as 30s, got "999ms".`, `got "601s"`, `got "soon"`,
		"tolerance must be a number above 0, got 0.", "got -0.2.", "Invalid Attribute Value Length").lacks(notReachable)
	w.set(vars{"loads": vars{"it": vars{"topic": "orders"}}}).plan().exits(1).says("Error: "+notReachable, "No bootstrap servers are configured.", "Topic: orders")
}

func TestExamplePartitionLoad(t *testing.T) {
	cluster := startAlone(t)
	const topic = "capture-events.v1"
	cluster.CreateTopic(topic, 18, 1, nil)
	client := writer(t, cluster, "")
	counts := slices.Repeat([]int{20}, 18)
	counts[12] = 3800
	client.write(topic, 1)
	w := newWorkspace(t, cluster, "")
	w.write("data.tf", example(t, "data-sources/capture_partition_load/data-source.tf"))
	w.setenv("TF_LOG_PROVIDER", "INFO")
	apply := w.start(applyArgs...)
	apply.observes(topic)
	client.write(topic, counts...)
	apply.end().exits(0).says("Warning: Check block assertion failed", "**Skewed**: partition 12 takes ", "**The mean says nothing**")
	w.wants("data.capture_partition_load.capture_events", vars{"verdict": "skewed", "hot_partitions": []int{12}, "records_observed": 4140})
}
