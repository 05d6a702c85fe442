package provider_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafkatest"
)

// guarded starts a topic that needs 12 partitions of throughput and 12 of
// consumers, with headroom 1.5: 18 partitions, required and recommended.
func guarded(t *testing.T) (*kafkatest.Cluster, *workspace, vars) {
	t.Helper()
	cluster := startAlone(t)
	w := newWorkspace(t, cluster, "topic")
	base := vars{"name": cluster.TopicName("orders"), "profile": profile(12)}
	w.set(base).applied()
	w.wants(this, vars{"partitions": 18, "established_partitions": 18})
	return cluster, w, base
}

func TestGuardCreate(t *testing.T) {
	cluster := startAlone(t)
	w := newWorkspace(t, cluster, "topic")
	topic := cluster.TopicName("capture-events")
	w.set(vars{"name": topic})
	w.plan().exits(2).says(
		"recommend 18 partitions (driver=parallelism, headroom=1.5x)",
		"+ partitions = 18", "+ established_partitions = 18", "+ topic = \""+topic+"\"",
		"73.83 MB/s", "6 own twice as much as the other 6",
	).lacks("Warning: Plan")
	if _, there := cluster.Topic(topic); there {
		t.Fatal("a plan created the topic")
	}
	w.applied()
	state, there := cluster.Topic(topic)
	if !there || state.Partitions != 18 {
		t.Fatalf("topic is %+v, %v; want 18 partitions", state, there)
	}
	w.wants(this, vars{
		"topic": topic, "topic_id": state.ID, "partitions": 18, "established_partitions": 18,
		"replication_factor": 1, "deletion_protection": true, "config": nil,
	})
}

func TestGuardPin(t *testing.T) {
	cluster, w, base := guarded(t)
	w.set(base.with(vars{"pinned_partitions": 24}))
	w.plan().exits(1).says("Pinned Partitions Differ From The Live Topic", "pinned_partitions = 18", "-destroy -refresh=false", "Live partitions: 18")
	w.set(base.with(vars{"pinned_partitions": 18}))
	w.applied().says("1 changed")
	w.wants(this, vars{"partitions": 18, "established_partitions": 18, "pinned_partitions": 18})
	// A pin outlives growth of the profile, with a warning in that plan alone.
	w.set(base.with(vars{"pinned_partitions": 18, "profile": profile(24)}))
	w.plan().exits(2).says("Pinned Below The Recommendation")
	w.applied()
	w.unchanged().lacks("Pinned Below")

	name := cluster.TopicName("pinned")
	w2 := newWorkspace(t, cluster, "topic")
	w2.set(vars{"name": name, "profile": profile(12), "pinned_partitions": 5})
	w2.plan().exits(2).says("Pinned Below The Recommendation", "+ partitions = 5")
	w2.applied()
	w2.wants(this, vars{"partitions": 5, "established_partitions": 5})
}

func TestGuardDriftAcceptedByPin(t *testing.T) {
	cluster, w, base := guarded(t)
	cluster.GrowTopic(base["name"].(string), 20)
	w.plan().exits(1).says(
		"Partition Count Changed Outside Terraform", "Established partitions: 18", "Live partitions: 20",
		"pinned_partitions = 20", "version = 2", "Keys that moved: 90%", "-destroy -refresh=false")
	w.set(base.with(vars{"pinned_partitions": 20}))
	w.plan().exits(2).says("~ established_partitions = 18 -> 20")
	w.applied()
	w.wants(this, vars{"partitions": 20, "established_partitions": 20})
}

func TestGuardDriftAccepted(t *testing.T) {
	cluster, w, base := guarded(t)
	cluster.GrowTopic(base["name"].(string), 24)
	w.set(base.with(vars{"profile": profile(16)}))
	w.plan().exits(2).says("Warning: Partition Count Changed Outside Terraform", "~ established_partitions = 18 -> 24", "75% of the keys moved")
	w.applied()
	w.wants(this, vars{"partitions": 24, "established_partitions": 24})
	w.unchanged().lacks("Warning: Partition Count")
}

func TestGuardDriftToRequired(t *testing.T) {
	cluster, w, base := guarded(t)
	// Required 21, recommended 24: both are accepted.
	cluster.GrowTopic(base["name"].(string), 21)
	w.set(base.with(vars{"profile": profile(14), "rounding": "consumer_multiple"}))
	w.plan().exits(2).says("Warning: Partition Count Changed Outside Terraform")
	w.applied()
	w.wants(this, vars{"partitions": 21, "established_partitions": 21})
}

