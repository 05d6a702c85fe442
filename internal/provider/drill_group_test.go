package provider_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafkatest"
)

// consumers is what a group consists of.
type consumers struct {
	group     string
	topics    []string
	members   int
	perSecond float64 // events that one member processes at most
}

// group are running consumers. A new partition is read from its beginning
// (auto.offset.reset=earliest). Commits are made every half second, before
// partitions are given up and at the end, and never run ahead of what was
// processed, so that no event is delivered twice unless a member is lost.
type group struct {
	consumers
	awaited // guards owned and paused
	log     *eventLog
	owned   map[int]int // partitions by member
	paused  bool
	stop    func() // has every member commit and leave; may be called twice
}

const (
	commitInterval = 500 * time.Millisecond
	// pollRecords is the most that a member processes before it lets a rebalance go on.
	pollRecords = 50
)

// startGroup has the members read the topics and note in the log what they
// process. Partitions go round robin: of one topic, partition i to member i modulo
// members.
func startGroup(t *testing.T, cluster *kafkatest.Cluster, who consumers, log *eventLog) *group {
	t.Helper()
	g := &group{consumers: who, log: log, owned: make(map[int]int)}
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	g.stop = sync.OnceFunc(func() {
		cancel()
		running.Wait()
	})
	t.Cleanup(g.stop)
	for i := range who.members {
		client, err := g.member(cluster, i)
		if err != nil {
			t.Fatal(err)
		}
		running.Go(func() {
			defer client.CloseAllowingRebalance()
			beat := pace{every: interval(who.perSecond)}
			for g.process(ctx, client, &beat) {
				client.AllowRebalance()
			}
		})
	}
	return g
}

// member makes the client of one.
func (g *group) member(cluster *kafkatest.Cluster, number int) (*kgo.Client, error) {
	owns := func(partitions map[string][]int32) {
		g.change(func() {
			g.owned[number] = 0
			for _, numbers := range partitions {
				g.owned[number] += len(numbers)
			}
		})
	}
	return drillClient(cluster, fmt.Sprintf("drill-consumer-%d", number),
		kgo.ConsumerGroup(g.group),
		kgo.ConsumeTopics(g.topics...),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()),
		kgo.Balancers(kgo.RoundRobinBalancer()),     // it always assigns all anew
		kgo.HeartbeatInterval(200*time.Millisecond), // how soon a rebalance is noticed
		kgo.FetchMaxWait(250*time.Millisecond),
		kgo.FetchMaxPartitionBytes(8<<10), // so that a full partition leaves room for others
		kgo.BlockRebalanceOnPoll(),
		kgo.AutoCommitMarks(),
		kgo.AutoCommitInterval(commitInterval),
		kgo.OnPartitionsAssigned(func(_ context.Context, _ *kgo.Client, assigned map[string][]int32) { owns(assigned) }),
		kgo.OnPartitionsRevoked(func(ctx context.Context, client *kgo.Client, _ map[string][]int32) {
			owns(nil)
			g.fail(client.CommitMarkedOffsets(ctx))
		}),
		kgo.OnPartitionsLost(func(context.Context, *kgo.Client, map[string][]int32) { owns(nil) }),
	)
}

// fail ends what waits for the group and for its log.
func (g *group) fail(err error) {
	g.awaited.fail(err)
	g.log.fail(err)
}

// pause has the members poll no more, as when what they write to is down; they
// stay in the group. With false they go on.
func (g *group) pause(paused bool) { g.change(func() { g.paused = paused }) }

// process polls once and processes what came; false at the end.
func (g *group) process(ctx context.Context, client *kgo.Client, beat *pace) bool {
	if g.until(ctx, func() bool { return !g.paused }) != nil {
		return false
	}
	fetches := client.PollRecords(ctx, pollRecords)
	if ctx.Err() != nil {
		return false
	}
	fetches.EachError(func(topic string, partition int32, err error) {
		g.fail(fmt.Errorf("read partition %d of %s: %w", partition, topic, err))
	})
	for records := fetches.RecordIter(); !records.Done(); {
		record := records.Next()
		if beat.wait(ctx) != nil {
			return false
		}
		g.log.note(record)
		client.MarkCommitRecords(record)
	}
	return true
}

// awaitOwned waits until the members own that many partitions, each of them some.
func (g *group) awaitOwned(t *testing.T, partitions int) {
	t.Helper()
	g.await(t, fmt.Sprintf("%d members that own %d partitions", g.members, partitions), func() bool {
		total := 0
		for i := range g.members {
			if g.owned[i] == 0 {
				return false
			}
			total += g.owned[i]
		}
		return total == partitions
	})
}
