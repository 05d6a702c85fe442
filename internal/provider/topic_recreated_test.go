package provider_test

import "testing"

const (
	recreated = "Warning: Topic Recreated Outside Terraform"
	drifted   = "Error: Partition Count Changed Outside Terraform"
)

func TestRecreatedWithTheSameCount(t *testing.T) {
	cluster, w, base := guarded(t)
	name := base["name"].(string)
	was, _ := cluster.Topic(name)
	recreate(cluster, name, 18)
	now := live(t, cluster, name, 18)
	facts := []string{recreated, "Topic: " + name, "Old topic ID: " + was.ID, "New topic ID: " + now.ID}
	w.plan().exits(0).says(facts...)
	w.plan().exits(0).says(facts...)
	w.wants(this, vars{"topic_id": was.ID})
	w.apply().exits(0).says(facts...).says("0 added, 0 changed, 0 destroyed")
	w.wants(this, vars{"topic_id": now.ID, "partitions": 18, "established_partitions": 18})
	w.unchanged().lacks(recreated)
	untouched(t, cluster, name, now)
}

func TestRecreatedWithTheSameCountAndAChange(t *testing.T) {
	cluster, w, base := guarded(t)
	name := base["name"].(string)
	recreate(cluster, name, 18)
	now := live(t, cluster, name, 18)
	w.set(base.with(vars{"config": vars{"retention.ms": "1000"}})).plan().exits(2).says(recreated, "will be updated in-place")
	w.apply().exits(0).says("0 added, 1 changed, 0 destroyed")
	w.unchanged().lacks(recreated)
	w.wants(this, vars{"topic_id": now.ID})
	untouched(t, cluster, name, now)
}

func TestRecreatedWithTheSameCountRefreshOnly(t *testing.T) {
	cluster, w, base := guarded(t)
	name := base["name"].(string)
	was, _ := cluster.Topic(name)
	recreate(cluster, name, 18)
	now := live(t, cluster, name, 18)
	// A plan stores nothing, whatever its mode.
	w.plan("-refresh-only").exits(2).says(recreated)
	w.plan().exits(0).says(recreated)
	w.wants(this, vars{"topic_id": was.ID})
	w.apply("-refresh-only").exits(0).says(recreated)
	w.wants(this, vars{"topic_id": now.ID})
	w.unchanged().lacks(recreated)
}

func TestRecreatedWithAnotherCount(t *testing.T) {
	cluster, w, base := guarded(t)
	name := base["name"].(string)
	recreate(cluster, name, 20)
	now := live(t, cluster, name, 20)
	for range 2 {
		w.plan().exits(1).says(recreated, drifted, "deleted and created again outside Terraform",
			"Established partitions: 18", "Live partitions: 20", "pinned_partitions = 20", "version = 2", "-destroy -refresh=false")
	}
	w.apply().exits(1).says(drifted)
	w.set(base.with(vars{"pinned_partitions": 20}))
	w.plan().exits(2).says(recreated, "~ established_partitions = 18 -> 20")
	w.applied().says("0 added, 1 changed, 0 destroyed")
	w.unchanged().lacks(recreated)
	w.wants(this, vars{"topic_id": now.ID, "partitions": 20, "established_partitions": 20})
	untouched(t, cluster, name, now)
	// Growth from there is drift of the ordinary kind again.
	cluster.GrowTopic(name, 22)
	w.set(base).plan().exits(1).says(drifted).lacks("deleted and created again")
}

func TestRecreatedWithAnotherCountRefreshOnly(t *testing.T) {
	cluster, w, base := guarded(t)
	name := base["name"].(string)
	recreate(cluster, name, 20)
	now := live(t, cluster, name, 20)
	w.apply("-refresh-only").exits(0).says(recreated)
	w.wants(this, vars{"topic_id": now.ID, "partitions": 20, "established_partitions": 18})
	// The new ID is stored, the count is not decided yet.
	for range 2 {
		w.plan().exits(1).says(drifted, "deleted and created again outside Terraform", "pinned_partitions = 20").lacks(recreated)
		w.apply("-refresh-only").exits(0)
	}
	w.set(base.with(vars{"pinned_partitions": 20})).applied()
	w.wants(this, vars{"partitions": 20, "established_partitions": 20})
	untouched(t, cluster, name, now)
}

func TestRecreatedWithTheCountOfTheProfile(t *testing.T) {
	cluster, w, base := guarded(t)
	name := base["name"].(string)
	recreate(cluster, name, 24)
	now := live(t, cluster, name, 24)
	w.set(base.with(vars{"profile": profile(16)})).plan().exits(2).says(recreated,
		"Warning: Partition Count Changed Outside Terraform", "deleted and created again outside Terraform", "~ established_partitions = 18 -> 24")
	w.applied()
	w.unchanged().lacks(recreated, "Warning: Partition Count")
	w.wants(this, vars{"topic_id": now.ID, "partitions": 24, "established_partitions": 24})
}

func TestRecreatedSmallerThanRequired(t *testing.T) {
	cluster, w, base := guarded(t)
	name := base["name"].(string)
	recreate(cluster, name, 3)
	now := live(t, cluster, name, 3)
	w.plan().exits(1).says(recreated, drifted, "Live partitions: 3", "pinned_partitions = 3").lacks("Partition Increase Refused")
	w.set(base.with(vars{"pinned_partitions": 3})).plan().exits(2).says("Pinned Below The Recommendation", "~ established_partitions = 18 -> 3")
	w.applied()
	untouched(t, cluster, name, now)
}

// A saved plan must not write to a topic that was made anew since.
func TestUpdateSparesARecreatedTopic(t *testing.T) {
	cluster := startAlone(t)
	w := newWorkspace(t, cluster, "topic")
	name := cluster.TopicName("orders")
	w.set(vars{"name": name}).applied()
	w.set(vars{"name": name, "config": vars{"retention.ms": "70000"}}).plan("-out=saved.plan").exits(2)
	recreate(cluster, name, 18)
	now := live(t, cluster, name, 18)
	w.apply("saved.plan").exits(1).says("Error: Topic Recreated Outside Terraform", "was not changed", "Topic: "+name)
	if got := cluster.Config(name)["retention.ms"]; got != "" {
		t.Errorf("retention.ms is %q on the new topic", got)
	}
	w.applied()
	w.wants(this, vars{"topic_id": now.ID, "config": vars{"retention.ms": "70000"}})
}
