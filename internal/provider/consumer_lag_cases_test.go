package provider_test

import (
	"bytes"
	"context"
	"errors"
	"testing"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafkatest"
)

// Markers, aborted records and those of an open transaction are none to read.
func TestConsumerLagTransactions(t *testing.T) {
	cluster := start(t)
	topic, group := cluster.TopicName("ledger"), cluster.GroupName("audit")
	cluster.CreateTopic(topic, 1, 1, nil)
	cluster.Begin(topic, 0, 3).Commit() // 0 to 2, the marker is 3
	cluster.Begin(topic, 0, 2).Abort()  // 4 and 5, the marker is 6
	w := newWorkspace(t, cluster, "consumer_lag")
	cluster.Begin(topic, 0, 2) // 7 and 8, open
	for _, c := range []struct {
		committed int64
		want      string
	}{
		{0, "0 7 3"}, {1, "1 7 2"}, {2, "2 7 1"}, {3, "3 7 0"}, {5, "5 7 0"}, {7, "7 7 0"}, {9, "9 7 0"},
	} {
		cluster.CommitOffsets(group, topic, map[int32]int64{0: c.committed})
		w.set(vars{"group": group}).apply().exits(0)
		w.wantsLags(topic + "/0 " + c.want)
	}
	w.wants(lagData, vars{"max_lag": 0, "max_lag_seconds": 0, "total_lag": 0})
}

// What retention has deleted is not there to be read.
func TestConsumerLagBelowTheLogStart(t *testing.T) {
	cluster := start(t)
	topic, group := cluster.TopicName("events"), cluster.GroupName("late")
	cluster.CreateTopic(topic, 2, 1, nil)
	old(t, cluster, topic, 0, 10, time.Hour)
	old(t, cluster, topic, 1, 10, time.Hour)
	before := kadm.Offsets{}
	before.Add(kadm.Offset{Topic: topic, Partition: 0, At: 6})
	before.Add(kadm.Offset{Topic: topic, Partition: 1, At: 10})
	if _, err := cluster.Admin().DeleteRecords(t.Context(), before); err != nil {
		t.Fatal(err)
	}
	cluster.CommitOffsets(group, topic, map[int32]int64{0: 2, 1: 2})
	w := newWorkspace(t, cluster, "consumer_lag").set(vars{"group": group, "target": 60})
	w.write("out.tf", `
output "report" {
  value = data.capture_consumer_lag.this.report
}
`)
	w.apply().exits(0).says("**Lag 1 h**: partition 0 of `"+topic+"`", "4 records behind; above the target of 1 min.",
		"Retention has deleted records that the group had not read, on partitions 0, 1 of `"+topic+"`")
	w.wantsLags(topic+"/0 2 10 4", topic+"/1 2 10 0")
}

// Batches that are larger than what is fetched at first.
func TestConsumerLagLargeRecords(t *testing.T) {
	cluster := start(t)
	topic, group := cluster.TopicName("photos"), cluster.GroupName("shelf")
	cluster.CreateTopic(topic, 3, 1, nil)
	var records []*kgo.Record
	for p := range int32(3) {
		for i := range 3 {
			records = append(records, &kgo.Record{Topic: topic, Partition: p, Value: bytes.Repeat([]byte{byte(i)}, 300_000),
				Timestamp: time.Now().Add(-time.Duration(10*(p+1)) * time.Minute)})
		}
	}
	for _, record := range records { // each in a batch of its own
		produce(t, cluster, record)
	}
	cluster.CommitOffsets(group, topic, map[int32]int64{0: 1, 2: 2})
	w := newWorkspace(t, cluster, "consumer_lag").set(vars{"group": group})
	w.applied()
	w.wantsLags(topic+"/0 1 3 2", topic+"/1 - 3 3", topic+"/2 2 3 1")
	if age := w.number(lagData, "max_lag_seconds"); age < 1800 || age > 1900 {
		t.Errorf("max_lag_seconds is %v", age)
	}
}

