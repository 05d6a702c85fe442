package provider_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafkatest"
)

// measurement is an element of the fixture's variable.
type measurement map[string]string

func measured(name string) string { return fmt.Sprintf("data.capture_throughput.this[%q]", name) }

// twoHoursAgo is a whole hour from which on tests let records arrive: retention
// leaves them alone.
func twoHoursAgo() time.Time { return time.Now().UTC().Truncate(time.Hour).Add(-2 * time.Hour) }

func rfc3339(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// of measures a topic from one time to another.
func of(topic string, from time.Time, length time.Duration, more measurement) measurement {
	m := measurement{"topic": topic, "from": rfc3339(from), "to": rfc3339(from.Add(length))}
	for name, value := range more {
		m[name] = value
	}
	return m
}

// back measures the last hour as one interval.
func back(topic string) measurement {
	return measurement{"topic": topic, "lookback": "1h", "interval": "1h"}
}

// course is a series: the rates of intervals of a length, from a time on.
func course(from time.Time, interval time.Duration, rates ...float64) []vars {
	out := []vars{}
	for i, rate := range rates {
		out = append(out, vars{"start": rfc3339(from.Add(time.Duration(i) * interval)), "events_per_sec": rate})
	}
	return out
}

// wantsMeasured asserts attributes of several data sources at once.
func (w *workspace) wantsMeasured(want map[string]vars) {
	w.t.Helper()
	all := w.resources()
	for name, attributes := range want {
		got := all[measured(name)]
		if got == nil {
			w.t.Errorf("%s is not in the state", name)
		}
		for attribute, value := range attributes {
			a, _ := json.Marshal(got[attribute])
			b, _ := json.Marshal(value)
			var x, y any // maps in one order
			if json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil {
				a, _ = json.Marshal(x)
				b, _ = json.Marshal(y)
			}
			if string(a) != string(b) {
				w.t.Errorf("%s: %s is %s, want %s", name, attribute, a, b)
			}
		}
	}
}

// nextSecond waits for it: a lookback ends at the last whole second.
func nextSecond(t *testing.T) {
	t.Helper()
	now := time.Now()
	select {
	case <-time.After(now.Truncate(time.Second).Add(time.Second).Sub(now)):
	case <-t.Context().Done():
	}
}

// deleteBefore deletes the records of partition 0 below an offset; -1: all.
func deleteBefore(t *testing.T, cluster *kafkatest.Cluster, topic string, offset int64) {
	t.Helper()
	before := kadm.Offsets{}
	before.Add(kadm.Offset{Topic: topic, At: offset})
	deleted, err := cluster.Admin().DeleteRecords(t.Context(), before)
	if err == nil {
		err = deleted.Error()
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestThroughput(t *testing.T) {
	cluster := start(t)
	from := twoHoursAgo()
	after := from.Add
	topic := func(base string, partitions int, configs map[string]string) string {
		name := cluster.TopicName(base)
		cluster.CreateTopic(name, partitions, 1, configs)
		return name
	}
	appended := topic("appended", 1, map[string]string{"message.timestamp.type": "LogAppendTime"})
	cluster.ProduceAt(appended, 0, 50, from)

	orders := topic("orders", 3, nil)
	cluster.ProduceAt(orders, 0, 60, after(10*time.Second))
	cluster.ProduceAt(orders, 0, 30, after(2*time.Minute))
	cluster.ProduceAt(orders, 1, 1, after(-time.Second))
	cluster.ProduceAt(orders, 1, 120, after(119999*time.Millisecond))
	cluster.ProduceAt(orders, 1, 1, after(4*time.Minute), after(5*time.Minute))

	single := topic("single", 2, nil)
	cluster.ProduceAt(single, 1, 1, after(time.Minute))
	disordered := topic("disordered", 1, nil)
	cluster.ProduceAt(disordered, 0, 1, after(10*time.Second), after(70*time.Second), after(20*time.Second), after(130*time.Second), from)
	older := topic("older", 1, nil)
	cluster.ProduceAt(older, 0, 10, time.Now().Add(-100*time.Minute))
	empty := topic("empty", 2, nil)

	stamped := vars{"records": 50, "peak_events_per_sec": 0.013889, "burst_factor": 1}
	if !cluster.Apache() { // kfake keeps the producer's timestamps
		stamped = vars{"records": 0}
	}

	nextSecond(t)
	w := newWorkspace(t, cluster, "throughput").set(vars{"measure": map[string]measurement{
		"orders":     of(orders, from, 4*time.Minute, nil),
		"shorter":    of(orders, from, 150*time.Second, nil),
		"half":       of(orders, from, 4*time.Minute, measurement{"interval": "2m"}),
		"zone":       {"topic": orders, "from": from.In(time.FixedZone("", 3600)).Format(time.RFC3339), "to": rfc3339(after(time.Minute))},
		"single":     of(single, from, 2*time.Minute, nil),
		"disordered": of(disordered, from, 3*time.Minute, nil),
		"empty":      of(empty, from, 2*time.Minute, nil),
		"appended":   back(appended),
		"older":      {"topic": older, "lookback": "90m", "interval": "1h"},
		"too old":    back(older),
	}})
	w.applied().lacks("Warning:")
	w.wantsMeasured(map[string]vars{
		"orders": {"series": course(from, time.Minute, 1, 2, 0.5, 0), "peak_events_per_sec": 2, "peak_at": rfc3339(after(time.Minute)),
			"mean_events_per_sec": 0.875, "burst_factor": 2.286, "records": 210, "covered_from": rfc3339(from), "hottest_partition_peak_events_per_sec": 2,
			"avg_event_size_kb": storedKB(t, cluster, orders, 213), "lookback": nil, "interval": nil},
		"shorter": {"series": course(from, time.Minute, 1, 2, 1), "peak_events_per_sec": 2, "mean_events_per_sec": 1.4, "burst_factor": 1.429, "records": 210},
		"half":    {"series": course(from, 2*time.Minute, 1.5, 0.25), "peak_events_per_sec": 1.5, "hottest_partition_peak_events_per_sec": 1},
		"zone":    {"series": course(from, time.Minute, 1), "covered_from": rfc3339(from)},
		"single": {"series": course(from, time.Minute, 0, 0.016667), "peak_events_per_sec": 0.016667, "peak_at": rfc3339(after(time.Minute)),
			"mean_events_per_sec": 0.008333, "burst_factor": 2, "records": 1, "hottest_partition_peak_events_per_sec": 0.016667},
		"disordered": {"series": course(from, time.Minute, 0.016667, 0.033333, 0.033333), "records": 5},
		"empty": {"series": course(from, time.Minute, 0, 0), "peak_events_per_sec": 0, "peak_at": nil, "mean_events_per_sec": 0, "burst_factor": nil,
			"records": 0, "covered_from": rfc3339(from), "avg_event_size_kb": nil, "hottest_partition_peak_events_per_sec": 0},
		"appended": stamped,
		"older":    {"records": 10, "burst_factor": 2},
		"too old":  {"records": 0, "peak_events_per_sec": 0},
	})
}

// storedKB is the size of a record as the brokers' log files have it.
func storedKB(t *testing.T, cluster *kafkatest.Cluster, topic string, records float64) json.Number {
	t.Helper()
	dirs, err := cluster.Admin().DescribeAllLogDirs(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	size := int64(0)
	dirs.Each(func(dir kadm.DescribedLogDir) {
		dir.Topics.Each(func(p kadm.DescribedLogDirPartition) {
			if p.Topic == topic {
				size += p.Size
			}
		})
	})
	number, _ := json.Marshal(float64(int64(float64(size)/1024/records*1000+0.5)) / 1000)
	return json.Number(number)
}

// What retention or DeleteRecords has taken is not measured, and is said.
func TestThroughputDeleted(t *testing.T) {
	cluster := start(t)
	from := twoHoursAgo()
	after := from.Add
	topic := func(base string, partitions int, configs map[string]string) string {
		name := cluster.TopicName(base)
		cluster.CreateTopic(name, partitions, 1, configs)
		return name
	}
	// With a limit in bytes, retention may have deleted any of the records.
	limited := func(more map[string]string) map[string]string {
		configs := map[string]string{"retention.bytes": "1000000000"}
		maps.Copy(configs, more)
		return configs
	}
	cut := topic("cut", 2, limited(nil))
	cluster.ProduceAt(cut, 0, 30, after(10*time.Second), after(70*time.Second), after(130*time.Second))
	cluster.ProduceAt(cut, 1, 600, after(time.Second))
	cluster.ProduceAt(cut, 1, 90, after(130*time.Second))
	deleteBefore(t, cluster, cut, 35)

	// Apache Kafka keeps the files of deleted segments for some minutes, and tells
	// no record of the time that they cover.
	hidden := topic("hidden", 1, limited(map[string]string{"segment.ms": "60000"}))
	cluster.ProduceAt(hidden, 0, 1, from, after(5*time.Minute), after(10*time.Minute), after(15*time.Minute))
	deleteBefore(t, cluster, hidden, 2)

	emptied := topic("emptied", 2, limited(nil))
	cluster.ProduceAt(emptied, 0, 5, after(time.Second))
	cluster.ProduceAt(emptied, 1, 60, after(time.Minute))
	deleteBefore(t, cluster, emptied, -1)
	lost := topic("lost", 1, limited(nil))
	cluster.ProduceAt(lost, 0, 5, after(time.Second))
	deleteBefore(t, cluster, lost, -1)

	// Without, it has deleted none that are newer than retention.ms.
	quiet := topic("quiet", 2, nil)
	cluster.ProduceAt(quiet, 0, 5, after(time.Second))
	cluster.ProduceAt(quiet, 1, 60, after(time.Minute))
	deleteBefore(t, cluster, quiet, -1)
	forever := topic("forever", 1, map[string]string{"retention.ms": "-1"})
	cluster.ProduceAt(forever, 0, 5, after(time.Second))
	deleteBefore(t, cluster, forever, -1)
	sparse := topic("sparse", 1, nil)
	cluster.ProduceAt(sparse, 0, 1, after(-time.Minute), after(90*time.Second))
	deleteBefore(t, cluster, sparse, 1)
	retention := time.Since(after(2 * time.Minute)) // 8 min before an edge
	expired := topic("expired", 2, map[string]string{"retention.ms": fmt.Sprint(retention.Milliseconds())})
	cluster.ProduceAt(expired, 0, 5, after(11*time.Minute))
	cluster.ProduceAt(expired, 1, 600, after(11*time.Minute))
	deleteBefore(t, cluster, expired, -1)

	w := newWorkspace(t, cluster, "throughput").set(vars{"measure": map[string]measurement{
		"cut":     of(cut, from, 4*time.Minute, nil),
		"before":  of(cut, after(100*time.Second), 20*time.Second, measurement{"interval": "10s"}),
		"hidden":  of(hidden, from, 20*time.Minute, nil),
		"emptied": of(emptied, from, 2*time.Minute, nil),
		"lost":    of(lost, from, 2*time.Minute, nil),
		"quiet":   of(quiet, from, 2*time.Minute, nil),
		"forever": of(forever, from, 2*time.Minute, nil),
		"sparse":  of(sparse, from, 2*time.Minute, nil),
		"expired": of(expired, from, 20*time.Minute, measurement{"interval": "10m"}),
	}})
	// In JSON, warnings of one summary are not folded.
	w.run("apply", "-json", "-input=false", "-auto-approve").exits(0).says(
		"Throughput Partly Covered",
		`Topic: `+cut+`\nFrom: `+rfc3339(from)+`\nCovered from: `+rfc3339(after(2*time.Minute))+`\nTo: `+rfc3339(after(4*time.Minute))+`\nBegin later: partition 0"`,
		`Topic: `+hidden+`\nFrom: `+rfc3339(from)+`\nCovered from: `+rfc3339(after(10*time.Minute)),
		"Some partitions are empty and had records before", `Topic: `+emptied, `\nEmptied: partition 0"`,
		"nothing is measured", "Measure a later time", `Topic: `+lost, `Topic: `+forever,
		`Topic: `+expired+`\nFrom: `+rfc3339(from)+`\nCovered from: `+rfc3339(after(10*time.Minute))).lacks("Begin later: partition 0, 1", "From: "+rfc3339(after(100*time.Second)), `Topic: `+quiet, `Topic: `+sparse)
	w.unchanged()
	w.wantsMeasured(map[string]vars{
		"cut": {"series": course(after(2*time.Minute), time.Minute, 2, 0), "covered_from": rfc3339(after(2 * time.Minute)), "records": 120,
			"peak_events_per_sec": 2, "mean_events_per_sec": 1, "hottest_partition_peak_events_per_sec": 1.5},
		"before": {"records": 0, "covered_from": rfc3339(after(100 * time.Second))},
		"hidden": {"series": course(after(10*time.Minute), time.Minute, 0.016667, 0, 0, 0, 0, 0.016667, 0, 0, 0, 0), "records": 2,
			"covered_from": rfc3339(after(10 * time.Minute)), "peak_at": rfc3339(after(10 * time.Minute))},
		"quiet":   {"series": course(from, time.Minute, 0, 1), "covered_from": rfc3339(from), "records": 60},
		"sparse":  {"series": course(from, time.Minute, 0, 0.016667), "covered_from": rfc3339(from), "records": 1},
		"expired": {"series": course(after(10*time.Minute), 10*time.Minute, 1), "covered_from": rfc3339(after(10 * time.Minute)), "records": 600},
		"emptied": {"series": course(from, time.Minute, 0, 1), "covered_from": rfc3339(from), "records": 60},
		"lost": {"series": course(from, time.Minute), "covered_from": rfc3339(after(2 * time.Minute)), "records": 0, "peak_events_per_sec": nil, "peak_at": nil,
			"mean_events_per_sec": nil, "burst_factor": nil, "hottest_partition_peak_events_per_sec": nil, "avg_event_size_kb": nil},
	})
}
