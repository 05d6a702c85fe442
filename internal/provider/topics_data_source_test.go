package provider_test

import (
	"fmt"
	"slices"
	"testing"
)

const allData = "data.capture_topics.this"

// listed are the names in the state, in their order.
func (w *workspace) listed() []string {
	w.t.Helper()
	topics, ok := w.resource(allData)["topics"].([]any)
	if !ok {
		w.t.Fatal("no topics in the state")
	}
	names := []string{}
	for _, topic := range topics {
		names = append(names, fmt.Sprint(topic.(map[string]any)["topic"]))
	}
	return names
}

func TestTopicsData(t *testing.T) {
	cluster := start(t)
	name := cluster.TopicName("orders")
	for suffix, partitions := range map[string]int{".v2": 4, ".v10": 3, ".v1": 2, "-retry": 1} {
		cluster.CreateTopic(name+suffix, partitions, 1, nil)
	}
	w := newWorkspace(t, cluster, "topics_data")
	for _, c := range []struct {
		regex string
		want  []string
	}{
		{"^" + name, []string{name + "-retry", name + ".v1", name + ".v10", name + ".v2"}},
		{name + `\.v[0-9]$`, []string{name + ".v1", name + ".v2"}},
		{name[1:] + ".*10", []string{name + ".v10"}}, // anywhere in the name
		{"^nothing$", []string{}},
	} {
		w.set(vars{"name_regex": c.regex}).applied()
		if got := w.listed(); !slices.Equal(got, c.want) {
			t.Errorf("%s lists %q, want %q", c.regex, got, c.want)
		}
	}
	live, _ := cluster.Topic(name + ".v2")
	w.set(vars{"name_regex": name + `\.v2`}).applied()
	w.wants(allData, vars{"topics": []any{vars{"topic": name + ".v2", "topic_id": live.ID, "partitions": 4, "replication_factor": 1}}})
}

func TestTopicsDataInternal(t *testing.T) {
	cluster := startAlone(t)
	internal, config := "__share_group_state", map[string]string(nil) // Kafka knows it by its name
	if !cluster.Apache() {
		internal, config = "own", map[string]string{"kfake.is_internal": "true"}
	}
	cluster.CreateTopic(internal, 4, 1, config)
	name := cluster.TopicName("__orders") // the flag counts, not the name
	cluster.CreateTopic(name, 1, 1, nil)
	w := newWorkspace(t, cluster, "topics_data")
	for _, c := range []struct {
		vars     vars
		internal bool
	}{
		{vars{}, false},
		{vars{"include_internal": false}, false},
		{vars{"include_internal": true}, true},
	} {
		w.set(c.vars).applied()
		got := w.listed()
		if slices.Contains(got, internal) != c.internal || !slices.Contains(got, name) || !slices.IsSorted(got) {
			t.Errorf("%v lists %q", c.vars, got)
		}
	}
	one := newWorkspace(t, cluster, "topic_data").set(vars{"topic": internal})
	one.applied()
	one.wants(thisData, vars{"internal": true, "partitions": 4})
}

func TestTopicsDataErrors(t *testing.T) {
	beside(t)
	w := newWorkspace(t, nil, "topics_data")
	w.plan().exits(1).says("Error: "+notReachable, "The topics could not be listed. No bootstrap servers are configured.")
	w.set(vars{"name_regex": "orders("}).plan().exits(1).says("Error: Invalid Regular Expression", "name_regex = var.name_regex",
		"error parsing regexp: missing closing ): `orders(`").lacks(notReachable)
}

func TestExampleTopicsData(t *testing.T) {
	cluster := startAlone(t)
	cluster.CreateTopic("orders.v1", 6, 1, nil)
	cluster.CreateTopic("orders.v2", 12, 1, nil)
	w := newWorkspace(t, cluster, "")
	w.write("data.tf", example(t, "data-sources/capture_topics/data-source.tf"))
	w.applied().says(`"orders.v1" = 6`, `"orders.v2" = 12`)
}
