package kafka

import (
	"errors"
	"fmt"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// counted is a fake cluster that counts requests by key.
type counted struct {
	*kfake.Cluster
	mu   sync.Mutex
	seen map[int16]int
}

func (c *counted) requests(key kmsg.Key) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.seen[key.Int16()]
}

func fake(t *testing.T, topics ...string) (*counted, *Client) {
	t.Helper()
	opts := []kfake.Opt{kfake.NumBrokers(1)}
	for _, topic := range topics {
		opts = append(opts, kfake.SeedTopics(3, topic))
	}
	cluster, err := kfake.NewCluster(opts...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cluster.Close)
	c := &counted{Cluster: cluster, seen: make(map[int16]int)}
	cluster.Control(func(req kmsg.Request) (kmsg.Response, error, bool) {
		cluster.KeepControl()
		c.mu.Lock()
		defer c.mu.Unlock()
		c.seen[req.Key()]++
		return nil, nil, false
	})
	client, err := New(Config{Servers: cluster.ListenAddrs(), Timeout: 5 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return c, client
}

// all runs f for 0 to n-1 at once and returns the errors.
func all(n int, f func(i int) error) []error {
	errs := make([]error, n)
	var group sync.WaitGroup
	for i := range n {
		group.Go(func() { errs[i] = f(i) })
	}
	group.Wait()
	return errs
}

func names(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("topic-%d", i)
	}
	return out
}

func TestOneBadTopicAmongMany(t *testing.T) {
	topics := names(50)
	cluster, client := fake(t, topics...)
	bad := topics[17]
	cluster.Fault(
		kfake.Fault{Keys: []kmsg.Key{kmsg.DescribeConfigs}, Resource: bad, Err: kerr.TopicAuthorizationFailed, Count: -1},
		kfake.Fault{Keys: []kmsg.Key{kmsg.IncrementalAlterConfigs}, Resource: bad, Err: kerr.InvalidConfig, Count: -1},
		kfake.Fault{Keys: []kmsg.Key{kmsg.DeleteTopics}, Topic: bad, Err: kerr.TopicAuthorizationFailed, Count: -1},
		kfake.Fault{Keys: []kmsg.Key{kmsg.CreateTopics}, Topic: "new-" + bad, Err: kerr.PolicyViolation, Count: -1},
	)
	ctx := t.Context()
	for _, test := range []struct {
		name   string
		want   Reason
		action func(topic string) error
	}{
		{"describe", ReasonUnauthorized, func(topic string) error { _, err := client.Configs(ctx, topic); return err }},
		{"alter", ReasonConfig, func(topic string) error {
			return client.AlterConfigs(ctx, ConfigChange{Topic: topic, Set: map[string]string{"retention.ms": "1"}})
		}},
		{"create", ReasonPolicy, func(topic string) error {
			_, err := client.Create(ctx, TopicSpec{Name: "new-" + topic, Partitions: 1})
			return err
		}},
		{"dry run", ReasonPolicy, func(topic string) error {
			_, err := client.ValidateCreate(ctx, TopicSpec{Name: "new-" + topic, Partitions: 1})
			if ReasonOf(err) == ReasonExists { // by the create above
				return nil
			}
			return err
		}},
		{"delete", ReasonUnauthorized, func(topic string) error { return client.Delete(ctx, topic, "") }},
	} {
		for i, err := range all(len(topics), func(i int) error { return test.action(topics[i]) }) {
			switch {
			case topics[i] == bad && ReasonOf(err) != test.want:
				t.Errorf("%s of %s: %v, want reason %d", test.name, bad, err, test.want)
			case topics[i] != bad && err != nil:
				t.Errorf("%s of %s: %v", test.name, topics[i], err)
			}
		}
	}
}

func TestRequestsAreShared(t *testing.T) {
	topics := names(200)
	cluster, client := fake(t, topics...)
	ctx := t.Context()
	for _, err := range all(len(topics), func(i int) error {
		_, err := client.Topic(ctx, topics[i], time.Time{})
		return err
	}) {
		if err != nil {
			t.Fatal(err)
		}
	}
	if n := cluster.requests(kmsg.Metadata); n > 3 { // to connect, and for all topics
		t.Errorf("%d Metadata requests for %d topics", n, len(topics))
	}
	for _, err := range all(len(topics), func(i int) error {
		_, err := client.Create(ctx, TopicSpec{Name: "new-" + topics[i], Partitions: 1})
		return err
	}) {
		if err != nil {
			t.Fatal(err)
		}
	}
	if n := cluster.requests(kmsg.CreateTopics); n > len(topics)/4 {
		t.Errorf("%d CreateTopics requests for %d topics", n, len(topics))
	}
	if n := cluster.requests(kmsg.Metadata); n > 6 {
		t.Errorf("%d Metadata requests in the end", n)
	}
}

func TestOwnWritesDropTheSnapshot(t *testing.T) {
	_, client := fake(t, "old")
	ctx := t.Context()
	if _, err := client.Snapshot(ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := client.Create(ctx, TopicSpec{Name: "new", Partitions: 2}); err != nil {
		t.Fatal(err)
	}
	snapshot, err := client.Snapshot(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if topic, there := snapshot.Topics["new"]; !there || topic.Partitions != 2 || topic.ReplicationFactor != 1 || topic.ID == "" {
		t.Errorf("the snapshot has %+v, %t", topic, there)
	}
	if err := client.Delete(ctx, "new", ""); err != nil {
		t.Fatal(err)
	}
	if _, err := client.Topic(ctx, "new", time.Time{}); !errors.Is(err, ErrNotFound) {
		t.Errorf("a deleted topic: %v", err)
	}
}

func TestDeleteLeavesAnotherTopicOfTheName(t *testing.T) {
	_, client := fake(t, "orders")
	ctx := t.Context()
	old, err := client.Topic(ctx, "orders", time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	if err := client.Delete(ctx, "orders", old.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := client.Create(ctx, TopicSpec{Name: "orders", Partitions: 1}); err != nil {
		t.Fatal(err)
	}
	if err := client.Delete(ctx, "orders", old.ID); !errors.Is(err, ErrRecreated) {
		t.Errorf("deleting by the old ID: %v", err)
	}
	if topic, err := client.Topic(ctx, "orders", time.Time{}); err != nil || topic.ID == old.ID {
		t.Errorf("the new topic is %+v, %v", topic, err)
	}
}

// A mute server costs one time-out, however many ask.
func TestFirstFailureIsRemembered(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	var connections atomic.Int64
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			connections.Add(1)
			t.Cleanup(func() { _ = conn.Close() })
		}
	}()
	client, err := New(Config{Servers: []string{listener.Addr().String()}, Timeout: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	ask := func(int) error {
		_, err := client.ValidateCreate(t.Context(), TopicSpec{Name: "x", Partitions: 1})
		return err
	}
	var first *ConnectError
	if err := ask(0); !errors.As(err, &first) || first.Address != listener.Addr().String() {
		t.Fatalf("the first failure is %v", err)
	}
	after := connections.Load()
	for _, err := range all(100, ask) {
		if !errors.Is(err, first) {
			t.Fatalf("a later failure is another one: %v", err)
		}
	}
	if n := connections.Load(); n != after {
		t.Errorf("%d connections more", n-after)
	}
}
