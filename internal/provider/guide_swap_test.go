package provider_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafkatest"
)

// guideFiles are the configurations of the guide, in its order.
func guideFiles(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "templates", "guides", "mirror-and-swap.md.tmpl"))
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, found := range regexp.MustCompile(`tffile "examples/([^"]+)"`).FindAllStringSubmatch(string(text), -1) {
		files = append(files, found[1])
	}
	if strings.Contains(string(text), "```terraform") || strings.Contains(string(text), "```hcl") {
		t.Error("the guide has a configuration that is not a file")
	}
	return files
}

// guide gives out the guide's configurations, which are to be applied in its
// order. The topic has a name of the test's own, so that tests can run side by side.
type guide struct {
	*workspace
	cluster      *kafkatest.Cluster
	name, v1, v2 string
	left         []string
}

func newGuide(t *testing.T, files []string) *guide {
	t.Helper()
	cluster := start(t)
	name := cluster.TopicName("capture-events")
	return &guide{workspace: newWorkspace(t, cluster, ""), cluster: cluster, name: name, v1: name + ".v1", v2: name + ".v2", left: files}
}

// step writes the next configuration, which must be this one.
func (g *guide) step(file string) *guide {
	g.t.Helper()
	if len(g.left) == 0 || g.left[0] != file {
		g.t.Fatalf("the guide goes on with %q, not with %s", g.left, file)
	}
	g.left = g.left[1:]
	return g.show(file)
}

// show writes a configuration of the examples.
func (g *guide) show(file string) *guide {
	g.t.Helper()
	g.write(filepath.Base(file), strings.ReplaceAll(example(g.t, file), "capture-events", g.name))
	return g
}

// Every configuration of the guide is in one of its tests, in the guide's order.
func TestGuideIsTested(t *testing.T) {
	want := slices.Concat(guideTwoResources, guideVersions, guideBack)
	if got := guideFiles(t); !slices.Equal(got, want) {
		t.Errorf("the guide has %q, tested are %q", got, want)
	}
}

var (
	guideTwoResources = []string{
		"swap/1-sized/main.tf", "swap/2-grown/main.tf", "swap/3-beside/main.tf",
		"swap/readiness/readiness.tf", "swap/4-released/main.tf", "swap/5-retired/main.tf",
	}
	guideVersions = []string{
		"swap-versions/main.tf", "swap-versions/1-sized/versions.tf", "swap-versions/2-beside/versions.tf",
		"swap-versions/3-released/versions.tf", "swap-versions/4-retired/versions.tf", "swap-versions/moved.tf",
	}
	guideBack = []string{"swap/rollback/readiness.tf"}
)

// The guide, step by step, under traffic of a producer, a group that keeps up and
// one of the other protocol that is behind.
func TestGuideSwap(t *testing.T) {
	g := newGuide(t, guideTwoResources)
	cluster := g.cluster
	g.step("swap/1-sized/main.tf").applied()

	sender := startProducer(t, cluster, g.v1, traffic{keys: fixtureKeys(10, 10), perSecond: 300, bytes: 50})
	log := newEventLog()
	group := consumers{group: cluster.GroupName("processing"), topics: []string{g.v1}, members: 3, perSecond: 1000}
	readers := startGroup(t, cluster, group, log)
	audit := cluster.GroupName("audit")
	auditor := cluster.Consumer(audit, kafkatest.KIP848, g.v1)
	auditor.Commit(auditor.Read(1)...)

	g.step("swap/2-grown/main.tf").plan().exits(1).says("Error: Partition Increase Refused")
	g.step("swap/3-beside/main.tf").applied().says("1 added, 0 changed, 0 destroyed")

	// The producer moves; one group drains v1, the other has not.
	sender.switchTo(t, g.v2, 300)
	inV1 := 0
	for _, end := range cluster.EndOffsets(g.v1) {
		inV1 += int(end)
	}
	log.awaitProcessed(t, inV1)
	g.step("swap/readiness/readiness.tf").apply().exits(0).says("v1_may_go = false", "Group `"+audit+"` has").lacks("`" + group.group + "`")
	g.remove("readiness.tf")
	g.step("swap/4-released/main.tf").plan("-var", "window=1s").exits(1).says(
		"Error: Resource precondition failed", "**Not ready**: 1 blocker; 1 group has", "Group `"+audit+"` has", "Keep its consumers on `"+g.v1+"`")

	auditor.Commit(auditor.Read(inV1 - 1)...)
	g.apply("-var", "window=1s").exits(0).says("0 added, 1 changed, 0 destroyed")
	readers.stop()
	auditor.Close()
	group.topics = []string{g.v2}
	readers = startGroup(t, cluster, group, log)

	g.step("swap/5-retired/main.tf").plan().exits(2).says("Warning: Topic Holds Records", "Every consumer group with commits on it", "Topic: "+g.v1)
	g.applied().says("0 added, 0 changed, 1 destroyed")
	gone(cluster, g.v1)

	sent := sender.finish(t, inV1+300)
	log.awaitProcessed(t, sender.total())
	readers.stop()
	if sum := log.settle(t, sent); sum.inversions > 0 {
		t.Errorf("%d events came after a later one of their key", sum.inversions)
	}
}

