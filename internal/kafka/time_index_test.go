package kafka

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// begin is the time of all records' timestamp 0.
var begin = time.Date(2026, 11, 30, 10, 0, 0, 0, time.UTC)

func edgesOf(n int, interval time.Duration) []time.Time {
	edges := make([]time.Time, n+1)
	for i := range edges {
		edges[i] = begin.Add(time.Duration(i) * interval)
	}
	return edges
}

// produce writes records to the topic orders, each with its seconds from begin on, and each a batch.
func produce(t *testing.T, cluster *counted, partition int32, seconds ...int) {
	t.Helper()
	producer, err := kgo.NewClient(kgo.SeedBrokers(cluster.ListenAddrs()...), kgo.RecordPartitioner(kgo.ManualPartitioner()))
	if err != nil {
		t.Fatal(err)
	}
	defer producer.Close()
	for _, at := range seconds {
		record := &kgo.Record{Topic: "orders", Partition: partition, Value: []byte("v"), Timestamp: begin.Add(time.Duration(at) * time.Second)}
		if err := producer.ProduceSync(t.Context(), record).FirstErr(); err != nil {
			t.Fatal(err)
		}
	}
}

// firstAt is the offset of the first record at or after an edge.
func firstAt(seconds []int, edge time.Time) int64 {
	at := slices.IndexFunc(seconds, func(s int) bool { return !begin.Add(time.Duration(s) * time.Second).Before(edge) })
	if at < 0 {
		at = len(seconds)
	}
	return int64(at)
}