// Offsets that compaction has emptied count, and the oldest record is the one
// that is still there.
func TestConsumerLagCompacted(t *testing.T) {
	cluster := start(t)
	topic, group := cluster.TopicName("states"), cluster.GroupName("view")
	cluster.CreateTopic(topic, 1, 1, map[string]string{"cleanup.policy": "compact", "segment.ms": "1000", "min.cleanable.dirty.ratio": "0.01"})
	const records = 6
	for i := range records { // each in a segment of its own
		key := []byte("key")
		if i == 0 {
			key = []byte("first") // keeps the log start at 0, on kfake too
		}
		produce(t, cluster, &kgo.Record{Topic: topic, Key: key, Value: []byte("value"), Timestamp: time.Now().Add(-time.Duration(records-i) * time.Hour)})
	}
	_, err := backoff.Retry(t.Context(), func() (struct{}, error) {
		left := readAll(t, cluster, topic, 0, records)
		if len(left) == records {
			return struct{}{}, errors.New("nothing is compacted")
		}
		return struct{}{}, nil
	}, backoff.WithMaxElapsedTime(time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	cluster.CommitOffsets(group, topic, map[int32]int64{0: 1})
	left := readAll(t, cluster, topic, 1, records)
	want := time.Since(left[0].Timestamp).Seconds()
	w := newWorkspace(t, cluster, "consumer_lag").set(vars{"group": group})
	w.applied()
	w.wantsLags(topic + "/0 1 6 5")
	if age := w.number(lagData, "max_lag_seconds"); age < want || age > want+60 {
		t.Errorf("max_lag_seconds is %v, want %v", age, want)
	}
}

// readAll reads a partition from an offset until the record before end, which
// compaction never removes.
func readAll(t *testing.T, cluster *kafkatest.Cluster, topic string, from, end int64) []*kgo.Record {
	t.Helper()
	client, err := kgo.NewClient(kgo.SeedBrokers(cluster.BootstrapServers()...),
		kgo.ConsumePartitions(map[string]map[int32]kgo.Offset{topic: {0: kgo.NewOffset().At(from)}}))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	var records []*kgo.Record
	for len(records) == 0 || records[len(records)-1].Offset < end-1 {
		fetches := client.PollFetches(ctx)
		if err := fetches.Err(); err != nil {
			t.Fatal(err)
		}
		records = append(records, fetches.Records()...)
	}
	return records
}

// Without a commit nothing is known, and the plan says so.
func TestConsumerLagWithoutCommits(t *testing.T) {
	cluster := start(t)
	read, never := cluster.TopicName("read"), cluster.TopicName("never")
	group := cluster.GroupName("reader")
	cluster.CreateTopic(read, 1, 1, nil)
	cluster.CreateTopic(never, 1, 1, nil)
	cluster.Produce(read, 0, 2)
	cluster.Produce(never, 0, 3)
	cluster.CommitOffsets(group, read, map[int32]int64{0: 1})
	w := newWorkspace(t, cluster, "consumer_lag")
	w.set(vars{"group": group}).applied().lacks("Warning:") // topics are those with a commit
	w.wantsLags(read + "/0 1 2 1")
	w.set(vars{"group": group, "topics": []string{read, never}, "target": 3600}).apply().exits(0).says(
		"Warning: No Committed Offsets", "Group: "+group, "Topics: "+never)
	w.wantsLags(never+"/0 - 3 -", read+"/0 1 2 1")
	w.wants(lagData, vars{"total_lag": 1, "max_lag": 1, "within_target": nil})

	joined := cluster.GroupName("joined")
	cluster.Consumer(joined, kafkatest.KIP848, never)
	cluster.WaitMembers(joined, kafkatest.KIP848, 1, 1)
	w.set(vars{"group": joined}).apply().exits(0).says("Warning: No Committed Offsets", "Topics: "+never)
	w.wants(lagData, vars{"members": 1, "idle_members": 0, "max_lag": nil, "max_lag_seconds": nil, "p95_lag_seconds": nil, "total_lag": nil, "within_target": nil})
}

func TestConsumerLagNotFound(t *testing.T) {
	cluster := startAlone(t)
	topic, group := cluster.TopicName("orders"), cluster.GroupName("billing")
	cluster.CreateTopic(topic, 1, 1, nil)
	cluster.CommitOffsets(group, topic, map[int32]int64{0: 0})
	w := newWorkspace(t, cluster, "consumer_lag")
	w.set(vars{"group": group + "-"}).plan().exits(1).says("Error: Consumer Group Not Found", "group = var.group", "Near names: "+group)
	w.set(vars{"group": group, "topics": []string{topic + "x"}}).plan().exits(1).says("Error: Topic Not Found", "Correct topics", "Near names: "+topic)
	w.set(vars{"group": group, "samples": 0, "interval": "1ms", "target": -1}).plan().exits(1).says(
		"samples value must be between 1 and 10000", "interval must be a duration from 100ms to 10m0s", "lag_target_seconds must be a number of at least 0")

	// Commits on a topic that is gone are left out.
	gone := cluster.TopicName("gone")
	cluster.CreateTopic(gone, 1, 1, nil)
	cluster.CommitOffsets(group, gone, map[int32]int64{0: 0})
	cluster.DeleteTopic(gone)
	w.set(vars{"group": group}).apply().exits(0)
	w.wantsLags(topic + "/0 0 0 0")
}

func TestConsumerLagRights(t *testing.T) {
	cluster := start(t, kafkatest.SASL())
	topic, group := cluster.TopicName("closed"), cluster.GroupName("closed-group")
	cluster.CreateTopic(topic, 1, 1, nil)
	cluster.Produce(topic, 0, 2)
	cluster.CommitOffsets(group, topic, map[int32]int64{0: 2})
	w := newWorkspace(t, nil, "consumer_lag").asReader(cluster).set(vars{"group": group, "topics": []string{topic}})
	w.plan().exits(1).says("Error: Not Authorized", "Missing right: Describe on group "+group)

	allowGroup(t, cluster, group, kadm.OpDescribe)
	w.plan().exits(1).says("Error: Not Authorized", "Missing right: Describe on topic "+topic)

	allow(t, cluster, topic, kadm.OpDescribe)
	w.applied().lacks("Warning:") // nothing is unread, and nothing fetched
	cluster.CommitOffsets(group, topic, map[int32]int64{0: 1})
	w.plan().exits(1).says("Error: Not Authorized", "Missing right: Read on topic "+topic)

	allow(t, cluster, topic, kadm.OpDescribe, kadm.OpRead)
	w.applied()
	w.wantsLags(topic + "/0 1 2 1")
}

// An interrupt ends a long observation at once.
func TestConsumerLagInterrupted(t *testing.T) {
	cluster := start(t)
	topic, group := cluster.TopicName("orders"), cluster.GroupName("billing")
	cluster.CreateTopic(topic, 1, 1, nil)
	cluster.CommitOffsets(group, topic, map[int32]int64{0: 0})
	w := newWorkspace(t, cluster, "consumer_lag").set(vars{"group": group, "samples": 2, "interval": "10m"})
	w.setenv("TF_LOG_PROVIDER", "INFO")
	r := w.start("plan", "-no-color", "-input=false")
	r.says("watching group")
	began := time.Now()
	r.interrupt()
	r.end().exits(1).says("The reading was interrupted").lacks("context canceled")
	if time.Since(began) > time.Minute {
		t.Errorf("ended after %s", time.Since(began))
	}
}
