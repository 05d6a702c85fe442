// Package kafkatest runs one test suite on two brokers: a fake in this process
// and Apache Kafka started from its jars.
//
// CAPTURE_TEST_BROKER chooses the broker: "kfake" (the default) or "apache".
// CAPTURE_TEST_BOOTSTRAP_SERVERS, a comma-separated list of host:port, names an
// existing cluster instead; it counts as Apache Kafka whose request log and
// other listeners are unknown. KAFKA_LIBS names the folder with Kafka's jars.
package kafkatest

import (
	"cmp"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
)

const (
	brokerVariable  = "CAPTURE_TEST_BROKER"
	serversVariable = "CAPTURE_TEST_BOOTSTRAP_SERVERS"

	kfakeBroker  = "kfake"
	apacheBroker = "apache"
)

// Users of every cluster, for PLAIN, SCRAM-SHA-256 and SCRAM-SHA-512. The admin
// is a super user; the reader has no rights until ACLs give some.
const (
	AdminUser      = "admin"
	AdminPassword  = "admin-secret"
	ReaderUser     = "reader"
	ReaderPassword = "reader-secret"
)

// Cluster is the brokers that one test talks to.
type Cluster struct {
	t        testing.TB
	settings settings
	client   *kgo.Client
	prefixes []string // of names of topics to delete in the end
	created  []string // topics to delete in the end
	start    int      // requests in the log when the test began

	// One of these is set.
	fake     *fakeCluster
	apache   *apacheCluster
	existing []string
}

// Start gives the test a cluster: on kfake a new one, on Apache Kafka the one
// that the tests of a package share, started at first use and ended by [Run].
func Start(t testing.TB, opts ...Option) *Cluster {
	t.Helper()
	c := &Cluster{t: t, settings: newSettings(opts)}
	switch {
	case len(existingServers()) > 0:
		c.existing = existingServers()
	case brokerName() == apacheBroker:
		c.apache = sharedApache(t, c.settings.brokers)
	case brokerName() == kfakeBroker:
		c.fake = startFake(t, c.settings)
	default:
		t.Fatalf("%s is %q: want %q or %q", brokerVariable, brokerName(), kfakeBroker, apacheBroker)
	}
	c.client = c.newClient(clientID)
	t.Cleanup(c.end)
	if live := len(c.nodes()); live < c.settings.brokers {
		t.Skipf("needs %d brokers: the existing cluster has %d", c.settings.brokers, live)
	}
	c.start = len(c.log())
	return c
}

// end deletes the test's topics from brokers that outlive it.
func (c *Cluster) end() {
	defer c.client.Close()
	if !c.Apache() {
		return
	}
	if c.apache != nil {
		c.restartKilled()
	}
	c.deleteTopics()
}

// Apache tells whether the cluster is Apache Kafka.
func (c *Cluster) Apache() bool { return c.fake == nil }

// Kfake is the fake behind the cluster, for its faults and controls; nil on
// Apache Kafka.
func (c *Cluster) Kfake() *kfake.Cluster {
	if c.fake == nil {
		return nil
	}
	return c.fake.Cluster
}

// Client is a second client beside the one under test. Its client id is
// "kafkatest"; [Cluster.Requests] leaves out what it sends.
func (c *Cluster) Client() *kgo.Client { return c.client }

// Admin is [Cluster.Client] as an admin client.
func (c *Cluster) Admin() *kadm.Client { return kadm.NewClient(c.client) }

// NeedsApache skips the test, with the reason, unless it runs on Apache Kafka.
func NeedsApache(t testing.TB, reason string) {
	t.Helper()
	if !onApache() {
		t.Skipf("needs Apache Kafka: %s", reason)
	}
}

// NeedsKfake skips the test, with the reason, unless it runs on kfake.
func NeedsKfake(t testing.TB, reason string) {
	t.Helper()
	if onApache() {
		t.Skipf("needs kfake: %s", reason)
	}
}

// Run runs the tests of a package and ends every broker that they started. It
// returns the exit code: 1 also when a client other than the harness sent a
// CreatePartitions request at any time of the run.
func Run(m *testing.M) int {
	code := m.Run()
	if err := endApache(); err != nil {
		fmt.Fprintln(os.Stderr, "kafkatest:", err)
		code = max(code, 1)
	}
	if len(existingServers()) > 0 {
		fmt.Fprintf(os.Stderr, "kafkatest: not asserted: that nobody sent CreatePartitions; the request log of %s is unknown\n", serversVariable)
	}
	if err := growth.err(); err != nil {
		fmt.Fprintln(os.Stderr, "kafkatest:", err)
		code = max(code, 1)
	}
	return code
}

func brokerName() string { return cmp.Or(os.Getenv(brokerVariable), kfakeBroker) }

func onApache() bool { return len(existingServers()) > 0 || brokerName() == apacheBroker }

// existingServers is empty where the harness brings its own brokers.
func existingServers() []string {
	return strings.FieldsFunc(os.Getenv(serversVariable), func(r rune) bool { return r == ',' || r == ' ' })
}

// Shared tells whether the tests of a package share one cluster, so that each
// sees the requests and topics of those that run at the same time.
func Shared() bool { return onApache() }
