package provider_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafkatest"
)

// Offsets that are no records, and records that are not counted, are warnings.
func TestThroughputWarnings(t *testing.T) {
	cluster := start(t)
	topic := func(base string, configs map[string]string) string {
		name := cluster.TopicName(base)
		cluster.CreateTopic(name, 1, 1, configs)
		return name
	}
	ago := func(d time.Duration) time.Time { return time.Now().Add(-d) }
	compacted := topic("compacted", map[string]string{"cleanup.policy": "compact,delete"})
	cluster.ProduceAt(compacted, 0, 3, ago(time.Minute))
	ahead := topic("ahead", nil)
	cluster.ProduceAt(ahead, 0, 2, ago(10*time.Minute), ago(-30*time.Minute), ago(5*time.Minute))
	plain := topic("plain", nil)
	cluster.ProduceAt(plain, 0, 3, ago(time.Minute))
	measure := map[string]measurement{"compacted": back(compacted), "ahead": back(ahead), "plain": back(plain)}
	for how, end := range map[string]int64{"committed": 4, "aborted": 4, "open": 3} {
		name := topic(how, nil)
		inTransaction(t, cluster, name, how, end)
		measure[how] = back(name)
	}
	nextSecond(t)
	w := newWorkspace(t, cluster, "throughput").set(vars{"measure": measure})
	// In JSON, warnings of one summary are not folded.
	r := w.run("apply", "-json", "-input=false", "-auto-approve").exits(0)
	r.says("Warning: Offsets Are Not Records", "The topic is compacted: records that it has removed do not count before the first one that is left", `\nTopic: `+compacted+`"`,
		"Producers use transactions: the marker", `\nTopic: `+measure["open"]["topic"]+`"`,
		"Warning: Records Ahead Of The Clock", `\nTopic: `+ahead+`\nRecords not counted: 4"`).lacks(`\nTopic: ` + plain)
	// kfake remembers no producer whose transaction has ended.
	if cluster.Apache() {
		r.says(`\nTopic: `+measure["committed"]["topic"]+`"`, `\nTopic: `+measure["aborted"]["topic"]+`"`)
	}
	w.wantsMeasured(map[string]vars{
		"compacted": {"records": 3}, "ahead": {"records": 2}, "plain": {"records": 3},
		"committed": {"records": 4}, "aborted": {"records": 4}, "open": {"records": 3},
	})
}

// inTransaction writes three records in a transaction, committed, aborted or left
// open, and waits until the log ends at an offset.
func inTransaction(t *testing.T, cluster *kafkatest.Cluster, topic, how string, end int64) {
	t.Helper()
	producer, err := kgo.NewClient(kgo.SeedBrokers(cluster.BootstrapServers()...), kgo.TransactionalID(topic), kgo.DefaultProduceTopic(topic))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(producer.Close)
	if err := producer.BeginTransaction(); err != nil {
		t.Fatal(err)
	}
	if err := producer.ProduceSync(t.Context(), kgo.StringRecord("a"), kgo.StringRecord("b"), kgo.StringRecord("c")).FirstErr(); err != nil {
		t.Fatal(err)
	}
	switch how {
	case "committed":
		err = producer.EndTransaction(t.Context(), kgo.TryCommit)
	case "aborted":
		err = producer.EndTransaction(t.Context(), kgo.TryAbort)
	}
	if err != nil {
		t.Fatal(err)
	}
	// Brokers write the marker after they have answered.
	_, err = backoff.Retry(t.Context(), func() (struct{}, error) {
		listed, err := cluster.Admin().ListEndOffsets(t.Context(), topic)
		if at, _ := listed.Lookup(topic, 0); err == nil && at.Offset != end {
			err = fmt.Errorf("the log of %s ends at %d, want %d", topic, at.Offset, end)
		}
		return struct{}{}, err
	}, backoff.WithMaxElapsedTime(30*time.Second))
	if err != nil {
		t.Fatal(err)
	}
}

func TestThroughputRights(t *testing.T) {
	cluster := start(t, kafkatest.SASL())
	topic := cluster.TopicName("closed")
	cluster.CreateTopic(topic, 2, 1, nil)
	from := twoHoursAgo()
	cluster.ProduceAt(topic, 0, 60, from)
	w := newWorkspace(t, nil, "throughput").asReader(cluster).set(vars{"measure": map[string]measurement{"closed": of(topic, from, time.Minute, nil)}})
	w.plan().exits(1).says("Error: Not Authorized", "Missing right: Describe on topic "+topic)

	allow(t, cluster, topic, kadm.OpDescribe)
	w.apply().exits(0).says(noSize, "avg_event_size_kb is null", "Missing right: Describe on the cluster",
		"Warning: Compaction Not Checked", "Missing right: DescribeConfigs on topic "+topic, "Topic: "+topic).lacks("similar warning", "Offsets Are Not Records")
	w.wantsMeasured(map[string]vars{"closed": {"records": 60, "peak_events_per_sec": 1, "avg_event_size_kb": nil}})
	const unknown = "Whether producers use transactions is not known"
	if report := fmt.Sprint(w.resource(measured("closed"))["report"]); !strings.Contains(report, unknown) {
		t.Errorf("the report does not say %q:\n%s", unknown, report)
	}

	allow(t, cluster, topic, kadm.OpDescribe, kadm.OpDescribeConfigs, kadm.OpRead)
	w.apply().exits(0).says(noSize).lacks("Compaction")
	if report := fmt.Sprint(w.resource(measured("closed"))["report"]); strings.Contains(report, "not known") {
		t.Errorf("the report says that something is not known:\n%s", report)
	}
}

