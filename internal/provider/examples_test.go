package provider_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafkatest"
)

// example reads a file below examples.
func example(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "examples", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// cleanTopics deletes topics with names of their own when the test ends: the
// examples' names are fixed.
func cleanTopics(t *testing.T, cluster *kafkatest.Cluster, names ...string) {
	t.Helper()
	t.Cleanup(func() {
		for _, name := range names {
			if _, there := cluster.Topic(name); there {
				cluster.DeleteTopic(name)
			}
		}
	})
}

func TestExampleTopic(t *testing.T) {
	cluster := startAlone(t)
	cleanTopics(t, cluster, "capture-events.v1")
	w := newWorkspace(t, cluster, "")
	w.write("provider.tf", example(t, "provider/provider.tf"))
	w.write("resource.tf", example(t, "resources/capture_topic/resource.tf"))
	w.applied()
	if state, _ := cluster.Topic("capture-events.v1"); state.Partitions != 18 {
		t.Fatalf("the topic has %d partitions, want 18", state.Partitions)
	}
	if got := cluster.Config("capture-events.v1")["retention.ms"]; got != "604800000" {
		t.Errorf("retention.ms is %q", got)
	}

	// The documented import, in a state that knows nothing of the topic.
	other := newWorkspace(t, cluster, "")
	other.write("provider.tf", example(t, "provider/provider.tf"))
	other.write("resource.tf", example(t, "resources/capture_topic/resource.tf"))
	other.run(strings.Fields(example(t, "resources/capture_topic/import.sh"))[1:]...).exits(0)
	other.plan().exits(2).says("0 to add, 1 to change, 0 to destroy")
	other.applied()

	block := newWorkspace(t, cluster, "")
	block.write("provider.tf", example(t, "provider/provider.tf"))
	block.write("resource.tf", example(t, "resources/capture_topic/resource.tf"))
	block.write("import.tf", example(t, "resources/capture_topic/import-by-string-id.tf"))
	block.applied().says("1 imported, 0 added, 1 changed, 0 destroyed")
}

// The functions need neither a provider block nor a broker.
func TestExampleFunctions(t *testing.T) {
	for name, want := range map[string]string{
		"capture_key":     `capture_key = "store-42:fixture-317"`,
		"moved_key_share": `moved_key_share = 0.666667`,
		"partition_for":   `partition_for = { "java" = 8 "python" = 0 }`,
		"salt_shards":     `salt_shards = 8`,
		"size_partitions": `recommended_partitions = 18`,
		"topic_name":      `topic_name = "capture-events.v2"`,
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorkspace(t, nil, "")
			w.write("function.tf", example(t, "functions/"+name+"/function.tf"))
			w.applied().says(want)
		})
	}
}

// The data source needs neither a provider block nor a broker.
func TestExampleSkewCheck(t *testing.T) {
	w := newWorkspace(t, nil, "")
	w.write("data.tf", example(t, "data-sources/capture_skew_check/data-source.tf"))
	w.mkdir("keys")
	w.write("keys/orders.jsonl", example(t, "data-sources/capture_skew_check/keys/orders.jsonl"))
	w.applied().says(`orders_verdict = "key_skew"`, "key `FreshBox` has 40.46% of the records")
}

// The count from the function, the topic's skew from the check, a precondition
// and a check block: a composite key is created, a store's is not.
func TestExampleSkew(t *testing.T) {
	cluster := startAlone(t)
	cleanTopics(t, cluster, "shelf-photos.v1")
	w := newWorkspace(t, cluster, "")
	w.write("main.tf", example(t, "skew/main.tf"))
	w.mkdir("keys")
	w.write("keys/day.csv", example(t, "skew/keys/day.csv"))

	w.plan("-var", `key_fields=["store_id"]`).exits(1).says(
		"Warning: Check block assertion failed", "The keys are mixed: the fullest partition has 2.931 times the mean.",
		"Error: Resource precondition failed", "**Mixed skew**: partition 12 carries 2.931 times the mean")
	if _, there := cluster.Topic("shelf-photos.v1"); there {
		t.Fatal("the topic was created")
	}

	w.applied().says("1 added").lacks("Warning:")
	if state, _ := cluster.Topic("shelf-photos.v1"); state.Partitions != 18 {
		t.Errorf("the topic has %d partitions, want 18", state.Partitions)
	}
	w.wants("capture_topic.shelf_photos", vars{"skew": vars{"peak_to_mean_ratio": 1.122, "hottest_key_share": 0.000314}})
	w.wants("data.capture_skew_check.shelf_photos", vars{"partitions": 18, "verdict": "balanced", "records": 44592})

	// Without a broker the check still runs.
	alone := newWorkspace(t, nil, "")
	alone.write("main.tf", example(t, "skew/main.tf"))
	alone.mkdir("keys")
	alone.write("keys/day.csv", example(t, "skew/keys/day.csv"))
	alone.plan().exits(2).says("**Balanced**: the fullest of 18 partitions carries 1.122 times the mean", "No bootstrap servers are configured.")
}

