package provider_test

import (
	"sync"
	"testing"

	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafkatest"
)

// parallel holds the tests that have said that they may run beside others, which
// a test may say once.
var parallel sync.Map

func beside(t *testing.T) {
	t.Helper()
	if _, said := parallel.LoadOrStore(t, true); !said {
		t.Parallel()
	}
}

// start gives the test a cluster and runs it beside others.
func start(t *testing.T, opts ...kafkatest.Option) *kafkatest.Cluster {
	t.Helper()
	beside(t)
	return kafkatest.Start(t, opts...)
}

// startAlone is start for a test that reads the request log or whose topics have
// fixed names: on Apache Kafka, which tests share, it runs alone.
func startAlone(t *testing.T, opts ...kafkatest.Option) *kafkatest.Cluster {
	t.Helper()
	if !kafkatest.Shared() {
		beside(t)
	}
	return kafkatest.Start(t, opts...)
}

// live waits until every broker shows the topic with that many partitions.
func live(t *testing.T, cluster *kafkatest.Cluster, topic string, partitions int) kafkatest.TopicState {
	t.Helper()
	cluster.WaitTopic(topic, func(s kafkatest.TopicState, there bool) bool { return there && s.Partitions == partitions })
	state, _ := cluster.Topic(topic)
	return state
}

// untouched asserts that the topic is still the one of that state.
func untouched(t *testing.T, cluster *kafkatest.Cluster, topic string, want kafkatest.TopicState) {
	t.Helper()
	if got, there := cluster.Topic(topic); !there || got != want {
		t.Fatalf("topic %s is %+v, %t; want it untouched: %+v", topic, got, there, want)
	}
}

// gone waits until no broker shows the topic.
func gone(cluster *kafkatest.Cluster, topic string) {
	cluster.WaitTopic(topic, func(_ kafkatest.TopicState, there bool) bool { return !there })
}

// recreate deletes the topic and creates another one of its name by the second
// client.
func recreate(cluster *kafkatest.Cluster, topic string, partitions int) {
	cluster.DeleteTopic(topic)
	cluster.CreateTopic(topic, partitions, 1, nil)
}

// wantWrites asserts which requests that change something were sent since the mark,
// by name and in order. Apache Kafka's log does not tell a dry run from the real
// request, so that it counts there too.
func wantWrites(t *testing.T, cluster *kafkatest.Cluster, mark int, want ...string) {
	t.Helper()
	var got []string
	for _, r := range cluster.RequestsSince(mark) {
		switch request := r.Request.(type) {
		case *kmsg.CreateTopicsRequest:
			if request.ValidateOnly {
				continue
			}
		case *kmsg.IncrementalAlterConfigsRequest:
			if request.ValidateOnly {
				continue
			}
		}
		switch kmsg.Key(r.Key) {
		case kmsg.CreateTopics, kmsg.DeleteTopics, kmsg.CreatePartitions, kmsg.IncrementalAlterConfigs,
			kmsg.AlterConfigs, kmsg.AlterPartitionAssignments:
			got = append(got, r.Name)
		}
	}
	if len(got) != len(want) {
		t.Fatalf("sent %q, want %q", got, want)
	}
	for i := range got {
		if got[i] != want[i] {
			t.Fatalf("sent %q, want %q", got, want)
		}
	}
}
