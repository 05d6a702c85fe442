package provider_test

import (
	"testing"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafkatest"
)

// late starts a configuration whose variable late holds the attributes that are
// known only at apply.
func late(t *testing.T) (*kafkatest.Cluster, *workspace, vars) {
	t.Helper()
	cluster := startAlone(t)
	w := newWorkspace(t, cluster, "topic").add("topic_late")
	return cluster, w, vars{"name": cluster.TopicName("orders"), "profile": profile(12)}
}

func TestUnknownInputsOfACreate(t *testing.T) {
	cluster := startAlone(t)
	for _, c := range []struct {
		name string
		late vars
		want int
	}{
		{"profile", vars{"throughput_profile": profile(14)}, 21},
		{"part of the profile", vars{"peak_events_per_sec": 150}, 23},
		{"consumers", vars{"target_consumers": 14}, 21},
		{"headroom", vars{"headroom_factor": 2}, 24},
		{"least headroom", vars{"minimum_headroom_factor": 1.2}, 18},
		{"rounding", vars{"rounding": "consumer_multiple"}, 24},
		{"skew", vars{"skew": vars{"peak_to_mean_ratio": 1.2}}, 18},
	} {
		w := newWorkspace(t, cluster, "topic").add("topic_late")
		name := cluster.TopicName("orders")
		w.set(vars{"name": name, "profile": profile(12), "late": c.late})
		w.plan().exits(2).says("+ partitions = (known after apply)", "+ established_partitions = (known after apply)",
			"+ sizing = (known after apply)", "+ topic = \""+name+"\"").lacks("partitions = 0", "Warning: ")
		w.applied()
		state := live(t, cluster, name, c.want)
		w.wants(this, vars{"topic_id": state.ID, "partitions": c.want, "established_partitions": c.want})
		if t.Failed() {
			t.Fatalf("late %s", c.name)
		}
	}
}

func TestUnknownNameOfACreate(t *testing.T) {
	cluster, w, base := late(t)
	name := base["name"].(string)
	w.set(base.with(vars{"late": vars{"name": name, "version": 2}}))
	w.plan().exits(2).says("+ topic = (known after apply)", "+ partitions = 18")
	w.applied()
	state := live(t, cluster, name+".v2", 18)
	w.wants(this, vars{"topic": name + ".v2", "topic_id": state.ID, "partitions": 18})
}

func TestUnknownInputsOfAPinnedCreate(t *testing.T) {
	cluster, w, base := late(t)
	base = base.with(vars{"pinned_partitions": 5, "late": vars{"target_consumers": 14}})
	w.set(base).plan().exits(2).says("+ partitions = 5", "+ established_partitions = 5", "+ sizing = (known after apply)")
	w.applied()
	live(t, cluster, base["name"].(string), 5)
	w.wants(this, vars{"partitions": 5, "established_partitions": 5, "target_consumers": 14})
}

func TestUnknownPinOfACreate(t *testing.T) {
	cluster, w, base := late(t)
	w.set(base.with(vars{"late": vars{"pinned_partitions": 7}}))
	w.plan().exits(2).says("+ partitions = (known after apply)", "+ pinned_partitions = (known after apply)").lacks("partitions = 0")
	w.applied()
	live(t, cluster, base["name"].(string), 7)
	w.wants(this, vars{"partitions": 7, "established_partitions": 7, "pinned_partitions": 7})
}

func TestUnknownInputsOfAnExistingTopic(t *testing.T) {
	cluster, w, base := late(t)
	name := base["name"].(string)
	was := created(t, cluster, w, base, name, 18)
	for _, v := range []vars{
		{"target_consumers": 11},
		{"throughput_profile": profile(11)},
		{"peak_events_per_sec": 115},
		{"headroom_factor": 1.4},
		{"rounding": "highly_composite"},
		{"skew": vars{"peak_to_mean_ratio": 1.1}},
	} {
		w.set(base.with(vars{"late": v}))
		mark := cluster.Mark()
		w.plan().exits(2).says("will be updated in-place", "-> (known after apply)").
			lacks("~ partitions", "~ established_partitions", "~ topic", "~ replication_factor", "partitions = 0", "Error: ")
		w.applied().says("1 changed")
		wantWrites(t, cluster, mark)
		w.wants(this, vars{"partitions": 18, "established_partitions": 18, "topic_id": was.ID})
		untouched(t, cluster, name, was)
	}
}

func TestUnknownInputThatTurnsOutTooBig(t *testing.T) {
	cluster, w, base := late(t)
	name := base["name"].(string)
	was := created(t, cluster, w, base, name, 18)
	w.set(base.with(vars{"late": vars{"target_consumers": 100}}))
	w.plan().exits(2).lacks("Partition Increase Refused")
	mark := cluster.Mark()
	w.apply().exits(1).says("Partition Increase Refused", "Live partitions: 18", "Recommended: 150", "version = 2")
	wantWrites(t, cluster, mark)
	untouched(t, cluster, name, was)
	w.wants(this, vars{"partitions": 18, "established_partitions": 18, "target_consumers": 12})
	// Known by now, it is refused at plan.
	w.plan().exits(1).says("Partition Increase Refused", "Recommended: 150")
	w.set(base).applied()
	untouched(t, cluster, name, was)
}

func TestUnknownInputAndDrift(t *testing.T) {
	cluster, w, base := late(t)
	name := base["name"].(string)
	created(t, cluster, w, base, name, 18)
	cluster.GrowTopic(name, 21)
	// 21 is what 14 consumers need, and nothing that 13 do.
	w.set(base.with(vars{"late": vars{"target_consumers": 13}}))
	w.plan().exits(2).says("~ established_partitions = 18 -> (known after apply)").lacks("~ partitions")
	w.apply().exits(1).says("Partition Count Changed Outside Terraform", "Established partitions: 18", "Live partitions: 21")
	w.wants(this, vars{"established_partitions": 18})
	w.set(base.with(vars{"late": vars{"target_consumers": 14}}))
	w.plan().exits(2).says("~ established_partitions = 18 -> (known after apply)")
	w.applied()
	w.wants(this, vars{"partitions": 21, "established_partitions": 21})
}

func TestUnknownPinOfAnExistingTopic(t *testing.T) {
	cluster, w, base := late(t)
	name := base["name"].(string)
	was := created(t, cluster, w, base, name, 18)
	w.set(base.with(vars{"late": vars{"pinned_partitions": 20}}))
	w.plan().exits(2).lacks("~ partitions")
	w.apply().exits(1).says("Pinned Partitions Differ From The Live Topic", "pinned_partitions = 18")
	untouched(t, cluster, name, was)
	w.wants(this, vars{"partitions": 18, "established_partitions": 18, "pinned_partitions": nil})
	w.set(base.with(vars{"late": vars{"pinned_partitions": 18}}))
	w.plan().exits(2).lacks("~ partitions")
	w.applied()
	w.wants(this, vars{"partitions": 18, "established_partitions": 18, "pinned_partitions": 18})
	// A known pin that differs is refused whatever else is unknown.
	w.set(base.with(vars{"pinned_partitions": 20, "late": vars{"target_consumers": 10}})).plan().exits(1).says("Pinned Partitions Differ From The Live Topic")
	untouched(t, cluster, name, was)
}
