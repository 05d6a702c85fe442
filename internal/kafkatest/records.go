package kafkatest

import (
	"fmt"

	"github.com/twmb/franz-go/pkg/kgo"
)

// Produce writes n records of a few bytes, key-0 to key-(n-1), to one partition
// and waits until they are acknowledged.
func (c *Cluster) Produce(topic string, partition int32, n int) {
	c.t.Helper()
	producer := c.newClient(clientID+"-producer", kgo.RecordPartitioner(kgo.ManualPartitioner()))
	defer producer.Close()
	records := make([]*kgo.Record, 0, n)
	for i := range n {
		records = append(records, &kgo.Record{
			Topic:     topic,
			Partition: partition,
			Key:       fmt.Appendf(nil, "key-%d", i),
			Value:     fmt.Appendf(nil, "value-%d", i),
		})
	}
	ctx, cancel := c.context()
	defer cancel()
	if err := producer.ProduceSync(ctx, records...).FirstErr(); err != nil {
		c.t.Fatalf("produce to partition %d of topic %s: %v", partition, topic, err)
	}
}
