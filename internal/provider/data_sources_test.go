package provider_test

import (
	"fmt"
	"testing"

	"github.com/twmb/franz-go/pkg/kmsg"
)

// Data sources only read: what they send is on this list.
func TestDataSourcesOnlyRead(t *testing.T) {
	cluster := startAlone(t)
	v := quietSwap(cluster)
	from, group := v["from"].(string), cluster.GroupName("billing")
	cluster.Produce(from, 0, 3)
	cluster.CommitOffsets(group, from, map[int32]int64{0: 1})
	w := newWorkspace(t, cluster, "")
	w.write("main.tf", providerHead(t)+fmt.Sprintf(`
data "capture_topic" "this" {
  topic = %[1]q
}

data "capture_topics" "this" {}

data "capture_throughput" "this" {
  topic    = %[1]q
  lookback = "10m"
}

data "capture_partition_load" "this" {
  topic  = %[1]q
  window = "1s"
}

data "capture_consumer_lag" "this" {
  group = %[3]q
}

data "capture_swap_readiness" "this" {
  from   = %[1]q
  to     = %[2]q
  window = "1s"
}
`, from, v["to"], group))
	mark := cluster.Mark()
	w.plan().exits(0)
	reads := map[kmsg.Key]bool{
		kmsg.ApiVersions: true, kmsg.Metadata: true, kmsg.DescribeCluster: true, kmsg.DescribeConfigs: true, kmsg.DescribeLogDirs: true,
		kmsg.ListOffsets: true, kmsg.Fetch: true, kmsg.DescribeProducers: true, kmsg.FindCoordinator: true,
		kmsg.ListGroups: true, kmsg.DescribeGroups: true, kmsg.ConsumerGroupDescribe: true, kmsg.OffsetFetch: true,
		kmsg.DescribeShareGroupOffsets: true, kmsg.ShareGroupDescribe: true,
	}
	seen := make(map[kmsg.Key]int)
	for _, r := range cluster.RequestsSince(mark) {
		seen[kmsg.Key(r.Key)]++
		if !reads[kmsg.Key(r.Key)] {
			t.Errorf("%s was sent", r.Name)
		}
	}
	for _, key := range []kmsg.Key{kmsg.Fetch, kmsg.OffsetFetch, kmsg.ListOffsets} {
		if seen[key] == 0 {
			t.Errorf("no %s was sent: %v", key.Name(), seen)
		}
	}
}
