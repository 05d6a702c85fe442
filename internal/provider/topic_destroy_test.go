package provider_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// removeBlock takes the resource out of the configuration.
func (w *workspace) removeBlock() {
	w.t.Helper()
	text, err := os.ReadFile(filepath.Join(w.dir, "main.tf"))
	if err != nil {
		w.t.Fatal(err)
	}
	head, _, found := strings.Cut(string(text), "resource \"capture_topic\"")
	if !found {
		w.t.Fatal("main.tf has no capture_topic")
	}
	w.write("main.tf", head)
}

func (w *workspace) destroy(args ...string) result {
	w.t.Helper()
	return w.run(append([]string{"destroy", "-no-color", "-input=false", "-auto-approve"}, args...)...)
}

func TestDestroyProtectedRefused(t *testing.T) {
	cluster := startAlone(t)
	w := newWorkspace(t, cluster, "topic")
	name := cluster.TopicName("orders")
	base := vars{"name": name}
	was := created(t, cluster, w, base, name, 18)
	mark := cluster.Mark()
	refused := func(r result) {
		t.Helper()
		r.exits(1).says("Topic Destroy Refused", "deletion_protection = false", "destroy = false", "Topic: "+name)
	}
	refused(w.destroy())
	refused(w.plan("-destroy"))
	refused(w.destroy("-target=" + this))
	refused(w.apply("-destroy", "-refresh=false", "-target="+this))
	// The protection that counts is the state's.
	refused(w.set(base.with(vars{"deletion_protection": false})).destroy())
	w.set(base).unchanged()
	w.removeBlock()
	refused(w.plan())
	refused(w.apply())
	wantWrites(t, cluster, mark)
	untouched(t, cluster, name, was)
	w.wants(this, vars{"topic_id": was.ID})
}

func TestDestroyUnprotected(t *testing.T) {
	cluster := startAlone(t)
	w := newWorkspace(t, cluster, "topic")
	name := cluster.TopicName("orders")
	base := vars{"name": name, "deletion_protection": false}
	created(t, cluster, w, base, name, 18)
	mark := cluster.Mark()
	w.destroy().exits(0).says("1 destroyed")
	gone(cluster, name)
	w.absent()
	if !cluster.Apache() { // its log does not tell the dry runs
		wantWrites(t, cluster, mark, "DeleteTopics")
	}
	w.plan("-destroy").exits(0)
}

// The plan that deletes a topic says what is lost, and who has not read it.
func TestDestroyHoldsRecords(t *testing.T) {
	cluster := start(t)
	w := newWorkspace(t, cluster, "topic")
	name := cluster.TopicName("orders")
	base := vars{"name": name, "deletion_protection": false}
	created(t, cluster, w, base, name, 18)
	const holds = "Warning: Topic Holds Records"
	w.plan("-destroy").exits(2).lacks(holds)

	cluster.Produce(name, 0, 1200)
	cluster.Produce(name, 7, 34)
	w.plan("-destroy").exits(2).says(holds, "the 1,234 records between its start and end offsets", "No consumer group has a commit on it", "Topic: "+name, "Records: 1,234").lacks("similar warning")

	cluster.Begin(name, 3, 2)
	w.plan("-destroy").exits(2).says("Records: 1,236", "The last 2 of them are in transactions that are still open.")
	done, behind := cluster.GroupName("done"), cluster.GroupName("behind")
	cluster.CommitOffsets(done, name, map[int32]int64{0: 1200, 7: 34})
	w.plan("-destroy").exits(2).says(holds, "Every consumer group with commits on it, as far as the principal may see, has read to the last stable offset.")
	cluster.CommitOffsets(behind, name, map[int32]int64{0: 200})
	w.plan("-destroy").exits(2).says(holds, "have not read to the end", "Groups behind: "+behind+" (1,034 to read)")
	w.set(base.with(vars{"name": cluster.TopicName("other")})).plan().exits(2).says(holds, "Topic: "+name).lacks("similar warning")
	w.removeBlock()
	w.plan().exits(2).says(holds, "Groups behind: "+behind)

	// Nothing is said where the broker cannot be asked.
	w.setenv("KAFKA_BOOTSTRAP_SERVERS", deadAddress(t))
	w.plan("-refresh=false").exits(2).lacks(holds)
}

func TestDestroyPastAGuardError(t *testing.T) {
	cluster := startAlone(t)
	w := newWorkspace(t, cluster, "topic")
	name := cluster.TopicName("orders")
	base := vars{"name": name, "deletion_protection": false}
	was := created(t, cluster, w, base, name, 18)
	w.set(base.with(vars{"profile": profile(24)}))
	w.destroy().exits(1).says("Partition Increase Refused", "remove the block or use `-destroy -refresh=false`")
	untouched(t, cluster, name, was)
	w.apply("-destroy", "-refresh=false").exits(0).says("1 destroyed")
	gone(cluster, name)
	w.absent()
}

