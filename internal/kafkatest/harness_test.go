package kafkatest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
	"github.com/twmb/franz-go/pkg/sasl"
	"github.com/twmb/franz-go/pkg/sasl/plain"
	"github.com/twmb/franz-go/pkg/sasl/scram"
)

// growing is the client id of a client that adds partitions like one under test
// must not.
const growing = ProviderClientID + "/growing"

func TestMain(m *testing.M) {
	growth.exempt = growing
	os.Exit(Run(m))
}

func TestTopicLife(t *testing.T) {
	c := Start(t)
	name := c.TopicName("life")
	if !strings.HasPrefix(name, "life-") || name == c.TopicName("life") {
		t.Errorf("%q is no name of its own", name)
	}
	if state, ok := c.Topic(name); ok {
		t.Errorf("before the topic exists: %+v", state)
	}

	c.CreateTopic(name, 3, 1, map[string]string{"retention.ms": "60000"})
	created, ok := c.Topic(name)
	if want := (TopicState{Partitions: 3, ReplicationFactor: 1, ID: created.ID}); !ok || created != want || created.ID == "" {
		t.Errorf("after create: %+v, want %+v", created, want)
	}
	if configs := c.Config(name); len(configs) != 1 || configs["retention.ms"] != "60000" {
		t.Errorf("configs: %v, want retention.ms alone", configs)
	}

	c.SetConfig(name, "cleanup.policy", "compact")
	if got := c.Config(name)["cleanup.policy"]; got != "compact" {
		t.Errorf("after set: cleanup.policy is %q", got)
	}
	c.UnsetConfig(name, "cleanup.policy")
	if got, ok := c.Config(name)["cleanup.policy"]; ok {
		t.Errorf("after unset: cleanup.policy is %q", got)
	}

	c.GrowTopic(name, 5)
	if grown, _ := c.Topic(name); grown.Partitions != 5 || grown.ID != created.ID {
		t.Errorf("after growth: %+v", grown)
	}

	c.DeleteTopic(name)
	if state, ok := c.Topic(name); ok {
		t.Errorf("after delete: %+v", state)
	}
	c.CreateTopic(name, 1, 1, nil)
	if again, _ := c.Topic(name); again.ID == created.ID {
		t.Errorf("the new topic has the old id %s", again.ID)
	}
}

