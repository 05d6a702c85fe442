package provider_test

import (
	"strings"
	"testing"
)

// A cluster that the same apply makes: the creates go unchecked, with one
// warning, and the apply works.
func TestProviderBlockUnknown(t *testing.T) {
	cluster := start(t)
	name := cluster.TopicName("late")
	w := newWorkspace(t, nil, "")
	w.write("main.tf", providerHead(t)+`
resource "terraform_data" "cluster" {
  input = "`+cluster.BootstrapServers()[0]+`"
}

provider "capture" {
  bootstrap_servers = [terraform_data.cluster.output]
}

resource "capture_topic" "this" {
  count            = 3
  name             = "`+name+`-${count.index}"
  target_consumers = 2
  throughput_profile = { peak_events_per_sec = 1, avg_event_size_kb = 1 }
}
`)
	plan := w.plan().exits(2).says("Warning: Plan Not Checked Against The Broker", "known only at apply").lacks("similar warning")
	if n := strings.Count(plan.text, "Plan Not Checked"); n != 1 {
		t.Errorf("%d warnings", n)
	}
	w.applied().says("4 added")
}
