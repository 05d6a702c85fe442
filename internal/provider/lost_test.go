package provider_test

import (
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafkatest"
)

// writes are the requests that change a topic.
var writes = []kmsg.Key{kmsg.CreateTopics, kmsg.IncrementalAlterConfigs, kmsg.DeleteTopics}

// changes tells whether the request changes anything: it is no dry run.
func changes(req kmsg.Request) bool {
	switch r := req.(type) {
	case *kmsg.CreateTopicsRequest:
		return !r.ValidateOnly
	case *kmsg.IncrementalAlterConfigsRequest:
		return !r.ValidateOnly
	}
	return true
}

// rehearses tells whether the request is a dry run.
func rehearses(req kmsg.Request) bool { return !changes(req) }

// sentWrites counts the requests of a key that change something, since the mark.
func sentWrites(cluster *kafkatest.Cluster, mark int, key kmsg.Key) int {
	n := 0
	for _, r := range cluster.RequestsSince(mark) {
		if r.Key == key.Int16() && changes(r.Request) {
			n++
		}
	}
	return n
}

// faulty starts a kfake and a topic that is not created yet.
func faulty(t *testing.T) (cluster *kafkatest.Cluster, w *workspace, base vars, topic string) {
	t.Helper()
	kafkatest.NeedsKfake(t, "it injects faults into the broker")
	cluster = startAlone(t)
	w = newWorkspace(t, cluster, "topic")
	topic = cluster.TopicName("lost")
	base = vars{"name": topic, "profile": profile(2), "target_consumers": 1, "deletion_protection": false, "config": configs{"retention.ms": "1000"}}
	w.set(base)
	return cluster, w, base, topic
}

// cutAfter has the first request of the key that changes something take effect,
// by effect, and its connection closed in place of the answer.
func cutAfter(cluster *kafkatest.Cluster, key kmsg.Key, effect func(kmsg.Request) error) (failed *atomic.Value) {
	failed = new(atomic.Value)
	var cut atomic.Bool
	cluster.Intercept(key.Int16(), func(req kmsg.Request) (kmsg.Response, error, bool) {
		if rehearses(req) || cut.Swap(true) {
			return nil, nil, false
		}
		cluster.Kfake().SleepControl(func() {
			if err := effect(req); err != nil {
				failed.Store(err)
			}
		})
		return nil, errors.New("cut"), true
	})
	return failed
}

// ours asserts that the topic is ours: made once, in the state, nothing to do.
func (w *workspace) ours(cluster *kafkatest.Cluster, topic string) {
	w.t.Helper()
	state, there := cluster.Topic(topic)
	if !there || state.Partitions != 3 {
		w.t.Fatalf("the topic is %+v, %v; want 3 partitions", state, there)
	}
	w.wants(this, vars{"topic": topic, "topic_id": state.ID, "partitions": 3, "established_partitions": 3, "replication_factor": 1, "config": configs{"retention.ms": "1000"}})
	w.unchanged()
}

// The broker applied the write and answered REQUEST_TIMED_OUT.
func TestLostToATimeout(t *testing.T) {
	cluster, w, base, topic := faulty(t)
	faults := func(key kmsg.Key) *kfake.FaultHandle {
		return cluster.Kfake().Fault(kfake.Fault{Keys: []kmsg.Key{key}, Err: kerr.RequestTimedOut, When: changes})
	}
	create := faults(kmsg.CreateTopics)
	w.apply().exits(0)
	w.ours(cluster, topic)

	alter := faults(kmsg.IncrementalAlterConfigs)
	w.set(base.with(vars{"config": configs{"retention.ms": "2000"}})).applied()
	wantConfig(t, cluster, topic, map[string]string{"retention.ms": "2000"})

	remove := faults(kmsg.DeleteTopics)
	w.apply("-destroy").exits(0)
	if _, there := cluster.Topic(topic); there {
		t.Error("the topic is still there")
	}
	w.absent()
	for name, handle := range map[string]*kfake.FaultHandle{"create": create, "alter": alter, "delete": remove} {
		if handle.Hits() != 1 {
			t.Errorf("the fault of %s was hit %d times", name, handle.Hits())
		}
	}
}

