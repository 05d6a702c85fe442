package skew_test

import (
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"testing"

	"github.com/shelf-analytics/terraform-provider-capture/internal/skew"
)

// fraction returns the value of "2/5" or "0.4", and nil for "".
func fraction(t testing.TB, s string) *big.Rat {
	t.Helper()
	if s == "" {
		return nil
	}
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		t.Fatalf("%q is no number", s)
	}
	return r
}

// shown returns r as its attribute is compared: 3 decimals, "null" for nil.
func shown(r *big.Rat) string {
	if r == nil {
		return "null"
	}
	return r.FloatString(3)
}

func TestProjectGolden(t *testing.T) {
	text, err := os.ReadFile("testdata/projection.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		In struct {
			Share    string
			N        int
			Events   json.Number `json:"events_per_sec"`
			Consumer json.Number `json:"consumer_events_per_sec"`
			Count    int64       `json:"consumers"`
			Burst    json.Number `json:"burst_seconds"`
			Base     json.Number `json:"base_events_per_sec"`
		}
		Out map[string]*json.Number
	}
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases) != 8 {
		t.Fatalf("%d cases, want 8", len(cases))
	}
	for i, c := range cases {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			p := skew.Project(fraction(t, c.In.Share), c.In.N, skew.Capacity{
				EventsPerSec:         fraction(t, c.In.Events.String()),
				ConsumerEventsPerSec: fraction(t, c.In.Consumer.String()),
				Consumers:            c.In.Count,
				BurstSeconds:         fraction(t, c.In.Burst.String()),
				BaseEventsPerSec:     fraction(t, c.In.Base.String()),
			})
			got := map[string]*big.Rat{
				"busiest_consumer_events_per_sec": p.BusiestConsumerEventsPerSec,
				"utilization":                     p.Utilization,
				"backlog_growth_per_sec":          p.BacklogGrowthPerSec,
				"backlog_records":                 p.BacklogRecords,
				"max_lag_seconds":                 p.MaxLagSeconds,
				"p95_lag_seconds":                 p.P95LagSeconds,
				"drain_seconds":                   p.DrainSeconds,
				"idle_consumers":                  big.NewRat(p.IdleConsumers, 1),
			}
			if len(got) != len(c.Out) {
				t.Errorf("%d numbers, want %d", len(got), len(c.Out))
			}
			for name, number := range c.Out {
				var want *big.Rat
				if number != nil {
					want = fraction(t, number.String())
				}
				if shown(got[name]) != shown(want) {
					t.Errorf("%s: got %s, want %s", name, shown(got[name]), shown(want))
				}
			}
		})
	}
}

// One seller sends 40% of 2,000 orders a second over 12 partitions to 18
// consumers that handle 400 a second each.
func TestProjectOneSellerOverTwelvePartitions(t *testing.T) {
	p := skew.Project(big.NewRat(2, 5), 12, skew.Capacity{
		EventsPerSec:         big.NewRat(2000, 1),
		ConsumerEventsPerSec: big.NewRat(400, 1),
		Consumers:            18,
	})
	tests := []struct {
		name string
		got  *big.Rat
		want string
	}{
		{"busiest consumer", p.BusiestConsumerEventsPerSec, "800"},
		{"growth", p.BacklogGrowthPerSec, "400"},
		{"behind after an hour", p.BacklogRecords, "1440000"},
		{"every other partition", p.OtherPartitionEventsPerSec, "1200/11"},
	}
	for _, test := range tests {
		if test.got.Cmp(fraction(t, test.want)) != 0 {
			t.Errorf("%s: got %s, want %s", test.name, test.got.RatString(), test.want)
		}
	}
	if p.IdleConsumers != 6 || p.PartitionsOnBusiestConsumer != 1 {
		t.Errorf("%d idle, %d partitions on the busiest; want 6 and 1", p.IdleConsumers, p.PartitionsOnBusiestConsumer)
	}
}

func TestProjectPartitionsOnBusiestConsumer(t *testing.T) {
	tests := []struct {
		partitions   int
		consumers    int64
		want         int64
		rate, others string
	}{
		{12, 12, 1, "400", "1600/11"},
		{12, 13, 1, "400", "1600/11"},
		{12, 11, 2, "6000/11", "1600/11"},
		{12, 5, 3, "7600/11", "1600/11"},
		{12, 1, 12, "2000", "1600/11"},
		{2, 1, 2, "2000", "1600"},
		{1, 1, 1, "2000", ""},
		{1, 3, 1, "2000", ""},
	}
	for _, test := range tests {
		p := skew.Project(big.NewRat(1, 5), test.partitions, skew.Capacity{
			EventsPerSec:         big.NewRat(2000, 1),
			ConsumerEventsPerSec: big.NewRat(400, 1),
			Consumers:            test.consumers,
		})
		if p.PartitionsOnBusiestConsumer != test.want ||
			shown(p.BusiestConsumerEventsPerSec) != shown(fraction(t, test.rate)) ||
			shown(p.OtherPartitionEventsPerSec) != shown(fraction(t, test.others)) {
			t.Errorf("%d over %d: got %d partitions, %s/s, others %s/s; want %d, %s, %s",
				test.partitions, test.consumers, p.PartitionsOnBusiestConsumer,
				shown(p.BusiestConsumerEventsPerSec), shown(p.OtherPartitionEventsPerSec),
				test.want, test.rate, test.others)
		}
	}
}

// The arguments belong to the caller.
func TestProjectLeavesItsArgumentsAlone(t *testing.T) {
	share := big.NewRat(2, 5)
	c := skew.Capacity{
		EventsPerSec: big.NewRat(2000, 1), ConsumerEventsPerSec: big.NewRat(400, 1), Consumers: 5,
		BurstSeconds: big.NewRat(60, 1), BaseEventsPerSec: big.NewRat(200, 1),
	}
	skew.Project(share, 12, c)
	got := fmt.Sprint(share, c.EventsPerSec, c.ConsumerEventsPerSec, c.BurstSeconds, c.BaseEventsPerSec)
	if got != "2/5 2000/1 400/1 60/1 200/1" {
		t.Errorf("changed to %s", got)
	}
}
