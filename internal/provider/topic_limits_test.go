package provider_test

import (
	"fmt"
	"testing"

	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafkatest"
)

const limitExceeded = "Partition Limit Exceeded"

// many are topics of the topics fixture, with the partitions of each.
func many(cluster *kafkatest.Cluster, partitions ...int) map[string]int {
	topics := make(map[string]int)
	for i, n := range partitions {
		topics[cluster.TopicName(fmt.Sprintf("limited-%d", i))] = n
	}
	return topics
}

// liveReplicas counts the replicas of every topic of the cluster.
func liveReplicas(t *testing.T, cluster *kafkatest.Cluster) int {
	t.Helper()
	resp, err := kmsg.NewPtrMetadataRequest().RequestWith(t.Context(), cluster.Client())
	if err != nil {
		t.Fatal(err)
	}
	sum := 0
	for _, topic := range resp.Topics {
		for _, partition := range topic.Partitions {
			sum += len(partition.Replicas)
		}
	}
	return sum
}

func TestLimitPartitionsDefault(t *testing.T) {
	w := newWorkspace(t, nil, "topic")
	w.set(vars{"name": "any", "pinned_partitions": 10001})
	w.plan().exits(1).says(limitExceeded, "pinned_partitions = var.pinned_partitions", "Partitions: 10001", "Limit: 10000", "max_partitions_per_topic")
	w.set(vars{"name": "any", "profile": profile(6667)}) // 10001 partitions
	w.plan().exits(1).says(limitExceeded, "throughput_profile", "Partitions: 10001", "Limit: 10000")
	w.set(vars{"name": "any", "target_consumers": 10001, "headroom_factor": 1})
	w.plan().exits(1).says(limitExceeded, "target_consumers = var.target_consumers")
	w.set(vars{"name": "any", "pinned_partitions": 10000})
	w.plan().exits(2).says("+ partitions = 10000").lacks(limitExceeded)
}

func TestLimitPartitionsSet(t *testing.T) {
	cluster := startAlone(t)
	w := newWorkspace(t, cluster, "topics")
	topics := many(cluster, 5, 6)
	w.set(vars{"topics": topics, "limits": vars{"max_partitions_per_topic": 5}})
	w.plan().exits(1).says(limitExceeded, "Partitions: 6", "Limit: 5").lacks("Partitions: 5")
	w.apply().exits(1)
	for name := range topics {
		if _, there := cluster.Topic(name); there {
			t.Errorf("%s was created", name)
		}
	}
	w.set(vars{"topics": topics, "limits": vars{"max_partitions_per_topic": 6}}).applied()

	// A limit below what exists holds up nothing.
	w.set(vars{"topics": topics, "limits": vars{"max_partitions_per_topic": 1}})
	w.unchanged()
}

// The limit of partitions binds creates only: a bigger topic is adopted.
func TestLimitPartitionsOfAnAdoptedTopic(t *testing.T) {
	cluster := startAlone(t)
	name := cluster.TopicName("bigger")
	cluster.CreateTopic(name, 7, 1, nil)
	w := newWorkspace(t, cluster, "topics")
	w.set(vars{"topics": map[string]int{name: 7}, "limits": vars{"max_partitions_per_topic": 5, "max_replicas_per_broker": 1}})
	w.run("import", "-no-color", "-input=false", fmt.Sprintf("capture_topic.all[%q]", name), name).exits(0)
	w.plan().exits(2).lacks(limitExceeded)
	w.applied()
	w.wants(fmt.Sprintf("capture_topic.all[%q]", name), vars{"partitions": 7, "established_partitions": 7})
}

func TestLimitReplicas(t *testing.T) {
	cluster := startAlone(t)
	w := newWorkspace(t, cluster, "topics")
	topics := many(cluster, 3, 4, 5)
	live := liveReplicas(t, cluster)
	over := func(limit int) vars {
		return vars{"topics": topics, "limits": vars{"max_replicas_per_broker": limit}}
	}
	// Each alone is under the limit, the plan as a whole is over it.
	w.set(over(live + 11))
	w.plan().exits(1).says(limitExceeded,
		fmt.Sprintf("each broker would hold %d replicas", live+12), fmt.Sprintf("Live replicas: %d", live),
		"Planned replicas: 12", "Live brokers: 1", "max_replicas_per_broker")
	w.apply().exits(1)
	for name := range topics {
		if _, there := cluster.Topic(name); there {
			t.Errorf("%s was created", name)
		}
	}
	// Exactly the limit: the plan looks at a resource more than once, and while
	// it is applied the topics that are live already count once.
	w.set(over(live + 12)).applied()

	// They are live now and count as such; one more is one too many.
	topics[cluster.TopicName("one-more")] = 1
	w.set(over(live + 12))
	w.plan().exits(1).says(limitExceeded, fmt.Sprintf("Live replicas: %d", live+12), "Planned replicas: 1")
	w.set(over(live + 13)).applied()
	// Existing topics are not bound.
	w.set(over(1)).unchanged()
}

// A null replication factor counts as the broker's default, a given one as given.
func TestLimitReplicasOfThreeBrokers(t *testing.T) {
	cluster := startAlone(t, kafkatest.Brokers(3))
	w := newWorkspace(t, cluster, "topics")
	topics := many(cluster, 4, 3)
	live := liveReplicas(t, cluster)
	factor := 3 // kfake's default on three brokers
	if cluster.Apache() {
		factor = 1
	}
	limit := func(replicas int) vars { // per broker, rounded up
		return vars{"max_replicas_per_broker": (live + replicas + 2) / 3}
	}
	fewer := func(v vars) vars {
		return vars{"max_replicas_per_broker": v["max_replicas_per_broker"].(int) - 1}
	}
	plan := func(replicationFactor any, limits vars) result {
		return w.set(vars{"topics": topics, "replication_factor": replicationFactor, "limits": limits}).plan()
	}
	plan(nil, limit(7*factor)).exits(2)
	plan(nil, fewer(limit(7*factor))).exits(1).says(limitExceeded, fmt.Sprintf("Planned replicas: %d", 7*factor), "Live brokers: 3")
	plan(2, limit(14)).exits(2)
	plan(2, fewer(limit(14))).exits(1).says(limitExceeded, "Planned replicas: 14")
}