// The other shape: a map of versions.
func TestGuideVersions(t *testing.T) {
	g := newGuide(t, guideVersions)
	cluster := g.cluster
	g.step("swap-versions/main.tf")
	g.step("swap-versions/1-sized/versions.tf").applied().says("1 added")
	group := cluster.GroupName("processing")
	consumer := cluster.Consumer(group, kafkatest.Classic, g.v1)
	old := cluster.Traffic(g.v1)
	consumer.Commit(consumer.Read(1)...)
	g.step("swap-versions/2-beside/versions.tf").applied().says("1 added, 0 changed, 0 destroyed")

	sent := old.Stop()
	cluster.Traffic(g.v2)
	window := []string{"-var", "window=1s"}
	g.step("swap-versions/3-released/versions.tf").plan(window...).exits(1).says("Error: Resource precondition failed", "Group `"+group+"` has")
	consumer.Commit(consumer.Read(sent - 1)...)
	g.apply(window...).exits(0).says("0 added, 1 changed, 0 destroyed")
	g.step("swap-versions/4-retired/versions.tf").applied().says("0 added, 0 changed, 1 destroyed")
	gone(cluster, g.v1)
	live(t, cluster, g.v2, 36)
}

// A topic of its own becomes one of the map, and nothing is sent.
func TestGuideMoved(t *testing.T) {
	g := newGuide(t, guideVersions)
	cluster := g.cluster
	g.show("swap/1-sized/main.tf").applied()
	was := live(t, cluster, g.v1, 18)
	mark := cluster.Mark()
	for _, file := range []string{"main.tf", "1-sized/versions.tf", "moved.tf"} {
		g.show("swap-versions/" + file)
	}
	g.applied().says("0 added, 0 changed, 0 destroyed")
	wantWrites(t, cluster, mark)
	untouched(t, cluster, g.v1, was)
}

// The way back: before the producers have moved v2 just goes; after it, the
// readiness of the other direction says when v1 may be read again.
func TestGuideRollback(t *testing.T) {
	g := newGuide(t, guideBack)
	cluster := g.cluster
	g.show("swap/3-beside/main.tf").applied()
	// The release is undone by the configuration before it.
	g.show("swap/4-released/main.tf").apply("-var", "window=1s", "-var", "require_traffic_on_v2=false").exits(0).says("0 added, 1 changed, 0 destroyed")
	g.show("swap/3-beside/main.tf").applied().says("0 added, 1 changed, 0 destroyed")
	group := cluster.GroupName("processing")
	consumer := cluster.Consumer(group, kafkatest.Classic, g.v2)
	moved := cluster.Traffic(g.v2)
	consumer.Commit(consumer.Read(1)...)
	sent := moved.Stop()
	cluster.Traffic(g.v1)
	g.step("swap/rollback/readiness.tf").apply().exits(0).says("v1_may_be_read = false", "Group `"+group+"` has")
	consumer.Commit(consumer.Read(sent - 1)...)
	g.apply().exits(0).says("v1_may_be_read = true")

	g.remove("readiness.tf")
	text := strings.ReplaceAll(example(t, "swap/3-beside/main.tf"), "capture-events", g.name)
	g.write("main.tf", strings.Replace(text, "  target_consumers = 24\n", "  target_consumers = 24\n  deletion_protection = false\n", 1))
	g.apply().exits(0).says("0 added, 1 changed, 0 destroyed")
	g.show("swap/1-sized/main.tf").applied().says("0 added, 0 changed, 1 destroyed")
	live(t, cluster, g.v1, 18)
}
