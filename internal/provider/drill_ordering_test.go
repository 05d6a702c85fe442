package provider_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafkatest"
	"github.com/shelf-analytics/terraform-provider-capture/internal/markdown"
	"github.com/shelf-analytics/terraform-provider-capture/internal/partitioner"
)

// A group of six reads 3,000 events/s while 5,000 are produced: it is about
// drillBehind events behind when the topic changes under it.
const (
	drillMembers = 6
	drillReads   = 500.0  // events/s of one member
	drillSends   = 5000.0 // events/s
	drillBehind  = 8000   // events before the first is read
	drillHalf    = 12000  // events before the change
	drillEvents  = 24000  // at least
	// drillCalm is the producer's pace after the swap, which the group can follow.
	drillCalm = 1500.0
	// drillTries is how often v1 may be looked at until it is drained.
	drillTries = 20
)

// fixtureKeys are store:fixture keys.
func fixtureKeys(stores, fixtures int) []string {
	var keys []string
	for fixture := range fixtures {
		for store := range stores {
			keys = append(keys, fmt.Sprintf("store-%d:fixture-%d", store+1, fixture+1))
		}
	}
	return keys
}

// The drills run beside each other and beside no other test: they need a machine
// that reaches their rates.
func TestDrill(t *testing.T) {
	t.Run("ordering", drillOrdering)
	t.Run("reset window", drillResetWindow)
}

// Growing a topic in place re-orders events of a key, a swap of versions does
// not. The first is the control: where it shows nothing, the second proves nothing.
func drillOrdering(t *testing.T) {
	cluster := start(t)
	grown := drillGrowth(t, cluster)
	swapped := drillSwap(t, cluster)
	if t.Failed() {
		return
	}
	var rows [][]string
	for _, way := range []struct {
		name string
		tally
	}{{"grown in place, 18 to 36 partitions", grown}, {"swapped, v1 of 18 to v2 of 36", swapped}} {
		rows = append(rows, []string{way.name, thousands(way.events), thousands(way.keys), thousands(way.inversions), thousands(len(way.lateKeys))})
	}
	printTable(cluster, "Ordering drill", []markdown.Column{
		{Title: "way"}, {Title: "events", Right: true}, {Title: "keys", Right: true},
		{Title: "per-key inversions", Right: true}, {Title: "keys out of order", Right: true},
	}, rows)
	if grown.inversions == 0 {
		t.Error("the control shows no inversion: the drill proves nothing")
	}
	if swapped.inversions > 0 {
		t.Errorf("the swap has %d inversions on %d keys, want none", swapped.inversions, len(swapped.lateKeys))
	}
}

// drillGrowth is the control: somebody adds partitions while the group is behind.
func drillGrowth(t *testing.T, cluster *kafkatest.Cluster) tally {
	topic := cluster.TopicName("capture-events")
	cluster.CreateTopic(topic, 18, 1, nil)
	sender, readers, log := behind(t, cluster, topic)
	cluster.GrowTopic(topic, 36)
	readers.awaitOwned(t, 36)
	sender.awaitPartition(t, 18)
	readers.pause(false)
	sent := sender.finish(t, drillEvents)
	log.awaitProcessed(t, sender.total())
	readers.stop()
	sum := log.settle(t, sent)
	placed, _ := partitioner.ByName("murmur2")
	for _, key := range sum.lateKeys {
		if at := placed.Partition([]byte(key), 18); at == placed.Partition([]byte(key), 36) {
			t.Errorf("key %s is out of order, although it stays on partition %d", key, at)
		}
	}
	return sum
}

// behind starts traffic and a group that does not keep up with it. Once half of the
// events are there, the group pauses, so that it is sure to be behind while the
// topic changes; traffic goes on.
func behind(t *testing.T, cluster *kafkatest.Cluster, topic string) (*producer, *group, *eventLog) {
	t.Helper()
	sender := startProducer(t, cluster, topic, traffic{keys: fixtureKeys(20, 20), perSecond: drillSends, bytes: 100})
	sender.awaitAcked(t, drillBehind)
	log := newEventLog()
	readers := startGroup(t, cluster, consumers{group: topic, topics: []string{topic}, members: drillMembers, perSecond: drillReads}, log)
	sender.awaitAcked(t, drillHalf)
	readers.awaitOwned(t, 18)
	readers.pause(true)
	if left := sender.total() - log.processed(); left < drillBehind/2 {
		t.Fatalf("the group is only %d events behind: the drill would prove nothing", left)
	}
	return sender, readers, log
}

// drillSwap is the other way: v2 stands beside v1, the producer moves, the group
// moves once Terraform says that v1 is drained, and v1 goes.
func drillSwap(t *testing.T, cluster *kafkatest.Cluster) tally {
	name := cluster.TopicName("capture-events")
	v1, v2 := name+".v1", name+".v2"
	w := newWorkspace(t, cluster, "drill_swap/1-sized").set(vars{"name": name})
	w.apply().exits(0).says("1 added")
	w.add("drill_swap/2-beside").apply().exits(0).says("1 added, 0 changed, 0 destroyed")

	sender, readers, log := behind(t, cluster, v1)
	sender.switchTo(t, v2, drillCalm)
	sender.awaitPartition(t, 0)
	w.add("drill_swap/3-ready").apply().exits(0).says("ready = false")
	readers.pause(false)
	ready := false
	for tries := 0; !ready; tries++ {
		if tries == drillTries {
			t.Fatalf("not ready after %d looks, each a second long", tries)
		}
		ready = strings.Contains(w.apply().exits(0).text, "ready = true")
	}
	readers.stop()
	moved := readers.consumers
	moved.topics = []string{v2}
	readers = startGroup(t, cluster, moved, log)

	w.remove("v1.tf")
	w.add("drill_swap/4-released").apply().exits(0).says("0 added, 1 changed, 0 destroyed")
	w.remove("v1.tf")
	w.remove("ready.tf")
	w.applied().says("0 added, 0 changed, 1 destroyed")
	gone(cluster, v1)
	sent := sender.finish(t, drillEvents)
	log.awaitProcessed(t, sender.total())
	readers.stop()
	return log.settle(t, sent)
}

func thousands(n int) string { return markdown.Thousands(int64(n)) }

// printTable shows the result on stdout, in one piece.
func printTable(cluster *kafkatest.Cluster, title string, columns []markdown.Column, rows [][]string, notes ...string) {
	broker := "kfake"
	if cluster.Apache() {
		broker = "Apache Kafka"
	}
	lines := append([]string{title + ", " + broker, ""}, markdown.Table(columns, rows)...)
	lines = append(append(lines, ""), notes...)
	fmt.Println(strings.Join(lines, "\n"))
}
