package kafkatest

import (
	"fmt"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

// ProduceAt writes n records of a few bytes with each of these timestamps, in
// this order, to one partition and waits until they are acknowledged. Those of one
// timestamp are a batch of their own.
func (c *Cluster) ProduceAt(topic string, partition int32, n int, timestamps ...time.Time) {
	c.t.Helper()
	producer := c.newClient(clientID+"-producer", kgo.RecordPartitioner(kgo.ManualPartitioner()))
	defer producer.Close()
	ctx, cancel := c.context()
	defer cancel()
	for _, at := range timestamps {
		records := make([]*kgo.Record, n)
		for i := range records {
			records[i] = &kgo.Record{Topic: topic, Partition: partition, Timestamp: at, Key: fmt.Appendf(nil, "key-%d", i), Value: []byte("value")}
		}
		if err := producer.ProduceSync(ctx, records...).FirstErr(); err != nil {
			c.t.Fatalf("produce to partition %d of topic %s: %v", partition, topic, err)
		}
	}
}
