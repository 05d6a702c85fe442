package provider_test

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafkatest"
)

// drillClient are the options of every client of a drill: it notices new
// partitions within a quarter of a second, where clients have five minutes by
// default (metadata.max.age.ms).
func drillClient(cluster *kafkatest.Cluster, id string, opts ...kgo.Opt) (*kgo.Client, error) {
	return kgo.NewClient(append([]kgo.Opt{
		kgo.SeedBrokers(cluster.BootstrapServers()...),
		kgo.ClientID(id),
		kgo.MetadataMinAge(50 * time.Millisecond),
		kgo.MetadataMaxAge(250 * time.Millisecond),
	}, opts...)...)
}

// traffic is what a producer sends.
type traffic struct {
	keys      []string // in this order, over and over again
	perSecond float64
	bytes     int // of a value
	events    int // in all; 0: until finish
}

// producer sends numbered events with its client's defaults: idempotent, acks
// from all replicas, keys placed by murmur2.
type producer struct {
	client *kgo.Client
	sent   map[string]int // events of each key; to be read once it is done
	pace   pace

	awaited             // guards what follows
	topic, wanted       string
	perSecond           float64
	last                int // how many events to send in all; 0: until told
	acked               int
	done                bool
	firstAcked, ackedAt time.Time
	byPartition         map[int32]int // acknowledged events of the present topic
}

// startProducer sends to the topic until finish.
func startProducer(t *testing.T, cluster *kafkatest.Cluster, topic string, what traffic) *producer {
	t.Helper()
	client, err := drillClient(cluster, "drill-producer")
	if err != nil {
		t.Fatal(err)
	}
	p := &producer{client: client, sent: make(map[string]int), byPartition: make(map[int32]int),
		topic: topic, wanted: topic, perSecond: what.perSecond, last: what.events}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	t.Cleanup(func() {
		stop()
		<-ended
		client.Close()
	})
	go func() {
		defer close(ended)
		for i := 0; p.send(ctx, i, what.keys[i%len(what.keys)], what.bytes); i++ {
		}
		p.fail(client.Flush(ctx)) // every ack has been told when it returns
		p.change(func() { p.done = true })
	}()
	return p
}

// send waits for the next event to be due and sends it; false where all have been
// sent.
func (p *producer) send(ctx context.Context, i int, key string, bytes int) bool {
	p.mu.Lock()
	topic, wanted, last := p.topic, p.wanted, p.last
	p.pace.every = interval(p.perSecond)
	p.mu.Unlock()
	if last > 0 && i >= last {
		return false
	}
	if topic != wanted {
		if err := p.client.Flush(ctx); err != nil {
			p.fail(err)
			return false
		}
		p.change(func() {
			p.topic = wanted
			clear(p.byPartition)
		})
	}
	if p.pace.wait(ctx) != nil {
		return false
	}
	p.client.Produce(ctx, &kgo.Record{Topic: wanted, Key: []byte(key), Value: eventValue(p.sent[key], bytes)}, p.ack)
	p.sent[key]++
	return true
}

func (p *producer) ack(r *kgo.Record, err error) {
	if err != nil {
		p.fail(fmt.Errorf("produce to %s: %w", r.Topic, err))
		return
	}
	p.change(func() {
		p.acked++
		p.byPartition[r.Partition]++
		p.ackedAt = time.Now()
		if p.acked == 1 {
			p.firstAcked = p.ackedAt
		}
	})
}

// awaitAcked waits until that many events are acknowledged.
func (p *producer) awaitAcked(t *testing.T, events int) {
	t.Helper()
	p.await(t, fmt.Sprintf("%d events acknowledged", events), func() bool { return p.acked >= events })
}

// awaitPartition waits until an event is acknowledged on a partition of the present
// topic from this number on.
func (p *producer) awaitPartition(t *testing.T, from int32) {
	t.Helper()
	p.await(t, fmt.Sprintf("an event on a partition from %d on", from), func() bool {
		for number := range p.byPartition {
			if number >= from {
				return true
			}
		}
		return false
	})
}

// total is how many events are acknowledged.
func (p *producer) total() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.acked
}

// switchTo sends what follows to another topic, at another pace, once all before
// it is acknowledged.
func (p *producer) switchTo(t *testing.T, topic string, eventsPerSec float64) {
	t.Helper()
	p.change(func() { p.wanted, p.perSecond = topic, eventsPerSec })
	p.await(t, "the producer's switch to "+topic, func() bool { return p.topic == topic })
}

// finish waits until all events are acknowledged and returns how many of each key
// there are. Where traffic does not say how many to send, it is at least so many.
func (p *producer) finish(t *testing.T, atLeast int) map[string]int {
	t.Helper()
	p.change(func() { p.last = cmp.Or(p.last, max(1, atLeast)) })
	p.await(t, "the producer's end", func() bool { return p.done })
	return p.sent
}

// rates are the events/s that were reached, over all and on the fullest partition.
func (p *producer) rates() (all, fullest float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	seconds := p.ackedAt.Sub(p.firstAcked).Seconds()
	most := slices.Max(slices.Collect(maps.Values(p.byPartition)))
	return float64(p.acked) / seconds, float64(most) / seconds
}
