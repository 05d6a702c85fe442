package kafkatest

import (
	"crypto/tls"
	"net"
	"testing"

	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// fakeCluster is kfake with a log of what its listeners received.
type fakeCluster struct {
	*kfake.Cluster
	requests *recorder
}

func startFake(t testing.TB, s settings) *fakeCluster {
	t.Helper()
	requests := new(recorder)
	opts := []kfake.Opt{
		kfake.NumBrokers(s.brokers),
		kfake.BrokerConfigs(map[string]string{"log.cleaner.backoff.ms": cleanerBackoff}),
		kfake.ListenFn(func(network, address string) (net.Listener, error) {
			l, err := net.Listen(network, address)
			if err != nil {
				return nil, err
			}
			// TLS ends here instead of in kfake, so that the log reads plain text.
			if s.tls {
				l = tls.NewListener(l, pki(t).server(s.mutualTLS))
			}
			return &recordingListener{Listener: l, record: func(r Request) {
				requests.add(r)
				growth.check(r, t.Name())
			}}, nil
		}),
	}
	if s.sasl {
		opts = append(opts, kfake.EnableSASL(), kfake.EnableACLs())
		for _, mechanism := range []string{"PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512"} {
			opts = append(opts,
				kfake.Superuser(mechanism, AdminUser, AdminPassword),
				kfake.User(mechanism, ReaderUser, ReaderPassword))
		}
	}
	cluster, err := kfake.NewCluster(opts...)
	if err != nil {
		t.Fatalf("start kfake: %v", err)
	}
	t.Cleanup(cluster.Close)
	return &fakeCluster{Cluster: cluster, requests: requests}
}

// Intercept lets fn answer the requests of one key, for as long as the test
// runs, whoever sends them. Where fn returns false, kfake answers. An error
// closes the connection. It skips the test on Apache Kafka.
func (c *Cluster) Intercept(key int16, fn func(kmsg.Request) (kmsg.Response, error, bool)) {
	c.t.Helper()
	NeedsKfake(c.t, "it answers for the broker")
	c.fake.ControlKey(key, func(request kmsg.Request) (kmsg.Response, error, bool) {
		c.fake.KeepControl()
		return fn(request)
	})
}
