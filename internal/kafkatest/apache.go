package kafkatest

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

const (
	startLimit = 90 * time.Second // for a cluster to be ready
	stopGrace  = 2 * time.Second  // for a node to end by itself; its data is of no use any more
)

// apacheCluster is Apache Kafka on 127.0.0.1, of nodes that are broker and
// controller.
type apacheCluster struct {
	dir   string
	claim *os.File
	nodes []*apacheNode

	mu       sync.Mutex
	used     map[listener]bool // listeners that tests were told of
	requests recorder
}

// shared are the clusters of this process by their number of nodes.
var shared struct {
	mu       sync.Mutex
	clusters map[int]*apacheCluster
	failed   map[int]error
}

func sharedApache(t testing.TB, brokers int) *apacheCluster {
	t.Helper()
	shared.mu.Lock()
	defer shared.mu.Unlock()
	if shared.clusters == nil {
		shared.clusters, shared.failed = make(map[int]*apacheCluster), make(map[int]error)
	}
	if shared.clusters[brokers] == nil && shared.failed[brokers] == nil {
		shared.clusters[brokers], shared.failed[brokers] = startApache(brokers)
	}
	if err := shared.failed[brokers]; err != nil {
		t.Fatalf("start Apache Kafka: %v", err)
	}
	return shared.clusters[brokers]
}

// endApache ends the shared clusters and reads their request logs to the end.
func endApache() error {
	shared.mu.Lock()
	defer shared.mu.Unlock()
	var errs []error
	for _, a := range shared.clusters {
		if a != nil {
			a.stop()
			errs = append(errs, a.drain(), a.remove())
		}
	}
	return errors.Join(errs...)
}

// startApache starts a cluster, again on other ports where another process took
// one of them meanwhile.
func startApache(brokers int) (*apacheCluster, error) {
	libs, err := jars()
	if err != nil {
		return nil, err
	}
	heap := 512
	if brokers > 1 {
		heap = 320
	}
	java, err := javaCommand(libs, heap)
	if err != nil {
		return nil, err
	}
	const tries = 3
	for try := 1; ; try++ {
		a, err := newApache(brokers, java)
		if err != nil {
			return nil, err
		}
		if err = a.start(); err == nil {
			return a, nil
		}
		a.stop()
		_ = a.remove()
		if try == tries || !strings.Contains(err.Error(), "Address already in use") {
			return nil, err
		}
	}
}

func newApache(brokers int, java []string) (*apacheCluster, error) {
	base, err := freePorts(brokers * len(listeners))
	if err != nil {
		return nil, err
	}
	dir, file, err := newDataDir()
	if err != nil {
		return nil, err
	}
	a := &apacheCluster{dir: dir, claim: file, used: map[listener]bool{plaintext: true}}
	for i := range brokers {
		a.nodes = append(a.nodes, &apacheNode{
			id:     i + 1,
			dir:    filepath.Join(dir, fmt.Sprintf("node-%d", i+1)),
			base:   base + i*len(listeners),
			java:   java,
			probes: make(map[listener]*kgo.Client),
		})
	}
	return a, nil
}

// start formats and starts every node and waits until each sees all of them.
func (a *apacheCluster) start() error {
	p, err := newKeyMaterial()
	if err != nil {
		return err
	}
	id := make([]byte, 11) // in hex, the 22 characters of an id
	_, _ = rand.Read(id)
	err = a.each(func(n *apacheNode) error {
		if err := n.configure(a, p); err != nil {
			return err
		}
		return n.format(hex.EncodeToString(id))
	})
	if err != nil {
		return err
	}
	if err := a.each((*apacheNode).start); err != nil {
		return err
	}
	return a.ready()
}

// ready waits until every node sees all others, but for killed ones.
func (a *apacheCluster) ready() error {
	ctx, cancel := context.WithTimeout(context.Background(), startLimit)
	defer cancel()
	wanted := 0
	for _, n := range a.nodes {
		if !n.killed {
			wanted++
		}
	}
	return a.each(func(n *apacheNode) error {
		if n.killed {
			return nil
		}
		return n.ready(ctx, wanted)
	})
}

// each does something with every node at the same time.
func (a *apacheCluster) each(do func(*apacheNode) error) error {
	errs := make([]error, len(a.nodes))
	var wait sync.WaitGroup
	for i, n := range a.nodes {
		wait.Go(func() { errs[i] = do(n) })
	}
	wait.Wait()
	return errors.Join(errs...)
}

func (a *apacheCluster) stop() {
	_ = a.each(func(n *apacheNode) error {
		for _, probe := range n.probes {
			probe.Close()
		}
		if n.process != nil && n.process.handle != nil {
			n.process.stop(stopGrace)
		}
		return nil
	})
}

func (a *apacheCluster) remove() error {
	return errors.Join(a.claim.Close(), os.RemoveAll(a.dir))
}

func (a *apacheCluster) servers(l listener) []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.used[l] = true
	var servers []string
	for _, n := range a.nodes {
		servers = append(servers, n.address(l))
	}
	return servers
}
