package provider_test

import (
	"fmt"
	"strings"
	"testing"
)

const readyData = "data.capture_swap_readiness.this"

// blockers are the sentences in the state.
func (w *workspace) blockers() []string {
	w.t.Helper()
	var out []string
	list, _ := w.resource(readyData)["blockers"].([]any)
	for _, b := range list {
		out = append(out, fmt.Sprint(b))
	}
	return out
}

// wantsBlockers asserts how the blockers begin, in their order.
func (w *workspace) wantsBlockers(want ...string) {
	w.t.Helper()
	got := w.blockers()
	w.wants(readyData, vars{"ready": len(want) == 0})
	if len(got) != len(want) {
		w.t.Fatalf("blockers are %q, want %q", got, want)
	}
	for i := range got {
		if !strings.HasPrefix(got[i], want[i]) {
			w.t.Errorf("blocker %q, want %q", got[i], want[i])
		}
	}
}

// From a running v1 to its retirement, by real consumers of both protocols.
func TestSwapReadiness(t *testing.T) {
	cluster := start(t)
	for _, protocol := range protocols {
		t.Run(string(protocol), func(t *testing.T) {
			from, to, group := cluster.TopicName("orders.v1"), cluster.TopicName("orders.v2"), cluster.GroupName("billing")
			cluster.CreateTopic(from, 3, 1, nil)
			cluster.CreateTopic(to, 6, 1, nil)
			consumer := cluster.Consumer(group, protocol, from)
			cluster.WaitMembers(group, protocol, 1, 3)
			cluster.Produce(from, 0, 4)
			records := consumer.Read(4)
			consumer.Commit(records[:3]...)
			w := newWorkspace(t, cluster, "swap_readiness").set(vars{"from": from, "to": to})

			// Producers still write to v1, and none to v2.
			old := cluster.Traffic(from)
			w.apply().exits(0).lacks("Warning:")
			w.wantsBlockers("`"+from+"` still receives: ", "Group `"+group+"` has ", "`"+to+"` received no record within 1 s.")
			w.wants(readyData, vars{"from_frozen": false, "to_records_in_window": 0, "from_partitions": 3, "to_partitions": 6})
			if n := w.number(readyData, "from_records_in_window"); n < 1 {
				t.Errorf("from_records_in_window is %v", n)
			}

			// Moved, and the group has one record left in partition 0, and what the
			// traffic left without a commit.
			sent := old.Stop()
			cluster.Traffic(to)
			w.applied()
			w.wantsBlockers("Group `" + group + "` has ")
			w.wants(readyData, vars{"from_frozen": true, "from_records_in_window": 0})

			consumer.Commit(append(consumer.Read(sent), records[3])...)
			w.applied().lacks("Warning:")
			w.wantsBlockers()
			w.wants(readyData, vars{"groups": []any{vars{"group": group, "state": "Stable", "lag": 0, "uncommitted_partitions": []any{}, "drained": true}}})
		})
	}
}