func TestProduce(t *testing.T) {
	c := Start(t)
	name := c.TopicName("records")
	c.CreateTopic(name, 2, 1, nil)
	c.Produce(name, 1, 10)
	ends, err := c.Admin().ListEndOffsets(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	for partition, want := range []int64{0, 10} {
		if end, _ := ends.Lookup(name, int32(partition)); end.Offset != want || end.Err != nil {
			t.Errorf("partition %d ends at %d, %v; want %d", partition, end.Offset, end.Err, want)
		}
	}
}

func TestBrokers(t *testing.T) {
	c := Start(t, Brokers(3))
	brokers, err := c.Admin().ListBrokers(t.Context())
	if err != nil || len(brokers) != 3 || len(c.BootstrapServers()) != 3 {
		t.Fatalf("brokers %v, %v at %v", brokers, err, c.BootstrapServers())
	}
	name := c.TopicName("three")
	c.CreateTopic(name, 3, 3, nil)
	c.GrowTopic(name, 6)
	c.SetConfig(name, "retention.ms", "1000")
	if state, _ := c.Topic(name); state.ReplicationFactor != 3 || state.Partitions != 6 {
		t.Errorf("topic: %+v", state)
	}
}

func TestRequests(t *testing.T) {
	c := Start(t)
	name := c.TopicName("log")
	c.CreateTopic(name, 1, 1, nil)
	if sent := c.Requests(); len(sent) != 0 {
		t.Errorf("the harness's own requests are in the log: %v", sent)
	}

	provider := c.newClient(growing)
	defer provider.Close()
	_, err := kadm.NewClient(provider).UpdatePartitions(t.Context(), 2, name)
	if err != nil {
		t.Fatal(err)
	}
	sent := c.Requests()
	if n := count(sent, kmsg.CreatePartitions); n != 1 {
		t.Errorf("%d CreatePartitions in %v, want one", n, sent)
	}
	for _, r := range sent {
		if r.Key == kmsg.CreatePartitions.Int16() && (!growsPartitions(r) || r.Name != "CreatePartitions") {
			t.Errorf("%+v does not count as growth", r)
		}
	}

	mark := c.Mark()
	if sent := c.RequestsSince(mark); len(sent) != 0 {
		t.Errorf("after the mark: %v", sent)
	}
	if err := provider.Ping(t.Context()); err != nil {
		t.Fatal(err)
	}
	sent = c.RequestsSince(mark)
	if count(sent, kmsg.Metadata)+count(sent, kmsg.ApiVersions) == 0 || count(sent, kmsg.CreatePartitions) != 0 {
		t.Errorf("a ping sent %v", sent)
	}
}

func count(requests []Request, key kmsg.Key) int {
	n := 0
	for _, r := range requests {
		if r.Key == key.Int16() {
			n++
		}
	}
	return n
}

func TestIntercept(t *testing.T) {
	c := Start(t)
	c.Intercept(kmsg.Metadata.Int16(), func(request kmsg.Request) (kmsg.Response, error, bool) {
		response := request.ResponseKind().(*kmsg.MetadataResponse)
		topic := kmsg.NewMetadataResponseTopic()
		topic.ErrorCode = kerr.TopicAuthorizationFailed.Code
		response.Topics = append(response.Topics, topic)
		return response, nil, len(request.(*kmsg.MetadataRequest).Topics) > 0
	})
	for range 2 {
		_, _, err := describeTopic(t.Context(), c.Client(), "any")
		if !errors.Is(err, kerr.TopicAuthorizationFailed) {
			t.Errorf("got %v", err)
		}
	}
}

func TestGrowthWatch(t *testing.T) {
	partitions, topics := kmsg.CreatePartitions.Int16(), kmsg.CreateTopics.Int16()
	for _, test := range []struct {
		request Request
		found   bool
	}{
		{Request{Key: partitions, ClientID: ProviderClientID}, true},
		{Request{Key: partitions, ClientID: "anyone"}, true},
		{Request{Key: partitions, ClientID: ""}, true},
		{Request{Key: partitions, ClientID: clientID}, false},
		{Request{Key: topics, ClientID: ProviderClientID}, false},
	} {
		var watch growthWatch
		watch.check(test.request, t.Name())
		if err := watch.err(); (err != nil) != test.found {
			t.Errorf("%+v: %v, want an error: %t", test.request, err, test.found)
		}
	}
}

func TestRequestLog(t *testing.T) {
	path := filepath.Join(t.TempDir(), requestLogFile)
	const header = `Completed request:{"isForwarded":%t,"requestHeader":{"requestApiKey":37,"requestApiVersion":3,"correlationId":9,"clientId":%s,"requestApiKeyName":"CREATE_PARTITIONS"},"request":{}`
	text := "17 " + fmt.Sprintf(header, false, `"a"`) + "\n" +
		"18 " + fmt.Sprintf(header, true, `"a"`) + "\n" +
		"19 " + fmt.Sprintf(header, false, "null") + "\n" +
		"20 Completed requ"
	var log requestLog
	if got, err := log.next(path); len(got) != 0 || err != nil {
		t.Errorf("no file yet: %v, %v", got, err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := log.next(path)
	if err != nil || len(got) != 2 {
		t.Fatalf("%d requests, %v; want two", len(got), err)
	}
	for i, want := range []loggedRequest{
		{Request: Request{Key: 37, Name: "CreatePartitions", ClientID: "a"}, millis: 17},
		{Request: Request{Key: 37, Name: "CreatePartitions"}, millis: 19},
	} {
		if got[i].Request != want.Request || got[i].millis != want.millis {
			t.Errorf("%+v, want %+v", got[i], want)
		}
	}
	if got, err := log.next(path); len(got) != 0 || err != nil {
		t.Errorf("half a line: %v, %v", got, err)
	}
	if err := os.WriteFile(path, []byte(text+"est\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := log.next(path); err == nil {
		t.Error("no error for a line that cannot be read")
	}
}

func TestSecurity(t *testing.T) {
	c := Start(t, SASL(), TLS())
	tlsConfig := pki(t).client()
	tlsConfig.Certificates = nil
	for name, mechanism := range map[string]func(user, password string) sasl.Mechanism{
		"PLAIN": func(u, p string) sasl.Mechanism { return plain.Auth{User: u, Pass: p}.AsMechanism() },
		"SCRAM-SHA-256": func(u, p string) sasl.Mechanism {
			return scram.Auth{User: u, Pass: p}.AsSha256Mechanism()
		},
		"SCRAM-SHA-512": func(u, p string) sasl.Mechanism {
			return scram.Auth{User: u, Pass: p}.AsSha512Mechanism()
		},
	} {
		topic := c.TopicName("security")
		for _, user := range []struct {
			name, password string
			want           error
		}{
			{ReaderUser, ReaderPassword, kerr.TopicAuthorizationFailed},
			{AdminUser, AdminPassword, nil},
		} {
			opts := []kgo.Opt{kgo.ClientID(ProviderClientID), kgo.SASL(mechanism(user.name, user.password))}
			secure := connect(t, append(opts, kgo.SeedBrokers(c.SASLTLSServers()...), kgo.DialTLSConfig(tlsConfig))...)
			if got := createOn(t.Context(), secure, topic); !errors.Is(got, user.want) {
				t.Errorf("%s as %s over TLS: %v, want %v", name, user.name, got, user.want)
			}
			if c.Apache() {
				open := connect(t, append(opts, kgo.SeedBrokers(c.SASLServers()...))...)
				if got := createOn(t.Context(), open, topic+"-open"); !errors.Is(got, user.want) {
					t.Errorf("%s as %s: %v, want %v", name, user.name, got, user.want)
				}
			}
		}
	}
	if n := count(c.Requests(), kmsg.CreateTopics); !c.Apache() && n != 6 || c.Apache() && n != 12 {
		t.Errorf("%d CreateTopics in the log", n)
	}
}

func TestMutualTLS(t *testing.T) {
	c := Start(t, MutualTLS())
	full := pki(t).client()
	if err := createOn(t.Context(), connect(t, kgo.SeedBrokers(c.TLSServers()...), kgo.DialTLSConfig(full)), c.TopicName("tls")); err != nil {
		t.Errorf("with a client certificate: %v", err)
	}
	bare := full.Clone()
	bare.Certificates = nil
	if err := connect(t, kgo.SeedBrokers(c.TLSServers()...), kgo.DialTLSConfig(bare)).Ping(t.Context()); err == nil {
		t.Error("no error without a client certificate")
	}
}

func connect(t *testing.T, opts ...kgo.Opt) *kgo.Client {
	t.Helper()
	client, err := kgo.NewClient(opts...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client
}

func createOn(ctx context.Context, client *kgo.Client, topic string) error {
	response, err := kadm.NewClient(client).CreateTopic(ctx, 1, 1, nil, topic)
	return cmp.Or(err, response.Err)
}

func TestOutage(t *testing.T) {
	NeedsApache(t, "it kills brokers")
	c := Start(t, Brokers(3))
	name := c.TopicName("outage")
	c.CreateTopic(name, 1, 3, nil)
	c.Kill(2)
	c.SetConfig(name, "retention.ms", "1000")
	c.Restart(2)
	if state, ok := c.Topic(name); !ok || state.ReplicationFactor != 3 || len(c.nodes()) != 3 {
		t.Errorf("after the outage: %+v on %v", state, c.nodes())
	}
}