func TestThroughputInvalid(t *testing.T) {
	cluster := startAlone(t)
	topic := cluster.TopicName("payments")
	cluster.CreateTopic(topic+".v2", 1, 1, nil)
	w := newWorkspace(t, cluster, "throughput")
	mark := cluster.Mark()
	one := func(m measurement) *workspace { return w.set(vars{"measure": map[string]measurement{"one": m}}) }
	one(back(topic)).plan().exits(1).says("Error: Topic Not Found", "topic = each.value.topic", "Topic: "+topic, "Near names: "+topic+".v2")
	wantWrites(t, cluster, mark)
	if cluster.Apache() { // kfake has no rules for names
		one(back("bad name!")).plan().exits(1).says("Error: Invalid Topic Name", "topic = each.value.topic", "1 to 249 of the characters a-z, A-Z, 0-9", "Topic: bad name!")
	}
	// Values that are known at plan only are checked there.
	one(measurement{"topic": topic + ".v2", "lookback": "240h", "interval": "1s"}).plan().exits(1).says("Error: Invalid Throughput Window",
		`holds more than 10000 intervals, the most there may be. Set interval = "1m27s" or longer`, "Intervals: 864000")
	one(measurement{"topic": topic + ".v2", "interval": "0s"}).plan().exits(1).says("Invalid Duration", `got "0s"`)

	w.write("main.tf", providerHead(t))
	bad := map[string]string{
		`lookback = "0s"`:               `lookback must be a duration from 1ns to 87600h0m0s, such as 30s, got "0s". Its units are ns, us, ms, s, m and h; 7 days are 168h.`,
		`lookback = "-1h"`:              `got "-1h".`,
		`lookback = "7d"`:               `got "7d". Its units are ns, us, ms, s, m and h; 7 days are 168h.`,
		`lookback = "day"`:              `got "day".`,
		`interval = "10ms"`:             `interval must be a duration from 1s to 87600h0m0s, such as 30s, got "10ms".`,
		`from = "2020-11-30T10:00:00Z"`: `Attribute "to" must be specified when "from" is specified`,
		`to = "2020-11-30T10:00:00Z"`:   `Attribute "from" must be specified when "to" is specified`,
		"lookback = \"1h\"\nfrom = \"2020-11-30T10:00:00Z\"\nto = \"2020-11-30T11:00:00Z\"": `Attribute "lookback" cannot be specified when "from" is specified`,
		"from = \"yesterday\"\nto = \"2020-11-30T11:00:00Z\"":                               `from must be a time in RFC 3339, such as 2026-11-30T10:00:00Z, got "yesterday".`,
		"from = \"2020-11-30T11:00:00Z\"\nto = \"2020-11-30T10:59:59Z\"":                    `from must be before to. From: 2020-11-30T11:00:00Z To: 2020-11-30T10:59:59Z`,
		"from = \"2020-11-30T12:00:00+01:00\"\nto = \"2020-11-30T11:00:00Z\"":               `From: 2020-11-30T11:00:00Z To: 2020-11-30T11:00:00Z`,
		"from = \"2020-11-30T11:00:00Z\"\nto = \"2999-01-01T00:00:00Z\"":                    `to is in the future`,
		"from = \"1969-12-31T23:59:59Z\"\nto = \"1970-01-01T00:00:10Z\"":                    `from is before 1970`,
		"from = \"2020-11-29T00:00:00Z\"\nto = \"2020-11-29T02:46:41Z\"\ninterval = \"1s\"": `Set interval = "2s" or longer`,
	}
	var config strings.Builder
	for i, attributes := range slices.Sorted(maps.Keys(bad)) {
		fmt.Fprintf(&config, "data \"capture_throughput\" \"bad_%d\" {\ntopic = \"orders\"\n%s\n}\n", i, attributes)
	}
	config.WriteString("data \"capture_throughput\" \"most\" {\ntopic = \"orders\"\nlookback = \"10000s\"\ninterval = \"1s\"\n}\n")
	w.write("bad.tf", config.String())
	w.run("validate", "-no-color").exits(1).says(slices.Collect(maps.Values(bad))...).lacks("throughput.most")
}