func TestGuardOverProvisioned(t *testing.T) {
	_, w, base := guarded(t)
	w.set(base.with(vars{"profile": profile(1), "target_consumers": 4}))
	w.plan().exits(2).says("Topic Over-Provisioned", "Partitions cannot shrink").lacks("~ partitions")
	w.applied()
	w.wants(this, vars{"partitions": 18, "established_partitions": 18})
	w.unchanged().lacks("Over-Provisioned")
	if text := w.resource(this)["sizing"].(map[string]any)["explanation"].(string); !strings.Contains(text, "more than the 6 recommended") {
		t.Errorf("explanation does not tell: %s", text)
	}
}

func TestGuardRoundingAloneDemandsNothing(t *testing.T) {
	_, w, base := guarded(t)
	w.set(base.with(vars{"rounding": "consumer_multiple"}))
	w.plan().exits(2).lacks("Warning: ", "Error").says("recommended_partitions = 18 -> 24")
	w.applied()
	w.wants(this, vars{"partitions": 18, "established_partitions": 18})
}

func TestGuardHeadroom(t *testing.T) {
	_, w, base := guarded(t)
	grown := base.with(vars{"profile": profile(15)}) // required 23, 18 live: 1.2x left
	w.set(grown).plan().exits(1).says("Partition Increase Refused", "1.2x is left", "minimum_headroom_factor")
	grown["minimum_headroom_factor"] = 1.2
	w.set(grown).plan().exits(2).says("Headroom Below Target", "1.2x is left of the configured 1.5x")
	w.applied()
	w.wants(this, vars{"partitions": 18, "established_partitions": 18})
	w.unchanged().lacks("Headroom Below")
	grown["minimum_headroom_factor"] = 1.21
	w.set(grown).plan().exits(1).says("Partition Increase Refused")
}

func TestGuardIncreaseRefused(t *testing.T) {
	cluster, w, base := guarded(t)
	name := base["name"].(string)
	cluster.CreateTopic(name+".v2", 1, 1, nil) // taken, so that the next free one is v3
	cluster.Produce(name, 0, 1)
	mark := cluster.Mark()
	refused := w.set(base.with(vars{"profile": profile(24), "config": map[string]any{"retention.ms": "1000"}})).plan().exits(1)
	refused.says(
		"Partition Increase Refused", "Topic: "+name, "Live partitions: 18", "Recommended: 36",
		"recommend 36 partitions (driver=throughput, headroom=1.5x)", "Keys that would move: 50%",
		"version = 3", "config: copy it", "drain every consumer group", "minimum_headroom_factor", "pinned_partitions = 18",
		"-destroy -refresh=false",
	).lacks("The topic holds no records", "retention")
	for _, r := range cluster.RequestsSince(mark) {
		if r.Name == "IncrementalAlterConfigs" || r.Name == "CreateTopics" {
			t.Errorf("the refused plan sent %s", r.Name)
		}
	}
	w.apply().exits(1)
	if state, _ := cluster.Topic(name); state.Partitions != 18 {
		t.Fatalf("the topic has %d partitions", state.Partitions)
	}

	// The HCL of the message is a configuration that applies.
	next := newWorkspace(t, cluster, "")
	main, err := os.ReadFile(filepath.Join("testdata", "topic", "main.tf"))
	if err != nil {
		t.Fatal(err)
	}
	head, _, _ := strings.Cut(string(main), "variable")
	_, block, _ := strings.Cut(refused.raw, "  resource \"capture_topic\"")
	block, _, _ = strings.Cut(block, "\n  }\n\n")
	next.write("main.tf", head+"resource \"capture_topic\""+block+"\n}\n")
	next.applied()
	if state, _ := cluster.Topic(name + ".v3"); state.Partitions != 36 {
		t.Fatalf("the next version has %d partitions, want 36", state.Partitions)
	}
}

func TestGuardIncreaseRefusedOnAnEmptyTopic(t *testing.T) {
	cluster, w, base := guarded(t)
	grown := base.with(vars{"profile": profile(24)})
	w.set(grown).plan().exits(1).says("The topic holds no records", "terraform apply -destroy -refresh=false -target=ADDRESS")
	// The short way, to the letter.
	w.set(base.with(vars{"deletion_protection": false})).applied()
	w.set(grown).apply("-destroy", "-refresh=false", "-target="+this).exits(0)
	w.set(grown).applied()
	if state, _ := cluster.Topic(base["name"].(string)); state.Partitions != 36 {
		t.Fatalf("the topic has %d partitions, want 36", state.Partitions)
	}
}
