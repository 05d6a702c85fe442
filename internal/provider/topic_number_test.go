package provider_test

import (
	"fmt"
	"testing"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafkatest"
)

// Terraform computes with 512-bit floats, whose noise must neither show as a
// difference nor round a count up by one.
func TestComputedNumbers(t *testing.T) {
	cluster := start(t)
	for _, c := range []struct {
		peak, size, ceiling, headroom string
		consumers, want               int
	}{
		{"1", "1", "10", "1.1 + 3.3", 100, 440},
		{"1", "1", "10", "1 + 0.1 * 3", 10, 13},
		{"1", "1", "10", "4 / 3", 3, 4},
		{"1", "1", "10", "1 + 1 / 3 + 1 / 3", 3, 5},
		{"1", "1", "10", "1.1 * 1.1", 100, 121},
		{"1024 * (0.1 + 0.2)", "1", "0.1 * 3", "1", 1, 1},
		{"1024", "0.1 * 3", "0.1", "1", 1, 3},
		{"1024 / 3", "3", "0.1 * 10", "1", 1, 1},
		{"1024 * 7", "1 / 3", "1 / 3", "1", 1, 7},
		{"1024 * 7", "1", "1 / 3", "1", 1, 21},
		{"1024", "2 / 3", "1 / 9", "1", 1, 6},
		{"1024 * 0.7", "1", "0.7 / 7", "1", 1, 7},
		{"102400 * 1.1", "1", "1.1", "1.1", 1, 110},
		// One thing more than that is one partition more.
		{"1", "1", "10", "4.4000000000000000000000000000000000001", 100, 441},
	} {
		w := newWorkspace(t, cluster, "topic")
		w.write("number_override.tf", fmt.Sprintf(
			"resource \"capture_topic\" \"this\" {\n  headroom_factor = %s\n  throughput_profile = { peak_events_per_sec = %s, avg_event_size_kb = %s, per_partition_ceiling_mb_s = %s }\n}\n",
			c.headroom, c.peak, c.size, c.ceiling))
		name := cluster.TopicName("orders")
		w.set(vars{"name": name, "target_consumers": c.consumers})
		w.apply().exits(0)
		cluster.WaitTopic(name, func(_ kafkatest.TopicState, there bool) bool { return there })
		if state, _ := cluster.Topic(name); state.Partitions != c.want {
			t.Errorf("%+v: the topic has %d partitions", c, state.Partitions)
		}
		w.unchanged()
	}
}

// A computed number that is equal to a literal is no difference to it.
func TestComputedNumberForALiteral(t *testing.T) {
	cluster := start(t)
	w := newWorkspace(t, cluster, "topic")
	name := cluster.TopicName("orders")
	was := created(t, cluster, w, vars{"name": name, "target_consumers": 100, "headroom_factor": 4.4}, name, 440)
	w.write("number_override.tf", "resource \"capture_topic\" \"this\" {\n  headroom_factor = 1.1 + 3.3\n}\n")
	w.applied().says("0 added", "0 destroyed")
	untouched(t, cluster, name, was)
	w.wants(this, vars{"partitions": 440})
}
