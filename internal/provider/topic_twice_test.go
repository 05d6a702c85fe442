package provider_test

import "testing"

// One topic under two addresses would be deleted by either of them.
func TestTopicNamedTwice(t *testing.T) {
	cluster := start(t)
	name := cluster.TopicName("twice")
	w := newWorkspace(t, cluster, "topic").set(vars{"name": name + ".v2", "profile": profile(1)})
	w.write("again.tf", `resource "capture_topic" "again" {
  name             = trimsuffix(var.name, ".v2")
  version          = 2
  target_consumers = 1
  throughput_profile = { peak_events_per_sec = 1, avg_event_size_kb = 1 }
}
`)
	w.plan().exits(1).says("Topic Named Twice", "Topic: "+name+".v2")
	w.apply().exits(1)
	if _, there := cluster.Topic(name + ".v2"); there {
		t.Fatal("the topic was created")
	}
	w.write("again.tf", "")
	w.applied()
}

func TestTopicsOfOneForEach(t *testing.T) {
	cluster := start(t)
	name := cluster.TopicName("versions")
	w := newWorkspace(t, cluster, "topic")
	w.write("main.tf", providerHead(t)+`
resource "capture_topic" "orders" {
  for_each         = { v1 = null, v2 = 2 }
  name             = "`+name+`"
  version          = each.value
  target_consumers = 4
  throughput_profile = { peak_events_per_sec = 1, avg_event_size_kb = 1 }
}
`)
	w.applied().says("2 added")
	for _, topic := range []string{name, name + ".v2"} {
		if state, there := cluster.Topic(topic); !there || state.Partitions != 6 {
			t.Errorf("%s is %+v, %t", topic, state, there)
		}
	}
}