// The broker applied the write and the connection broke before the answer.
func TestLostToACutConnection(t *testing.T) {
	cluster, w, base, topic := faulty(t)
	created := cutAfter(cluster, kmsg.CreateTopics, func(req kmsg.Request) error {
		for _, asked := range req.(*kmsg.CreateTopicsRequest).Topics {
			set := make(map[string]string)
			for _, config := range asked.Configs {
				set[config.Name] = *config.Value
			}
			if err := cluster.Kfake().CreateTopic(asked.Topic, asked.NumPartitions, set); err != nil {
				return err
			}
		}
		return nil
	})
	mark := cluster.Mark()
	w.apply().exits(0)
	w.ours(cluster, topic)
	if n := sentWrites(cluster, mark, kmsg.CreateTopics); n != 2 {
		t.Errorf("sent %d creates, want 2", n)
	}

	// A lost change or delete is simply sent again.
	mark = cluster.Mark()
	altered := cutAfter(cluster, kmsg.IncrementalAlterConfigs, func(kmsg.Request) error { return nil })
	w.set(base.with(vars{"config": configs{"retention.ms": "2000"}})).applied()
	wantConfig(t, cluster, topic, map[string]string{"retention.ms": "2000"})
	if n := sentWrites(cluster, mark, kmsg.IncrementalAlterConfigs); n != 2 {
		t.Errorf("sent %d changes, want 2", n)
	}

	deleted := cutAfter(cluster, kmsg.DeleteTopics, func(kmsg.Request) error { return cluster.Kfake().DeleteTopic(topic) })
	w.apply("-destroy").exits(0)
	w.absent()
	if _, there := cluster.Topic(topic); there {
		t.Error("the topic is still there")
	}
	if n := sentWrites(cluster, mark, kmsg.DeleteTopics); n != 2 {
		t.Errorf("sent %d deletes, want 2", n)
	}
	for _, failed := range []*atomic.Value{created, altered, deleted} {
		if err := failed.Load(); err != nil {
			t.Error(err)
		}
	}
}

// The answer was lost, and what is there now is not what was asked for.
func TestLostAndAnothersTopic(t *testing.T) {
	for name, other := range map[string]struct {
		partitions int32
		config     map[string]string
	}{
		"another count":  {4, map[string]string{"retention.ms": "1000"}},
		"another config": {3, map[string]string{"retention.ms": "3000"}},
		"no config":      {3, nil},
	} {
		t.Run(name, func(t *testing.T) {
			cluster, w, _, topic := faulty(t)
			failed := cutAfter(cluster, kmsg.CreateTopics, func(kmsg.Request) error {
				return cluster.Kfake().CreateTopic(topic, other.partitions, other.config)
			})
			w.apply().exits(1).says("Error: ", "Topic: "+topic)
			w.absent()
			if err := failed.Load(); err != nil {
				t.Fatal(err)
			}
			if state, there := cluster.Topic(topic); !there || state.Partitions != int(other.partitions) {
				t.Errorf("the other's topic is %+v, %v", state, there)
			}
			w.plan().exits(1).says("Topic Already Exists", "terraform import ADDRESS "+topic)
		})
	}
}

// The first answer of all is that the topic exists: it is another's.
func TestLostRace(t *testing.T) {
	cluster, w, _, topic := faulty(t)
	var raced atomic.Bool
	cluster.Intercept(kmsg.CreateTopics.Int16(), func(req kmsg.Request) (kmsg.Response, error, bool) {
		if changes(req) && !raced.Swap(true) {
			cluster.Kfake().SleepControl(func() {
				if err := cluster.Kfake().CreateTopic(topic, 3, map[string]string{"retention.ms": "1000"}); err != nil {
					t.Error(err)
				}
			})
		}
		return nil, nil, false
	})
	mark := cluster.Mark()
	w.apply().exits(1).says("Topic Already Exists", "terraform import ADDRESS "+topic, "Topic: "+topic)
	w.absent()
	if n := sentWrites(cluster, mark, kmsg.CreateTopics); n != 1 {
		t.Errorf("sent %d creates, want one", n)
	}
}