// A day in minutes is 1,441 edges. Requests are for the few where something
// arrived, and of nothing but ListOffsets.
func TestThroughputRequests(t *testing.T) {
	cluster := startAlone(t)
	topic := cluster.TopicName("bursts")
	cluster.CreateTopic(topic, 3, 1, nil)
	now := time.Now()
	cluster.ProduceAt(topic, 0, 20, now.Add(-3*time.Hour))
	cluster.ProduceAt(topic, 1, 20, now.Add(-90*time.Minute))
	w := newWorkspace(t, cluster, "throughput").set(vars{"measure": map[string]measurement{"day": {"topic": topic}}})
	mark := cluster.Mark()
	w.apply().exits(0)
	asked := 0
	for _, r := range cluster.RequestsSince(mark) {
		switch kmsg.Key(r.Key) {
		case kmsg.ListOffsets:
			asked++
		case kmsg.ApiVersions, kmsg.Metadata, kmsg.DescribeConfigs, kmsg.DescribeLogDirs, kmsg.DescribeProducers:
		default:
			t.Errorf("sent %s", r.Name)
		}
	}
	// Start, both ends and the local start; the first edge and the last; and for
	// each burst as many as it takes to halve 1,441 edges down to one.
	const most = 4 + 2 + 2*11
	if asked > most {
		t.Errorf("%d ListOffsets requests, want at most %d", asked, most)
	}
	day := w.resource(measured("day"))
	series, _ := day["series"].([]any)
	if len(series) != 24*60 || fmt.Sprint(day["records"]) != "40" {
		t.Errorf("%d intervals and %v records, want 1440 and 40", len(series), day["records"])
	}
}

// A topic that is there at first is not one that never was.
func TestThroughputVanished(t *testing.T) {
	kafkatest.NeedsKfake(t, "it answers that the topic is gone")
	cluster := start(t)
	topic := cluster.TopicName("vanished")
	cluster.CreateTopic(topic, 1, 1, nil)
	cluster.ProduceAt(topic, 0, 10, time.Now().Add(-time.Minute))
	cluster.Intercept(kmsg.ListOffsets.Int16(), func(req kmsg.Request) (kmsg.Response, error, bool) {
		list, ok := req.(*kmsg.ListOffsetsRequest)
		if !ok || list.Topics[0].Partitions[0].Timestamp < 0 {
			return nil, nil, false
		}
		resp := list.ResponseKind().(*kmsg.ListOffsetsResponse)
		rt, rp := kmsg.NewListOffsetsResponseTopic(), kmsg.NewListOffsetsResponseTopicPartition()
		rp.ErrorCode = kerr.UnknownTopicOrPartition.Code
		rt.Topic, rt.Partitions = topic, append(rt.Partitions, rp)
		resp.Topics = append(resp.Topics, rt)
		return resp, nil, true
	})
	w := newWorkspace(t, cluster, "throughput").set(vars{"measure": map[string]measurement{"gone": back(topic)}})
	w.plan().exits(1).says("Error: Topic Changed While Observed", "deleted or recreated while it was read. Plan again", "Topic: "+topic).lacks("Topic Not Found")
}

// A reading that is interrupted ends at once, and has no result.
func TestThroughputInterrupted(t *testing.T) {
	kafkatest.NeedsKfake(t, "it holds a request back")
	cluster := start(t)
	topic := cluster.TopicName("stopped")
	cluster.CreateTopic(topic, 1, 1, nil)
	cluster.ProduceAt(topic, 0, 10, time.Now().Add(-time.Hour))
	arrived, release := make(chan struct{}), make(chan struct{})
	defer close(release)
	var once sync.Once
	cluster.Intercept(kmsg.ListOffsets.Int16(), func(req kmsg.Request) (kmsg.Response, error, bool) {
		if list, ok := req.(*kmsg.ListOffsetsRequest); ok && list.Topics[0].Partitions[0].Timestamp >= 0 {
			once.Do(func() { close(arrived) })
			cluster.Kfake().SleepControl(func() { <-release })
		}
		return nil, nil, false
	})
	w := newWorkspace(t, cluster, "throughput").set(vars{"measure": map[string]measurement{"day": {"topic": topic}}})
	plan := w.start("plan", "-no-color", "-input=false")
	select {
	case <-arrived:
	case err := <-plan.done:
		t.Fatalf("terraform plan ended without a reading: %v\n%s", err, plan.out.String())
	}
	plan.interrupt()
	interrupted := time.Now()
	plan.end().exits(1).says("Error: Topic Not Read", "The reading was interrupted", "Topic: "+topic).lacks("context canceled", "panic", "crash")
	if waited := time.Since(interrupted); waited > 20*time.Second {
		t.Errorf("the plan ended %s after the interrupt", waited)
	}
}

func TestExampleThroughput(t *testing.T) {
	cluster := startAlone(t)
	cluster.CreateTopic("orders.v2", 2, 1, nil)
	cluster.ProduceAt("orders.v2", 1, 300, time.Now().Add(-time.Hour))
	w := newWorkspace(t, cluster, "")
	text := example(t, "data-sources/capture_throughput/data-source.tf")
	w.write("data.tf", text)
	w.applied().says("orders_partitions = 18").lacks("Warning:")

	// The same with a profile that was measured on a quieter day.
	w.write("data.tf", strings.Replace(text, "= 4200", "= 0.9", 1))
	w.plan().says("Warning: Check block assertion failed", "**Peak 1 events/s** in `orders.v2`", "peak_events_per_sec = 1 ")
}
