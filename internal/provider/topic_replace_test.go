package provider_test

import (
	"strings"
	"testing"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafkatest"
)

// created applies the fixture with the variables and gives the topic.
func created(t *testing.T, cluster *kafkatest.Cluster, w *workspace, v vars, topic string, partitions int) kafkatest.TopicState {
	t.Helper()
	w.set(v).applied()
	state := live(t, cluster, topic, partitions)
	w.wants(this, vars{"topic": topic, "topic_id": state.ID, "partitions": partitions, "established_partitions": partitions})
	return state
}

func TestReplaceNotByAnotherSpelling(t *testing.T) {
	cluster := startAlone(t)
	w := newWorkspace(t, cluster, "topic")
	name := cluster.TopicName("orders")
	topic := name + ".v1"
	whole := vars{"name": topic}
	split := vars{"name": name, "topic_version": 1}
	was := created(t, cluster, w, whole, topic, 18)
	for _, v := range []vars{split, whole} {
		mark := cluster.Mark()
		w.set(v).plan().exits(2).says("will be updated in-place", "0 to add, 1 to change, 0 to destroy").lacks("must be replaced", "Warning: ")
		w.applied().says("0 added, 1 changed, 0 destroyed")
		wantWrites(t, cluster, mark)
		w.wants(this, vars{"name": v["name"], "version": v["topic_version"], "topic": topic, "topic_id": was.ID})
		untouched(t, cluster, topic, was)
	}
}

func TestReplaceProtectedRefused(t *testing.T) {
	cluster := startAlone(t)
	w := newWorkspace(t, cluster, "topic")
	name := cluster.TopicName("orders")
	base := vars{"name": name}
	was := created(t, cluster, w, base, name, 18)
	other := cluster.TopicName("returns")
	block := "resource \"capture_topic\" \"" + label(name)
	for _, v := range []vars{
		{"name": other},
		{"name": name, "topic_version": 1},
		// The protection that counts is the state's.
		{"name": other, "deletion_protection": false},
		// Growth makes no difference to what is refused.
		{"name": other, "profile": profile(24)},
	} {
		w.set(v).plan().exits(1).says(
			"Topic Replacement Refused", block+"_v2\" {", "version = 2", block+"\" {", "for_each = { v1 = null, v2 = 2 }",
			"name = \""+name+"\"", "deletion_protection = false", "Topic: "+name,
		).lacks("Partition Increase Refused", "must be replaced")
	}
	mark := cluster.Mark()
	w.apply().exits(1).says("Topic Replacement Refused")
	wantWrites(t, cluster, mark)
	untouched(t, cluster, name, was)
	w.set(base).unchanged()
}

func TestReplaceProtectedVersionRefused(t *testing.T) {
	cluster := startAlone(t)
	w := newWorkspace(t, cluster, "topic")
	name := cluster.TopicName("orders")
	base := vars{"name": name, "topic_version": 3}
	was := created(t, cluster, w, base, name+".v3", 18)
	w.set(base.with(vars{"topic_version": 4})).plan().exits(1).says(
		"Topic Replacement Refused", "delete the topic "+name+".v3 and create "+name+".v4",
		label(name)+"_v4\" {", "version = 4", "for_each = { v3 = 3, v4 = 4 }", "Topic: "+name+".v3")
	untouched(t, cluster, name+".v3", was)
	w.set(base).unchanged()
}

func TestReplaceUnprotectedRename(t *testing.T) {
	cluster := startAlone(t)
	w := newWorkspace(t, cluster, "topic")
	old := cluster.TopicName("orders")
	next := cluster.TopicName("returns")
	base := vars{"name": old, "deletion_protection": false}
	was := created(t, cluster, w, base, old, 18)
	// More partitions are no increase here: the new topic is another one.
	w.set(base.with(vars{"name": next, "profile": profile(24)}))
	w.plan().exits(2).says("must be replaced", "# forces replacement", "1 to add, 0 to change, 1 to destroy")
	untouched(t, cluster, old, was)
	w.applied().says("1 added, 0 changed, 1 destroyed")
	gone(cluster, old)
	now := live(t, cluster, next, 36)
	w.wants(this, vars{"topic": next, "topic_id": now.ID, "partitions": 36, "established_partitions": 36, "replication_factor": 1})
}