func TestDestroyPastEveryError(t *testing.T) {
	cluster := startAlone(t)
	w := newWorkspace(t, cluster, "topic")
	base := vars{"name": cluster.TopicName("orders"), "deletion_protection": false}
	created(t, cluster, w, base, base["name"].(string), 18)
	for summary, v := range map[string]vars{
		"Pinned Partitions Differ From The Live Topic": {"pinned_partitions": 20},
		"Replication Factor Change Refused":            {"replication_factor": 2},
		"No Partition Count Can Carry The Hottest Key": {"skew": vars{"peak_to_mean_ratio": 2, "hottest_key_share": 0.9}},
		"Invalid Sizing Input":                         {"profile": profile(10000), "rounding": "highly_composite"},
	} {
		w.set(base.with(v)).destroy().exits(1).says(summary, "remove the block or use `-destroy -refresh=false`")
	}
	cluster.GrowTopic(base["name"].(string), 20)
	w.set(base).destroy().exits(1).says("Partition Count Changed Outside Terraform", "remove the block or use `-destroy -refresh=false`")
	w.apply("-destroy", "-refresh=false").exits(0).says("1 destroyed")
	gone(cluster, base["name"].(string))
}

func TestDestroyByRemovingTheBlock(t *testing.T) {
	cluster := startAlone(t)
	w := newWorkspace(t, cluster, "topic")
	name := cluster.TopicName("orders")
	created(t, cluster, w, vars{"name": name, "deletion_protection": false}, name, 18)
	// Nor does the drift that the guard would refuse hold it up.
	cluster.GrowTopic(name, 20)
	w.removeBlock()
	w.plan().exits(2).says("0 to add, 0 to change, 1 to destroy")
	w.applied().says("1 destroyed")
	gone(cluster, name)
	w.absent()
}

func TestDestroyForgottenTopicStays(t *testing.T) {
	cluster := startAlone(t)
	w := newWorkspace(t, cluster, "topic")
	name := cluster.TopicName("orders")
	was := created(t, cluster, w, vars{"name": name}, name, 18)
	w.removeBlock()
	w.write("removed.tf", "removed {\n  from = capture_topic.this\n  lifecycle {\n    destroy = false\n  }\n}\n")
	mark := cluster.Mark()
	w.applied().says("0 destroyed")
	wantWrites(t, cluster, mark)
	w.absent()
	untouched(t, cluster, name, was)
}

func TestDestroyOfATopicThatIsGone(t *testing.T) {
	cluster := startAlone(t)
	for _, c := range []struct {
		protection bool
		args       []string
		says       string
	}{
		{true, nil, "0 destroyed"}, // refresh drops it: there is nothing to protect
		{false, nil, "0 destroyed"},
		{false, []string{"-refresh=false"}, "1 destroyed"},
	} {
		w := newWorkspace(t, cluster, "topic")
		name := cluster.TopicName("orders")
		created(t, cluster, w, vars{"name": name, "deletion_protection": c.protection}, name, 18)
		cluster.DeleteTopic(name)
		w.destroy(c.args...).exits(0).says(c.says)
		w.absent()
	}
}

func TestVanishedTopicIsCreatedAgain(t *testing.T) {
	cluster := startAlone(t)
	w := newWorkspace(t, cluster, "topic")
	name := cluster.TopicName("orders")
	was := created(t, cluster, w, vars{"name": name}, name, 18)
	cluster.DeleteTopic(name)
	w.plan().exits(2).says("Warning: Topic Deleted Outside Terraform", "Topic ID: "+was.ID, "will be created", "1 to add, 0 to change, 0 to destroy", "+ partitions = 18").lacks("Error:")
	w.applied().says("1 added, 0 changed, 0 destroyed")
	now := live(t, cluster, name, 18)
	if now.ID == was.ID {
		t.Fatalf("the ID is still %s", now.ID)
	}
	w.wants(this, vars{"topic_id": now.ID, "partitions": 18, "established_partitions": 18})
}

func TestDestroySparesARecreatedTopic(t *testing.T) {
	cluster := startAlone(t)
	w := newWorkspace(t, cluster, "topic")
	name := cluster.TopicName("orders")
	was := created(t, cluster, w, vars{"name": name, "deletion_protection": false}, name, 18)
	recreate(cluster, name, 18)
	now := live(t, cluster, name, 18)
	w.destroy("-refresh=false").exits(1).says("Topic Recreated Outside Terraform", "was not deleted", "Topic: "+name, "Topic ID: "+was.ID)
	untouched(t, cluster, name, now)
	w.wants(this, vars{"topic_id": was.ID})
	// A refresh takes the new one over.
	w.plan().exits(0).says("Warning: Topic Recreated Outside Terraform")
	w.destroy().exits(0).says("topic_id = \""+now.ID+"\" -> null", "1 destroyed")
	gone(cluster, name)
	w.absent()
}
