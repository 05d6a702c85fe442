package provider_test

import (
	"fmt"
	"net"
	"sync/atomic"
	"testing"
)

const (
	notChecked   = "Plan Not Checked Against The Broker"
	notReachable = "Broker Not Reachable"
)

// deadAddress is a port of this machine where nothing listens.
func deadAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// mute accepts connections and never answers.
type mute struct {
	address  string
	accepted atomic.Int64
}

func startMute(t *testing.T) *mute {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	m := &mute{address: l.Addr().String()}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			m.accepted.Add(1)
			t.Cleanup(func() { _ = conn.Close() })
		}
	}()
	return m
}

func TestUnreachableNothingListens(t *testing.T) {
	address := deadAddress(t)
	w := newWorkspace(t, nil, "connect").set(vars{"bootstrap_servers": []string{address}})
	w.plan().exits(2).says("Warning: "+notChecked, "+ partitions = 3", "connection refused: nothing listens there", "Topic: any", "Broker: "+address, "Bootstrap servers: "+address).
		lacks("Error: " + notReachable)
	w.apply().exits(1).says("Error: "+notReachable, "connection refused: nothing listens there", "Topic: any", "Broker: "+address)
	w.absent()
}

func TestUnreachableHost(t *testing.T) {
	w := newWorkspace(t, nil, "connect").set(vars{"bootstrap_servers": []string{"no-such-host.invalid:9092"}, "timeout": "5s"})
	w.plan().exits(2).says("Warning: "+notChecked, "the host name does not resolve", "no-such-host.invalid:9092")
	w.apply().exits(1).says("Error: "+notReachable, "the host name does not resolve", "no-such-host.invalid:9092")
	w.absent()
}

// Many creates against a dead broker cost one time-out, not one each.
func TestUnreachableMute(t *testing.T) {
	m := startMute(t)
	one := newWorkspace(t, nil, "topics").set(vars{"timeout": "2s", "topics": map[string]int{"only": 1}})
	one.setenv("KAFKA_BOOTSTRAP_SERVERS", m.address)
	one.plan().exits(2).says("Warning: "+notChecked, "no answer within 2s", "Broker: "+m.address)
	alone := m.accepted.Swap(0)
	if alone == 0 {
		t.Fatal("nobody connected")
	}

	const creates = 20
	topics := make(map[string]int)
	for i := range creates {
		topics[fmt.Sprintf("topic-%d", i)] = 1
	}
	w := newWorkspace(t, nil, "topics").set(vars{"timeout": "2s", "topics": topics})
	w.setenv("KAFKA_BOOTSTRAP_SERVERS", m.address)
	w.plan().exits(2).says("no answer within 2s", fmt.Sprintf("Plan: %d to add", creates))
	// One try each would be at least as many connections as there are creates.
	if n := m.accepted.Swap(0); n > alone+2 || n >= creates {
		t.Errorf("the plan of %d creates connected %d times, that of one %d times", creates, n, alone)
	}
	w.apply().exits(1).says("Error: "+notReachable, "no answer within 2s")
	// The apply plans anew, in another process.
	if n := m.accepted.Swap(0); n > 2*(alone+2) || n >= creates {
		t.Errorf("the apply of %d creates connected %d times, a plan of one %d times", creates, n, alone)
	}
	if r := w.run("state", "list"); r.code == 0 && r.text != "" {
		t.Errorf("the state holds %s", r.text)
	}
}

// Sizing needs no broker, and no bootstrap servers.
func TestUnreachableWithoutServers(t *testing.T) {
	w := newWorkspace(t, nil, "connect").set(vars{})
	w.plan().exits(2).says("Warning: "+notChecked, "recommend 3 partitions (driver=parallelism, headroom=1x)", "+ partitions = 3",
		"No bootstrap servers are configured", "KAFKA_BOOTSTRAP_SERVERS")
	w.apply().exits(1).says("Error: "+notReachable, "No bootstrap servers are configured", "KAFKA_BOOTSTRAP_SERVERS")
	w.absent()
}

// A broker that does not answer never drops a topic from the state.
func TestUnreachableRefresh(t *testing.T) {
	cluster := start(t)
	w := newWorkspace(t, cluster, "connect").set(vars{"name": cluster.TopicName("kept")})
	w.applied()
	before := fmt.Sprint(w.resource(this))

	address := deadAddress(t)
	w.setenv("KAFKA_BOOTSTRAP_SERVERS", address)
	w.plan().exits(1).says("Error: "+notReachable, "its state stays as it was", "connection refused", "Broker: "+address)
	w.run("refresh", "-no-color", "-input=false").exits(1)
	w.apply().exits(1)
	if after := fmt.Sprint(w.resource(this)); after != before {
		t.Errorf("the state was %s and is %s", before, after)
	}

	w.setenv("KAFKA_BOOTSTRAP_SERVERS", cluster.BootstrapServers()[0])
	w.unchanged()
}
