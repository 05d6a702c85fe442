package provider_test

import (
	encodingcsv "encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafkatest"
	"github.com/shelf-analytics/terraform-provider-capture/internal/markdown"
)

// The window in which a chain is photographed again, at the profile's peak.
const (
	resetPeak      = 4200 // events/s
	resetSeconds   = 28
	resetConsumers = 12
	resetReads     = 650 // events/s of one consumer
	resetBytes     = 200 // of a value
	resetSamples   = 24  // of the lag, one a second
	resetTarget    = 5   // seconds of lag
)

// dayKeys are the keys of the day's events in examples/skew, one for each event,
// shuffled the same way every time: by store and fixture, and by store.
func dayKeys(t *testing.T) (byFixture, byStore []string) {
	t.Helper()
	rows, err := encodingcsv.NewReader(strings.NewReader(example(t, "skew/keys/day.csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows[1:] {
		events, err := strconv.Atoi(row[2])
		if err != nil {
			t.Fatal(err)
		}
		for range events {
			byFixture = append(byFixture, row[0]+":"+row[1])
		}
	}
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(byFixture), func(i, j int) { byFixture[i], byFixture[j] = byFixture[j], byFixture[i] })
	for _, key := range byFixture {
		store, _, _ := strings.Cut(key, ":")
		byStore = append(byStore, store)
	}
	return byFixture, byStore
}

// replay is a burst on one topic with its consumers.
type replay struct {
	keys, topic string
	sender      *producer
	readers     *group
	log         *eventLog
	burst, end  measuredLag
}

func newReplay(t *testing.T, cluster *kafkatest.Cluster, keys, topic string) *replay {
	t.Helper()
	r := &replay{keys: keys, topic: topic, log: newEventLog()}
	r.readers = startGroup(t, cluster, consumers{group: topic, topics: []string{topic}, members: resetConsumers, perSecond: resetReads}, r.log)
	return r
}

func (r *replay) begin(t *testing.T, cluster *kafkatest.Cluster, keys []string) {
	t.Helper()
	r.readers.awaitOwned(t, 18)
	r.sender = startProducer(t, cluster, r.topic, traffic{keys: keys, perSecond: resetPeak, bytes: resetBytes, events: resetPeak * resetSeconds})
}

// kept tells whether the consumers kept up and left nothing.
func (r *replay) kept() bool { return r.burst.P95 < resetTarget && r.end.Total == 0 && r.end.Max == 0 }

func (r *replay) row() []string {
	verdict := "fails"
	if r.kept() {
		verdict = "holds"
	}
	rate, _ := r.sender.rates()
	return []string{r.keys, thousands(r.sender.total()), whole(rate),
		fmt.Sprintf("%.1f", r.burst.P95), fmt.Sprintf("%.1f", r.end.Max), verdict}
}

func whole(x float64) string { return thousands(int(math.Round(x))) }

// measuredLag is what the data source says.
type measuredLag struct {
	P95    float64 `json:"p95_lag_seconds"`
	Max    float64 `json:"max_lag_seconds"`
	Total  int64   `json:"total_lag"`
	Within *bool   `json:"within_target"`
}

// measure looks at the lag so often, a second apart.
func (w *workspace) measure(samples int, replays ...*replay) (lags []measuredLag) {
	w.t.Helper()
	groups := make(map[string]string)
	for _, r := range replays {
		groups[r.topic] = r.readers.group
	}
	w.set(vars{"groups": groups, "samples": samples, "target": resetTarget})
	w.apply().exits(0)
	all := w.resources()
	for _, r := range replays {
		var lag measuredLag
		text, err := json.Marshal(all[fmt.Sprintf("data.capture_consumer_lag.of[%q]", r.topic)])
		if err == nil {
			err = json.Unmarshal(text, &lag)
		}
		if err != nil || lag.Within == nil {
			w.t.Fatalf("lag of %s: %v: %s", r.topic, err, text)
		}
		lags = append(lags, lag)
	}
	return lags
}

// The same reset on two topics of 18 partitions with 12 consumers each: keyed by
// store and fixture they keep up, keyed by store one partition falls behind.
func drillResetWindow(t *testing.T) {
	cluster := start(t)
	name := cluster.TopicName("capture-events")
	sized := newWorkspace(t, cluster, "drill_reset").set(vars{
		"by_fixture": name + ".by-fixture", "by_store": name + ".by-store",
		"peak_events_per_sec": resetPeak, "consumer_events_per_sec": resetReads, "target_consumers": resetConsumers,
	})
	sized.apply().exits(0).says("2 added")
	flat := newReplay(t, cluster, "store_id:fixture_id", name+".by-fixture")
	full := newReplay(t, cluster, "store_id", name+".by-store")
	byFixture, byStore := dayKeys(t)
	flat.begin(t, cluster, byFixture)
	full.begin(t, cluster, byStore)

	// By the time that two seconds' events are processed, both groups have committed.
	w := newWorkspace(t, cluster, "drill_lag")
	flat.log.awaitProcessed(t, 2*resetPeak)
	full.log.awaitProcessed(t, 2*resetPeak)
	lags := w.measure(resetSamples, flat, full)
	flat.burst, full.burst = lags[0], lags[1]

	full.sender.finish(t, resetPeak*resetSeconds)
	sent := flat.sender.finish(t, resetPeak*resetSeconds)
	flat.log.awaitProcessed(t, flat.sender.total())
	flat.readers.stop() // and commit the rest
	lags = w.measure(1, flat, full)
	flat.end, full.end = lags[0], lags[1]
	full.readers.stop()
	flat.log.settle(t, sent)

	_, flattest := flat.sender.rates()
	_, fullest := full.sender.rates()
	printTable(cluster, "Reset-window replay", []markdown.Column{
		{Title: "keys"}, {Title: "events", Right: true}, {Title: "events/s", Right: true},
		{Title: "p95 lag s", Right: true}, {Title: "end lag s", Right: true}, {Title: "verdict"},
	}, [][]string{flat.row(), full.row()}, fmt.Sprintf(
		"18 partitions, %d consumers of at most %d events/s each. The fullest partition gets %s events/s by store and fixture, %s by store.\n"+
			"Values have %d bytes, not 18 KB: what binds here is the consumers' pace.\n",
		resetConsumers, resetReads, whole(flattest), whole(fullest), resetBytes))
	for _, r := range []*replay{flat, full} {
		if rate, _ := r.sender.rates(); rate < 0.9*resetPeak {
			t.Errorf("keyed by %s: %s events/s were produced, not %d: the machine is too busy for the replay", r.keys, whole(rate), resetPeak)
		}
	}
	if !flat.kept() || !*flat.end.Within {
		t.Errorf("keyed by store and fixture: p95 lag %.1f s, %d events left; want less than %d s and none", flat.burst.P95, flat.end.Total, resetTarget)
	}
	if full.burst.P95 < resetTarget || full.end.Total == 0 || *full.end.Within {
		t.Errorf("keyed by store: p95 lag %.1f s, %d events left; the replay does not tell the keys apart", full.burst.P95, full.end.Total)
	}
}
