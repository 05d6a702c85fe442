package provider_test

import (
	"testing"

	"github.com/twmb/franz-go/pkg/kmsg"
)

func TestClusterID(t *testing.T) {
	cluster := start(t)
	resp, err := kmsg.NewPtrDescribeClusterRequest().RequestWith(t.Context(), cluster.Client())
	if err != nil {
		t.Fatal(err)
	}
	w := newWorkspace(t, cluster, "connect")
	topic := cluster.TopicName("guarded")
	// The plan of a create is an error too: the broker was reached.
	w.set(vars{"name": topic, "cluster_id": "another"}).plan().exits(1).says(
		"Error: Wrong Cluster", "Expected cluster: another", "Cluster found: "+resp.ClusterID, "nothing was written")
	w.apply().exits(1)
	if _, there := cluster.Topic(topic); there {
		t.Fatal("the topic was created")
	}
	w.set(vars{"name": topic, "cluster_id": resp.ClusterID}).applied()
	// What exists is not read from another cluster either, and stays.
	w.set(vars{"name": topic, "cluster_id": "another"}).plan().exits(1).says("Error: Wrong Cluster")
	w.wants(this, vars{"topic": topic})
}