// Bursts, gaps, and timestamps out of order: every edge is where a reading of
// all records finds it, and quiet stretches cost nothing.
func TestTimeIndexFindsEveryEdge(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // a test's
	for _, test := range []struct {
		name  string
		shape func() []int
		most  int // requests for edges
	}{
		{"empty", func() []int { return nil }, 0},
		{"one", func() []int { return []int{700} }, 2 + 2*8},
		{"burst", func() []int { return slices.Repeat([]int{1234}, 20) }, 2 + 2*8},
		{"at the edges", func() []int { return []int{0, 10, 20, 1990, 2000} }, 2 + 8*8},
		{"before and after", func() []int { return []int{-50, -1, 2000, 2400} }, 2},
		{"everywhere", func() []int {
			out := make([]int, 60)
			for i := range out {
				out[i] = random.IntN(2200) - 100
			}
			slices.Sort(out)
			return out
		}, 201},
		{"out of order", func() []int {
			out := make([]int, 60)
			for i := range out {
				out[i] = random.IntN(2000)
			}
			return out
		}, 201},
	} {
		t.Run(test.name, func(t *testing.T) {
			cluster, client := fake(t, "orders")
			logs := [][]int{test.shape(), test.shape(), nil}
			for p, seconds := range logs {
				produce(t, cluster, int32(p), seconds...)
			}
			edges := edgesOf(200, 10*time.Second)
			steps := 0
			index, err := client.TimeIndex(t.Context(), "orders", edges, func(settled int) {
				if steps++; settled != steps {
					t.Errorf("%d edges are settled in step %d", settled, steps)
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			for p, seconds := range logs {
				for i, edge := range edges {
					if got, want := index.Offsets[i][p], firstAt(seconds, edge); got != want {
						t.Fatalf("partition %d, edge %d: offset %d, want %d of %v", p, i, got, want, seconds)
					}
				}
				want := time.Time{}
				if first := firstAt(seconds, edges[0]); int(first) < len(seconds) {
					want = begin.Add(time.Duration(seconds[first]) * time.Second)
				}
				if !index.Since[p].Equal(want) {
					t.Errorf("partition %d since %s, want %s", p, index.Since[p], want)
				}
			}
			const spans = 3
			if asked := cluster.requests(kmsg.ListOffsets) - spans; asked > test.most {
				t.Errorf("%d requests for edges, want at most %d", asked, test.most)
			}
			if steps != len(edges) {
				t.Errorf("progress told %d of %d edges", steps, len(edges))
			}
		})
	}
}

// Brokers tell no record of the time that a segment's file covers whose records
// DeleteRecords has taken. Answers as Apache Kafka 4.4 gives them; the same is
// tested on it.
func TestTimeIndexBehindDeletedRecords(t *testing.T) {
	cluster, client := fake(t, "orders")
	produce(t, cluster, 0, 0, 300, 600, 900)
	produce(t, cluster, 1, -500, -400) // nothing in the window, nothing hidden
	deleteBefore(t, cluster, map[int32]int64{0: 2, 1: 1})
	hiddenUntil := begin.Add(301 * time.Second).UnixMilli()
	cluster.ControlKey(kmsg.ListOffsets.Int16(), func(kreq kmsg.Request) (kmsg.Response, error, bool) {
		cluster.KeepControl()
		req := kreq.(*kmsg.ListOffsetsRequest)
		if !forEdge(kreq) || req.Topics[0].Partitions[0].Timestamp >= hiddenUntil {
			return nil, nil, false
		}
		resp := req.ResponseKind().(*kmsg.ListOffsetsResponse)
		rt := kmsg.NewListOffsetsResponseTopic()
		rt.Topic = "orders"
		for _, p := range req.Topics[0].Partitions {
			rp := kmsg.NewListOffsetsResponseTopicPartition()
			rp.Partition = p.Partition
			rt.Partitions = append(rt.Partitions, rp)
		}
		resp.Topics = append(resp.Topics, rt)
		return resp, nil, true
	})
	for _, test := range []struct {
		name    string
		edges   []time.Time
		offsets []int64 // of partition 0
		since   time.Duration
	}{
		{"told in the middle", edgesOf(10, 100*time.Second), []int64{2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 4}, 500 * time.Second},
		{"told at the end", edgesOf(2, 300*time.Second), []int64{2, 2, 2}, 600 * time.Second},
		{"never told", edgesOf(3, 100*time.Second), []int64{2, 2, 2, 2}, 900 * time.Second},
		{"one edge", edgesOf(0, time.Second), []int64{2}, 900 * time.Second},
	} {
		t.Run(test.name, func(t *testing.T) {
			index, err := client.TimeIndex(t.Context(), "orders", test.edges, nil)
			if err != nil {
				t.Fatal(err)
			}
			var got []int64
			for _, row := range index.Offsets {
				got = append(got, row[0])
				if row[1] != 2 {
					t.Errorf("partition 1 is at %d, want its end", row[1])
				}
			}
			if !slices.Equal(got, test.offsets) {
				t.Errorf("offsets are %v, want %v", got, test.offsets)
			}
			if since := index.Since[0].Sub(begin); since != test.since {
				t.Errorf("since %s, want %s", since, test.since)
			}
			if !index.Since[1].IsZero() {
				t.Errorf("partition 1 since %s, want none", index.Since[1])
			}
		})
	}
}

// The newest record is deleted too: it says nothing of the records that are left.
func TestTimeIndexBehindADeletedNewest(t *testing.T) {
	cluster, client := fake(t, "orders")
	produce(t, cluster, 0, 5000, -500, -400)
	deleteBefore(t, cluster, map[int32]int64{0: 1})
	cluster.ControlKey(kmsg.ListOffsets.Int16(), func(kreq kmsg.Request) (kmsg.Response, error, bool) {
		cluster.KeepControl()
		req := kreq.(*kmsg.ListOffsetsRequest)
		if req.Topics[0].Partitions[0].Timestamp != newest {
			return nil, nil, false
		}
		resp := req.ResponseKind().(*kmsg.ListOffsetsResponse)
		rt := kmsg.NewListOffsetsResponseTopic()
		rp := kmsg.NewListOffsetsResponseTopicPartition()
		rt.Topic, rp.Offset, rp.Timestamp = "orders", 0, begin.Add(5000*time.Second).UnixMilli()
		rt.Partitions = append(rt.Partitions, rp)
		resp.Topics = append(resp.Topics, rt)
		return resp, nil, true
	})
	index, err := client.TimeIndex(t.Context(), "orders", edgesOf(4, time.Second), nil)
	if err != nil || index.Offsets[0][0] != 3 || index.Offsets[4][0] != 3 || !index.Since[0].IsZero() {
		t.Errorf("%v since %v, %v; want the end of the log and no time", index.Offsets, index.Since, err)
	}
}

// Logs grow and shrink while they are asked: an offset stays between those of
// the edges around it.
func TestTimeIndexOfAMovingLog(t *testing.T) {
	spans := Spans{Partitions: []Span{{Start: 10, High: 90}}}
	for _, test := range []struct{ answer, want int64 }{{-1, 60}, {3, 40}, {40, 40}, {50, 50}, {60, 60}, {100, 60}} {
		s := newTimeSearch(nil, spans, edgesOf(2, time.Second), nil)
		s.settle(1, []int64{40}, []int64{60}, map[int32]position{0: {offset: test.answer}})
		if got := s.offsets[1][0]; got != test.want {
			t.Errorf("the answer %d is taken for %d, want %d", test.answer, got, test.want)
		}
	}
}

func TestFirstMilli(t *testing.T) {
	for _, test := range []struct {
		at   time.Time
		want int64
	}{
		{time.Unix(10, 0), 10_000},
		{time.Unix(10, 1), 10_001},
		{time.Unix(10, 999_999), 10_001},
		{time.Unix(10, 1_000_000), 10_001},
		{time.Unix(-1, 0), 0}, // -1000 ms has no meaning, -1 ms has another
		{time.Unix(0, -1_000_000), 0},
	} {
		if got := firstMilli(test.at); got != test.want {
			t.Errorf("%s is %d ms, want %d", test.at, got, test.want)
		}
	}
}

func deleteBefore(t *testing.T, cluster *counted, offsets map[int32]int64) {
	t.Helper()
	admin, err := kgo.NewClient(kgo.SeedBrokers(cluster.ListenAddrs()...))
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close()
	before := kadm.Offsets{}
	for p, at := range offsets {
		before.Add(kadm.Offset{Topic: "orders", Partition: p, At: at})
	}
	if _, err := kadm.NewClient(admin).DeleteRecords(t.Context(), before); err != nil {
		t.Fatal(err)
	}
}

// forEdge tells a request for a timestamp from those for the ends of a log.
func forEdge(req kmsg.Request) bool {
	list, ok := req.(*kmsg.ListOffsetsRequest)
	return ok && list.Topics[0].Partitions[0].Timestamp >= 0
}

func TestTimeIndexErrors(t *testing.T) {
	cluster, client := fake(t, "orders")
	produce(t, cluster, 0, 0, 10)
	edges := edgesOf(4, 5*time.Second)
	if _, err := client.TimeIndex(t.Context(), "nothing", edges, nil); !errors.Is(err, ErrNotFound) {
		t.Errorf("a topic that is not there: %v", err)
	}

	// A leader that changes for a moment is asked again.
	cluster.Fault(kfake.Fault{Keys: []kmsg.Key{kmsg.ListOffsets}, Topic: "orders", Partitions: []int32{0}, Err: kerr.OffsetNotAvailable, When: forEdge, Count: 2})
	index, err := client.TimeIndex(t.Context(), "orders", edges, nil)
	if err != nil || index.Offsets[4][0] != 2 {
		t.Errorf("a leader that changes: %v, %v", index.Offsets, err)
	}

	cluster.Fault(kfake.Fault{Keys: []kmsg.Key{kmsg.ListOffsets}, Topic: "orders", Err: kerr.UnknownTopicOrPartition, When: forEdge, Count: 1})
	if _, err := client.TimeIndex(t.Context(), "orders", edges, nil); !errors.Is(err, ErrVanished) || errors.Is(err, ErrNotFound) {
		t.Errorf("a topic that vanishes: %v", err)
	}

	cluster.Fault(kfake.Fault{Keys: []kmsg.Key{kmsg.ListOffsets}, Topic: "orders", Err: kerr.TopicAuthorizationFailed, When: forEdge, Count: -1})
	if _, err := client.TimeIndex(t.Context(), "orders", edges, nil); ReasonOf(err) != ReasonUnauthorized {
		t.Errorf("without the right: %v", err)
	}
}

// An interrupt ends the search at once, whatever the broker does.
func TestTimeIndexInterrupted(t *testing.T) {
	cluster, client := fake(t, "orders")
	produce(t, cluster, 0, 0, 10)
	ctx, cancel := context.WithCancel(t.Context())
	release := make(chan struct{})
	defer close(release)
	seen := 0
	cluster.ControlKey(kmsg.ListOffsets.Int16(), func(kmsg.Request) (kmsg.Response, error, bool) {
		cluster.KeepControl()
		if seen++; seen == 6 { // in the midst of the halving
			cancel()
			cluster.SleepControl(func() { <-release })
		}
		return nil, nil, false
	})
	if _, err := client.TimeIndex(ctx, "orders", edgesOf(100, time.Second), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
}
