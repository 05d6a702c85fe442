package provider_test

import (
	"testing"
)

const (
	hottestPartition = "Hottest Partition Above The Ceiling"
	hottestKey       = "No Partition Count Can Carry The Hottest Key"
)

// skewed is a profile of 120 MB/s and the two members of skew.
func skewed(ratio, share any) vars {
	return vars{"profile": profile(12), "skew": vars{"peak_to_mean_ratio": ratio, "hottest_key_share": share}}
}

func TestSkewAttributes(t *testing.T) {
	cluster := start(t)
	w := newWorkspace(t, cluster, "topic")
	base := vars{"name": cluster.TopicName("skew")}
	// 18 partitions: 1.2 x 120 MB/s / 18 = 8 MB/s of 10.
	w.set(base.with(skewed(1.2, 0.05)))
	w.plan().exits(2).says("+ hottest_partition_mb_per_sec = 8", "+ hottest_partition_utilization = 0.8").lacks("Warning:")
	w.applied()
	sizing := w.resource(this)["sizing"].(map[string]any)
	if sizing["hottest_partition_mb_per_sec"] != 8.0 || sizing["hottest_partition_utilization"] != 0.8 {
		t.Errorf("sizing is %v", sizing)
	}
	// Without the ratio they are null; the count does not move.
	w.set(base.with(skewed(nil, 0.05))).applied()
	sizing = w.resource(this)["sizing"].(map[string]any)
	if sizing["hottest_partition_mb_per_sec"] != nil || sizing["hottest_partition_utilization"] != nil {
		t.Errorf("sizing is %v", sizing)
	}
	w.wants(this, vars{"partitions": 18, "established_partitions": 18})
	// At the pin, not at the recommendation: 1.2 x 120 MB/s / 24 = 6 MB/s.
	pinned := newWorkspace(t, cluster, "topic")
	pinned.set(vars{"name": cluster.TopicName("pinned"), "pinned_partitions": 24}.with(skewed(1.2, nil)))
	pinned.plan().exits(2).says("+ hottest_partition_mb_per_sec = 6", "+ hottest_partition_utilization = 0.6")
}

func TestSkewHottestPartition(t *testing.T) {
	cluster := start(t)
	w := newWorkspace(t, cluster, "topic")
	base := vars{"name": cluster.TopicName("hot")}
	// Exactly full is not over: 1.5 x 120 / 18 = 10.
	w.set(base.with(skewed(1.5, nil))).plan().exits(2).lacks(hottestPartition)
	// 3 x 120 / 18 = 20 MB/s of 10; 36 partitions, headroom 3, would carry it.
	w.set(base.with(skewed(3, nil)))
	w.plan().exits(2).says("Warning: "+hottestPartition, "20 MB/s", "200%", "36 partitions", "headroom_factor = 3", "with "+this, "Partitions needed: 36")
	w.apply().exits(0)
	w.unchanged().lacks(hottestPartition)
	if text := w.resource(this)["sizing"].(map[string]any)["hottest_partition_utilization"]; text != 2.0 {
		t.Errorf("utilization is %v, want 2", text)
	}
	// Again in a plan that changes the topic, and in no other.
	w.set(base.with(skewed(3, nil)).with(vars{"config": vars{"retention.ms": "1000"}}))
	w.plan().exits(2).says("Warning: " + hottestPartition)
	w.applied()
	w.unchanged().lacks(hottestPartition)
	// The advised headroom does carry it, in a new topic.
	w2 := newWorkspace(t, cluster, "topic")
	w2.set(vars{"name": cluster.TopicName("cooler"), "headroom_factor": 3}.with(skewed(3, nil)))
	w2.plan().exits(2).says("+ partitions = 36", "+ hottest_partition_utilization = 1").lacks(hottestPartition)
}

func TestSkewHottestKey(t *testing.T) {
	cluster := start(t)
	w := newWorkspace(t, cluster, "topic")
	base := vars{"name": cluster.TopicName("key")}
	refuses := func(set vars, texts ...string) {
		t.Helper()
		w.set(base.with(set)).plan().exits(1).says(append(texts, "Error: "+hottestKey, "with "+this, "skew.hottest_key_share: ")...)
	}
	// 0.1 x 120 MB/s = 12 MB/s of 10.
	refuses(skewed(nil, 0.1), "12 MB/s over the 10 MB/s of one partition", "finer key")
	// A pin does not help a key.
	refuses(skewed(nil, 0.1).with(vars{"pinned_partitions": 1000}), "12 MB/s over the 10 MB/s")
	// 120 events a second, of which the key has 0.05: 6 a second for a consumer of 5.
	profiled := vars{"profile": vars{"peak_events_per_sec": 120, "avg_event_size_kb": 1024, "consumer_events_per_sec": 5}}
	refuses(skewed(nil, 0.05).with(profiled), "6 events/s over the 5 events/s of one consumer")
	refuses(skewed(nil, 0.5).with(profiled), "60 MB/s over the 10 MB/s of one partition", "60 events/s over the 5 events/s of one consumer")
	w.apply().exits(1)
	w.absent()

	// Exactly full is carried, by the partition and by the consumer.
	full := vars{"profile": vars{"peak_events_per_sec": 100, "avg_event_size_kb": 1024, "consumer_events_per_sec": 10}}
	w.set(base.with(skewed(nil, 0.1)).with(full)).plan().exits(2).lacks(hottestKey)

	// On an existing topic the error ends with the way to destroy it.
	w.set(base.with(skewed(nil, 0.05))).applied()
	refuses(skewed(nil, 0.1), "-destroy -refresh=false")
	w.set(base.with(skewed(nil, 0.05))).unchanged()
}

// More partitions are no way out where one key is too much: both are said.
func TestSkewHottestKeyBesideARefusedIncrease(t *testing.T) {
	cluster := start(t)
	w := newWorkspace(t, cluster, "topic")
	base := vars{"name": cluster.TopicName("both")}
	w.set(base.with(skewed(1, 0.01))).applied()
	w.set(base.with(skewed(1, 0.9)).with(vars{"profile": profile(40)})).plan().exits(1).
		says("Error: "+hottestKey, "Error: Partition Increase Refused")
}
