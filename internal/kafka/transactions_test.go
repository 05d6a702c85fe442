package kafka

import (
	"errors"
	"testing"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kmsg"
	"github.com/twmb/franz-go/pkg/kversion"
)

// Producers as Apache Kafka 4.4 describes them.
func TestTransactions(t *testing.T) {
	for _, test := range []struct {
		name               string
		coordinator, start int64
		want               bool
	}{
		{"idempotent", -1, -1, false},
		{"first transaction open", -1, 17, true},
		{"ended", 0, -1, true},
		{"another one open", 3, 40, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			cluster, client := fake(t, "orders")
			cluster.ControlKey(kmsg.DescribeProducers.Int16(), func(kreq kmsg.Request) (kmsg.Response, error, bool) {
				cluster.KeepControl()
				resp := kreq.ResponseKind().(*kmsg.DescribeProducersResponse)
				producer := kmsg.NewDescribeProducersResponseTopicPartitionActiveProducer()
				producer.CoordinatorEpoch, producer.CurrentTxnStartOffset = int32(test.coordinator), test.start
				rp := kmsg.NewDescribeProducersResponseTopicPartition()
				rp.ActiveProducers = append(rp.ActiveProducers, producer)
				rt := kmsg.NewDescribeProducersResponseTopic()
				rt.Topic, rt.Partitions = "orders", append(rt.Partitions, rp)
				resp.Topics = append(resp.Topics, rt)
				return resp, nil, true
			})
			spans, err := client.Spans(t.Context(), "orders")
			if err != nil {
				t.Fatal(err)
			}
			if got, err := client.Transactions(t.Context(), spans); got != test.want || err != nil {
				t.Errorf("transactions: %t, %v; want %t", got, err, test.want)
			}
			// Records beyond the last stable offset are of an open transaction.
			spans.Partitions[2].High++
			asked := cluster.requests(kmsg.DescribeProducers)
			if got, err := client.Transactions(t.Context(), spans); !got || err != nil || cluster.requests(kmsg.DescribeProducers) != asked {
				t.Errorf("an open transaction: %t, %v", got, err)
			}
		})
	}
}

func TestTransactionsNotKnown(t *testing.T) {
	cluster, client := fake(t, "orders")
	spans, err := client.Spans(t.Context(), "orders")
	if err != nil {
		t.Fatal(err)
	}
	cluster.Fault(kfake.Fault{Keys: []kmsg.Key{kmsg.DescribeProducers}, Topic: "orders", Err: kerr.TopicAuthorizationFailed, Count: -1})
	if _, err := client.Transactions(t.Context(), spans); ReasonOf(err) != ReasonUnauthorized {
		t.Errorf("without the right: %v", err)
	}

	old, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.SeedTopics(1, "orders"), kfake.MaxVersions(kversion.V2_7_0()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(old.Close)
	client, err = New(Config{Servers: old.ListenAddrs()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	if _, err := client.Transactions(t.Context(), Spans{Topic: Topic{Name: "orders"}, Partitions: []Span{{}}}); !errors.Is(err, errNoProducers) {
		t.Errorf("an old broker: %v", err)
	}
}
