package kafka

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// ErrNoServers is the connection failure of a client without bootstrap servers.
var ErrNoServers = errors.New("no bootstrap servers are configured")

// Config says how to reach a cluster.
type Config struct {
	// Servers are host:port pairs; with none every request fails with ErrNoServers.
	Servers []string
	// ClusterID, where given, is the ID that the cluster must have.
	ClusterID string
	// TLS is nil for plain text.
	TLS *TLS
	// SASL is nil for no authentication.
	SASL *SASL
	// Timeout bounds one request, connecting included. Default: 30 s.
	Timeout time.Duration
	// Version is the software version that the brokers see.
	Version string
	// Log receives the client's own messages and one message per request; nil: none.
	Log func(level LogLevel, message string, keyvals ...any)
}

// clientID is what the brokers' request logs and quotas see.
const clientID = "terraform-provider-capture"

const defaultTimeout = 30 * time.Second

// Client is the access to one cluster. It connects at the first request. It is
// safe for concurrent use.
type Client struct {
	cfg   Config
	kgo   *kgo.Client
	fails *failures

	connectMu  sync.Mutex
	connected  bool
	connectErr error

	controllerID atomic.Pointer[int32]

	snapshotMu sync.Mutex
	snapshot   *Snapshot
	before     map[string]string // topic to ID as of the first write; see creator

	commitsMu    sync.Mutex
	commitsOf    []groupCommits
	commitsTaken time.Time

	creates  *batcher[TopicSpec, Created]
	dryRuns  *batcher[TopicSpec, Created]
	alters   *batcher[ConfigChange, struct{}]
	checks   *batcher[ConfigChange, struct{}]
	deletes  *batcher[deletion, struct{}]
	describe *batcher[string, []ConfigEntry]
}

// New returns a client that has not connected yet. The error is a *SettingError
// for a TLS or SASL value that cannot be used.
func New(cfg Config) (*Client, error) {
	if cfg.Timeout <= 0 {
		cfg.Timeout = defaultTimeout
	}
	c := &Client{cfg: cfg, fails: &failures{}}
	c.creates = newBatcher(c.createTopics, fitsCreate)
	c.dryRuns = newBatcher(c.validateTopics, fitsCreate)
	c.alters = newBatcher(c.alterConfigs, distinct(func(ch ConfigChange) string { return ch.Topic }))
	c.checks = newBatcher(c.validateConfigs, distinct(func(ch ConfigChange) string { return ch.Topic }))
	c.deletes = newBatcher(c.deleteTopics, distinct(func(d deletion) string { return d.topic }))
	c.describe = newBatcher(c.describeConfigs, distinct(func(topic string) string { return topic }))
	if len(cfg.Servers) == 0 {
		return c, nil
	}

	// Half of the time for the broker's own work, half for the network, so
	// that a broker's own time-out answer still reaches us.
	half := cfg.Timeout / 2
	opts := []kgo.Opt{
		kgo.SeedBrokers(cfg.Servers...),
		kgo.ClientID(clientID),
		kgo.SoftwareNameAndVersion(clientID, softwareVersion(cfg.Version)),
		kgo.DialTimeout(max(min(half, 10*time.Second), 100*time.Millisecond)),
		kgo.RequestTimeoutOverhead(max(half, 100*time.Millisecond)),
		kgo.RetryTimeout(cfg.Timeout),
		kgo.MetadataMinAge(100 * time.Millisecond),
		kgo.DisableClientMetrics(), // brokers may ask clients for them (KIP-714)
		kgo.WithHooks(c.fails, &requestLog{log: cfg.Log}),
		kgo.WithLogger(&bridge{log: cfg.Log}),
	}
	if cfg.TLS != nil {
		conf, err := cfg.TLS.config()
		if err != nil {
			return nil, err
		}
		opts = append(opts, kgo.DialTLSConfig(conf))
	}
	if cfg.SASL != nil {
		mechanism, err := cfg.SASL.mechanism()
		if err != nil {
			return nil, err
		}
		opts = append(opts, kgo.SASL(mechanism))
	}
	var err error
	c.kgo, err = kgo.NewClient(opts...)
	return c, err
}

// Close ends the connections.
func (c *Client) Close() {
	if c.kgo != nil {
		c.kgo.Close()
	}
}

// connect makes the first connection. A failure is remembered: many operations
// against a dead cluster cost one time-out. The caller's interrupt is no failure.
func (c *Client) connect(ctx context.Context) error {
	c.connectMu.Lock()
	defer c.connectMu.Unlock()
	if c.connected || c.connectErr != nil {
		return c.connectErr
	}
	if c.kgo == nil {
		c.connectErr = ErrNoServers
		return c.connectErr
	}
	bounded, cancel := context.WithTimeout(ctx, c.cfg.Timeout)
	defer cancel()
	req := kmsg.NewPtrMetadataRequest()
	req.Topics = []kmsg.MetadataRequestTopic{}
	resp, err := req.RequestWith(bounded, c.kgo)
	if err != nil {
		if ctx.Err() != nil {
			return c.unreachable(err)
		}
		c.connectErr = c.unreachable(err)
		return c.connectErr
	}
	if got := resp.ClusterID; c.cfg.ClusterID != "" && (got == nil || *got != c.cfg.ClusterID) {
		other := &ClusterError{Want: c.cfg.ClusterID}
		if got != nil {
			other.Got = *got
		}
		c.connectErr = other
		return c.connectErr
	}
	c.connected = true
	return nil
}

// timeoutMillis is the time that a broker may take for one write.
func (c *Client) timeoutMillis() int32 {
	return int32((c.cfg.Timeout / 2).Milliseconds())
}
