package kafkatest

import (
	"fmt"
	"strings"
	"sync"

	"github.com/twmb/franz-go/pkg/kmsg"
)

const (
	// ProviderClientID is how the client ids under test begin.
	ProviderClientID = "terraform-provider-capture"

	// clientID is how the harness's own client ids begin.
	clientID = "kafkatest"
)

// Request is one request that a broker received.
type Request struct {
	Key      int16
	Name     string // of the key, such as CreateTopics
	ClientID string
	Request  kmsg.Request // nil on Apache Kafka
}

// Requests are what clients whose id begins with [ProviderClientID] sent since
// Start, in order of arrival on kfake and of completion on Apache Kafka. Tests
// that run at the same time on the shared Apache Kafka see each other's. An
// existing cluster has no known log: the test is skipped.
func (c *Cluster) Requests() []Request {
	c.t.Helper()
	return c.RequestsSince(0)
}

// Mark is the present end of the request log, for [Cluster.RequestsSince].
func (c *Cluster) Mark() int {
	c.t.Helper()
	c.needsLog()
	return len(c.log()) - c.start
}

// RequestsSince are the requests of [Cluster.Requests] that came after the mark.
func (c *Cluster) RequestsSince(mark int) []Request {
	c.t.Helper()
	c.needsLog()
	return sentBy(ProviderClientID, c.log()[c.start+mark:])
}

func (c *Cluster) needsLog() {
	c.t.Helper()
	if c.existing != nil {
		c.t.Skip("needs the request log: the existing cluster's is unknown")
	}
}

// log is every request of every client that the cluster received so far.
func (c *Cluster) log() []Request {
	c.t.Helper()
	switch {
	case c.fake != nil:
		return c.fake.requests.all()
	case c.apache != nil:
		return c.apache.log(c.t)
	}
	return nil
}

func sentBy(prefix string, requests []Request) []Request {
	var sent []Request
	for _, r := range requests {
		if strings.HasPrefix(r.ClientID, prefix) {
			sent = append(sent, r)
		}
	}
	return sent
}

// recorder keeps requests in order.
type recorder struct {
	mu       sync.Mutex
	requests []Request
}

func (r *recorder) add(requests ...Request) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.requests = append(r.requests, requests...)
}

// all is a view that later additions leave as it is.
func (r *recorder) all() []Request {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.requests[:len(r.requests):len(r.requests)]
}

// growth watches the whole run for partitions added by anyone but the harness.
var growth growthWatch

type growthWatch struct {
	exempt string // client id that the harness's own test lets pass
	mu     sync.Mutex
	found  []string
}

// check notes the request if it adds partitions and the harness did not send it.
func (w *growthWatch) check(r Request, where string) {
	if !growsPartitions(r) || w.exempt != "" && r.ClientID == w.exempt {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.found = append(w.found, fmt.Sprintf("client %q, %s", r.ClientID, where))
}

func (w *growthWatch) err() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.found) == 0 {
		return nil
	}
	return fmt.Errorf("%d CreatePartitions requests were sent, want none:\n\t%s", len(w.found), strings.Join(w.found, "\n\t"))
}

func growsPartitions(r Request) bool {
	return r.Key == kmsg.CreatePartitions.Int16() && !strings.HasPrefix(r.ClientID, clientID)
}
