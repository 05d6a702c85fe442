package kafkatest

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

// Traffic produces records to a topic, a hundred a second, to each
// partition in turn, until Stop or the end of the test.
type Traffic struct {
	stop func()
	sent int
}

// Traffic returns once the first record is acknowledged.
func (c *Cluster) Traffic(topic string) *Traffic {
	c.t.Helper()
	producer := c.newClient(clientID+"-traffic", kgo.RecordPartitioner(kgo.RoundRobinPartitioner()), kgo.DefaultProduceTopic(topic))
	ctx, cancel := context.WithCancel(context.Background())
	first := make(chan error, 1)
	t := new(Traffic)
	var done sync.WaitGroup
	done.Go(func() {
		defer producer.Close()
		pace := time.NewTicker(10 * time.Millisecond)
		defer pace.Stop()
		for n := 0; ; n++ {
			// A record that is on its way is waited for.
			err := producer.ProduceSync(context.Background(), kgo.StringRecord(fmt.Sprintf("value-%d", n))).FirstErr()
			if err == nil {
				t.sent++
			}
			if n == 0 {
				first <- err
			}
			select {
			case <-ctx.Done():
				return
			case <-pace.C:
			}
		}
	})
	t.stop = sync.OnceFunc(func() { cancel(); done.Wait() })
	c.t.Cleanup(t.stop)
	if err := <-first; err != nil {
		c.t.Fatalf("produce to topic %s: %v", topic, err)
	}
	return t
}

// Stop returns how many records were acknowledged. None is sent after it.
func (t *Traffic) Stop() int {
	t.stop()
	return t.sent
}

// Transaction is a producer's open transaction on a topic.
type Transaction struct {
	c      *Cluster
	client *kgo.Client
}

// Begin opens a transaction, of a producer of its own, with n records in one partition.
func (c *Cluster) Begin(topic string, partition int32, n int) *Transaction {
	c.t.Helper()
	tx := &Transaction{c: c, client: c.newClient(clientID+"-transaction", kgo.TransactionalID(c.TopicName("tx")), kgo.RecordPartitioner(kgo.ManualPartitioner()))}
	c.t.Cleanup(tx.client.Close)
	tx.begin(topic, partition, n)
	return tx
}

func (tx *Transaction) begin(topic string, partition int32, n int) {
	tx.c.t.Helper()
	ctx, cancel := tx.c.context()
	defer cancel()
	if err := tx.client.BeginTransaction(); err != nil {
		tx.c.t.Fatal(err)
	}
	var records []*kgo.Record
	for i := range n {
		records = append(records, &kgo.Record{Topic: topic, Partition: partition, Value: fmt.Appendf(nil, "value-%d", i)})
	}
	if err := tx.client.ProduceSync(ctx, records...).FirstErr(); err != nil {
		tx.c.t.Fatalf("produce to topic %s in a transaction: %v", topic, err)
	}
}

// Transactions makes as many transactions of one record in one partition, of one
// producer. Those that aborted tells are aborted.
func (c *Cluster) Transactions(topic string, partition int32, n int, aborted func(i int) bool) {
	c.t.Helper()
	var tx *Transaction
	for i := range n {
		if tx == nil {
			tx = c.Begin(topic, partition, 1)
		} else {
			tx.begin(topic, partition, 1)
		}
		if aborted(i) {
			tx.Abort()
		} else {
			tx.Commit()
		}
	}
}

// Commit ends the transaction.
func (tx *Transaction) Commit() { tx.end(kgo.TryCommit) }

// Abort ends the transaction so that its records are never delivered.
func (tx *Transaction) Abort() { tx.end(kgo.TryAbort) }

func (tx *Transaction) end(how kgo.TransactionEndTry) {
	tx.c.t.Helper()
	ctx, cancel := tx.c.context()
	defer cancel()
	if err := tx.client.EndTransaction(ctx, how); err != nil {
		tx.c.t.Fatalf("end of a transaction: %v", err)
	}
}