func TestExampleConsumerLag(t *testing.T) {
	cluster := startAlone(t)
	cleanTopics(t, cluster, "orders.v2")
	cluster.CreateTopic("orders.v2", 2, 1, nil)
	old(t, cluster, "orders.v2", 1, 3, time.Hour)
	cluster.CommitOffsets("billing", "orders.v2", map[int32]int64{0: 0, 1: 2})
	t.Cleanup(func() { cluster.DeleteGroup("billing") })
	w := newWorkspace(t, cluster, "")
	w.write("data.tf", example(t, "data-sources/capture_consumer_lag/data-source.tf"))
	w.plan().exits(0).says("Warning: Check block assertion failed", "**Lag 1 h**: partition 1 of `orders.v2`", "above the target of 5 s.")
	cluster.CommitOffsets("billing", "orders.v2", map[int32]int64{0: 0, 1: 3})
	w.applied().lacks("Warning:")
}

func TestExampleSwapReadiness(t *testing.T) {
	cluster := startAlone(t)
	cleanTopics(t, cluster, "orders.v1", "orders.v2")
	cluster.CreateTopic("orders.v1", 2, 1, nil)
	cluster.CreateTopic("orders.v2", 4, 1, nil)
	w := newWorkspace(t, cluster, "")
	w.write("data.tf", example(t, "data-sources/capture_swap_readiness/data-source.tf"))
	cluster.Traffic("orders.v2")
	w.apply().exits(0).says("orders_v1_may_go = true").lacks("Warning:")
}

func TestReadmeConfiguration(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(readme), example(t, "resources/capture_topic/resource.tf")) {
		t.Error("the README's first configuration is not the tested example")
	}
	if !strings.Contains(string(readme), example(t, "swap/readiness/readiness.tf")) {
		t.Error("the README's readiness is not the tested example")
	}
	_, check, _ := strings.Cut(example(t, "skew/main.tf"), "# A day of events")
	check, _, _ = strings.Cut(check, "\n\nresource ")
	if check == "" || !strings.Contains(string(readme), "# A day of events"+check) {
		t.Error("the README's skew check is not the tested example")
	}
}

func TestExampleSwap(t *testing.T) {
	cluster := startAlone(t)
	cleanTopics(t, cluster, "capture-events.v1", "capture-events.v2")
	w := newWorkspace(t, cluster, "")
	step := func(name string) { w.write("main.tf", example(t, "swap/"+name+"/main.tf")) }

	step("1-sized")
	w.applied()
	step("2-grown")
	w.plan().exits(1).says("Partition Increase Refused")
	step("3-beside")
	w.applied().says("1 added, 0 changed, 0 destroyed")
	step("5-retired")
	w.plan().exits(1).says("Topic Destroy Refused")
	step("4-released")
	w.plan("-var", "window=1s").exits(1).says("Error: Resource precondition failed", "**Not ready**: 1 blocker.", "`capture-events.v2` received no record within 1 s.")
	w.apply("-var", "window=1s", "-var", "require_traffic_on_v2=false").exits(0).says("0 added, 1 changed, 0 destroyed")
	step("5-retired")
	w.applied().says("0 added, 0 changed, 1 destroyed")
	if _, there := cluster.Topic("capture-events.v1"); there {
		t.Error("v1 is still there")
	}
	if state, _ := cluster.Topic("capture-events.v2"); state.Partitions != 36 {
		t.Errorf("v2 has %d partitions, want 36", state.Partitions)
	}
}