func TestReplaceUnknownName(t *testing.T) {
	cluster := startAlone(t)
	w := newWorkspace(t, cluster, "topic").add("topic_late")
	old := cluster.TopicName("orders")
	next := cluster.TopicName("returns")
	base := vars{"name": old}
	was := created(t, cluster, w, base, old, 18)
	refused := func(late vars) {
		t.Helper()
		w.set(base.with(vars{"late": late})).plan().exits(1).says(
			"Topic Replacement Refused", "known only at apply", "for_each = {", "Topic: "+old)
		mark := cluster.Mark()
		w.apply().exits(1).says("Topic Replacement Refused")
		wantWrites(t, cluster, mark)
		untouched(t, cluster, old, was)
		w.wants(this, vars{"topic": old, "topic_id": was.ID})
	}
	refused(vars{"name": next})
	refused(vars{"version": 2})
	// It is refused even where the name turns out to be the old one.
	refused(vars{"name": old})
	w.set(base).unchanged()

	base["deletion_protection"] = false
	w.set(base).applied()
	w.set(base.with(vars{"late": vars{"name": next}}))
	w.plan().exits(2).says("must be replaced", "(known after apply) # forces replacement")
	w.applied()
	gone(cluster, old)
	now := live(t, cluster, next, 18)
	w.wants(this, vars{"topic": next, "topic_id": now.ID, "partitions": 18})
	// The output is unknown again where its input changes.
	w.set(base.with(vars{"late": vars{"name": next}, "deletion_protection": true})).applied()
	w.set(base.with(vars{"late": vars{"name": old}, "deletion_protection": true})).plan().exits(1).says("Topic Replacement Refused", "Topic: "+next)
	untouched(t, cluster, next, now)
}

func TestReplaceOption(t *testing.T) {
	cluster := startAlone(t)
	w := newWorkspace(t, cluster, "topic")
	name := cluster.TopicName("orders")
	was := created(t, cluster, w, vars{"name": name}, name, 18)
	mark := cluster.Mark()
	w.plan("-replace="+this).exits(1).says("Topic Replacement Refused", "for_each = {", "Topic: "+name)
	w.apply("-replace=" + this).exits(1).says("Topic Replacement Refused")
	// The protection that counts is the state's.
	w.set(vars{"name": name, "deletion_protection": false}).apply("-replace=" + this).exits(1).says("Topic Replacement Refused")
	wantWrites(t, cluster, mark)
	untouched(t, cluster, name, was)

	w.applied()
	w.plan("-replace=" + this).exits(2).says("will be replaced, as requested").lacks("Topic Already Exists")
	untouched(t, cluster, name, was)
	w.apply("-replace=" + this).exits(0).says("1 added, 0 changed, 1 destroyed")
	now := live(t, cluster, name, 18)
	if now.ID == was.ID {
		t.Fatalf("the topic was not replaced: its ID is still %s", now.ID)
	}
	w.unchanged()
	w.wants(this, vars{"topic": name, "topic_id": now.ID, "partitions": 18, "established_partitions": 18})
}

func TestReplaceOptionCreateBeforeDestroy(t *testing.T) {
	cluster := startAlone(t)
	w := newWorkspace(t, cluster, "topic")
	w.write("cbd_override.tf", "resource \"capture_topic\" \"this\" {\n  lifecycle {\n    create_before_destroy = true\n  }\n}\n")
	name := cluster.TopicName("orders")
	was := created(t, cluster, w, vars{"name": name, "deletion_protection": false}, name, 18)
	w.plan("-replace=" + this).exits(2).says("create replacement and then destroy")
	w.apply("-replace="+this).exits(1).says("Topic Already Exists", "terraform import ADDRESS "+name)
	untouched(t, cluster, name, was)
	// Terraform keeps the old object as a deposed one, which it would destroy in
	// an apply; until it is forgotten, every plan is refused.
	w.apply().exits(1).says("Topic Already Exists", "deposed object", "`terraform state rm ADDRESS` before the import")
	untouched(t, cluster, name, was)
	w.run("state", "rm", this).exits(0)
	w.run("import", "-no-color", "-input=false", this, name).exits(0)
	w.applied().says("0 added, 1 changed, 0 destroyed")
	untouched(t, cluster, name, was)
	w.wants(this, vars{"topic": name, "topic_id": was.ID, "partitions": 18})
	// A rename has no such trouble.
	next := cluster.TopicName("returns")
	w.set(vars{"name": next, "deletion_protection": false}).applied()
	gone(cluster, name)
	live(t, cluster, next, 18)
}

func TestReplaceTainted(t *testing.T) {
	for _, protection := range []bool{true, false} {
		cluster := startAlone(t)
		w := newWorkspace(t, cluster, "topic")
		name := cluster.TopicName("orders")
		was := created(t, cluster, w, vars{"name": name, "deletion_protection": protection}, name, 18)
		w.run("taint", this).exits(0)
		mark := cluster.Mark()
		w.plan().exits(1).says("Topic Already Exists", "this address is tainted: `terraform untaint ADDRESS`")
		w.apply().exits(1).says("Topic Already Exists")
		if !cluster.Apache() { // its log does not tell the dry runs
			wantWrites(t, cluster, mark)
		}
		untouched(t, cluster, name, was)
		w.run("untaint", this).exits(0)
		w.unchanged()
		w.wants(this, vars{"topic_id": was.ID})
	}
}

// label is a topic name as a resource label.
func label(topic string) string {
	return strings.ReplaceAll(strings.ReplaceAll(topic, "-", "_"), ".", "_")
}