// What the brokers could not do at once is done on a later try, of the dry run
// as of the write.
func TestLostToTransientErrors(t *testing.T) {
	for _, code := range []*kerr.Error{kerr.NotController, kerr.CoordinatorNotAvailable, kerr.ThrottlingQuotaExceeded} {
		t.Run(code.Message, func(t *testing.T) {
			cluster, w, base, topic := faulty(t)
			var handles []*kfake.FaultHandle
			for _, key := range writes {
				handles = append(handles, cluster.Kfake().Fault(kfake.Fault{Keys: []kmsg.Key{key}, Err: code, When: changes}))
				if key != kmsg.DeleteTopics {
					handles = append(handles, cluster.Kfake().Fault(kfake.Fault{Keys: []kmsg.Key{key}, Err: code, When: rehearses}))
				}
			}
			w.plan().exits(2).lacks("Warning:", "Error:")
			mark := cluster.Mark()
			w.apply().exits(0).lacks("Warning:")
			w.ours(cluster, topic)
			if n := sentWrites(cluster, mark, kmsg.CreateTopics); n != 2 {
				t.Errorf("sent %d creates, want 2", n)
			}
			w.set(base.with(vars{"config": configs{"retention.ms": "2000"}}))
			w.plan().exits(2).lacks("Warning:", "Error:")
			w.applied()
			wantConfig(t, cluster, topic, map[string]string{"retention.ms": "2000"})
			w.apply("-destroy").exits(0)
			w.absent()
			if _, there := cluster.Topic(topic); there {
				t.Error("the topic is still there")
			}
			for i, handle := range handles {
				if handle.Hits() != 1 {
					t.Errorf("fault %d was hit %d times", i, handle.Hits())
				}
			}
		})
	}
}

// A throttled create waits for as long as the broker says.
func TestLostToAQuota(t *testing.T) {
	cluster, w, _, topic := faulty(t)
	const wait = 1500 * time.Millisecond
	arrived := make(chan time.Time, 10)
	cluster.Intercept(kmsg.CreateTopics.Int16(), func(req kmsg.Request) (kmsg.Response, error, bool) {
		if rehearses(req) {
			return nil, nil, false
		}
		arrived <- time.Now()
		if len(arrived) > 1 {
			return nil, nil, false
		}
		resp := req.ResponseKind().(*kmsg.CreateTopicsResponse)
		resp.ThrottleMillis = int32(wait.Milliseconds())
		for _, asked := range req.(*kmsg.CreateTopicsRequest).Topics {
			answer := kmsg.NewCreateTopicsResponseTopic()
			answer.Topic, answer.ErrorCode = asked.Topic, kerr.ThrottlingQuotaExceeded.Code
			answer.ErrorMessage = kmsg.StringPtr(fmt.Sprintf("The throttle time is %d ms.", resp.ThrottleMillis))
			resp.Topics = append(resp.Topics, answer)
		}
		return resp, nil, true
	})
	w.apply().exits(0)
	w.ours(cluster, topic)
	if len(arrived) != 2 {
		t.Fatalf("%d creates arrived, want 2", len(arrived))
	}
	if first, second := <-arrived, <-arrived; second.Sub(first) < wait {
		t.Errorf("the second create came %s after the first, want %s or more", second.Sub(first), wait)
	}
}

// The create ends where its time-out says, with an error that tells the cause.
func TestLostForGood(t *testing.T) {
	cluster, w, base, topic := faulty(t)
	cluster.Kfake().Fault(kfake.Fault{Keys: []kmsg.Key{kmsg.CreateTopics}, Err: kerr.NotController, When: changes, Count: -1})
	w.set(base.with(vars{"timeouts": vars{"create": "2s"}}))
	w.apply().exits(1).says("Error: ", "Topic: "+topic, "NOT_CONTROLLER")
	w.absent()
	if _, there := cluster.Topic(topic); there {
		t.Error("the topic was created")
	}
}

// One topic that is refused holds up none of those that share its request.
func TestLostOneOfMany(t *testing.T) {
	kafkatest.NeedsKfake(t, "it injects faults into the broker")
	cluster := startAlone(t)
	counts := make([]int, 30)
	for i := range counts {
		counts[i] = 1
	}
	topics := many(cluster, counts...)
	var unlucky string
	for unlucky = range topics {
		break
	}
	fault := cluster.Kfake().Fault(kfake.Fault{Keys: []kmsg.Key{kmsg.CreateTopics}, Topic: unlucky, Err: kerr.TopicAuthorizationFailed, When: changes})
	w := newWorkspace(t, cluster, "topics").set(vars{"topics": topics})
	mark := cluster.Mark()
	w.apply().exits(1).says("Error: Not Authorized", "Missing right: Create on topic "+unlucky)
	if fault.Hits() != 1 {
		t.Errorf("the fault was hit %d times", fault.Hits())
	}
	if n := sentWrites(cluster, mark, kmsg.CreateTopics); n >= len(topics) {
		t.Errorf("%d topics took %d requests", len(topics), n)
	}
	state := w.run("state", "list").exits(0)
	for name := range topics {
		_, there := cluster.Topic(name)
		stored := strings.Contains(state.text, fmt.Sprintf("capture_topic.all[%q]", name))
		if there != (name != unlucky) || stored != there {
			t.Errorf("%s: there %t, in the state %t", name, there, stored)
		}
	}
	w.applied().says("1 added")
}
