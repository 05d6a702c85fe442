package sizing

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// derived is the derivation of the example, its first line apart.
const derived = `
Peak 4,200 events/s x 18 KB = 73.83 MB/s; at 10 MB/s per partition that needs 8.
12 consumers need 12.
12 x 1.5 = 18 required.`

const (
	recommend18 = "recommend 18 partitions (driver=parallelism, headroom=1.5x)" + derived
	recommend24 = "recommend 24 partitions (driver=parallelism, headroom=1.5x)" + derived
	nine        = "\n18 partitions over 12 consumers: 6 own twice as much as the other 6, so the group works like 9."
)

func TestLine(t *testing.T) {
	tests := []struct {
		in   Input
		want string
	}{
		{example(t), "recommend 18 partitions (driver=parallelism, headroom=1.5x)"},
		{input(t, "60000", "18", "10", "", 12, "1.25", "none"), "recommend 133 partitions (driver=throughput, headroom=1.25x)"},
		{input(t, "2000", "2", "10", "83", 12, "2", "highly_composite"), "recommend 60 partitions (driver=consumer_rate, headroom=2x)"},
		{input(t, "1", "1", "10", "", 1, "1", "none"), "recommend 1 partitions (driver=throughput, headroom=1x)"},
	}
	for _, test := range tests {
		if got := sized(t, test.in).Line(); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}

// Every case below is the example for a topic.
func TestExplainTopic(t *testing.T) {
	tests := []struct {
		name     string
		rounding Rounding
		context  Context
		want     string
	}{
		{"create", "none", Context{}, recommend18 + nine},
		{"as planned", "none", Context{Partitions: 18}, recommend18 + nine},
		{"rounding", "consumer_multiple", Context{Partitions: 24}, recommend24 + `
rounding = consumer_multiple makes it 24.
Headroom at 24 partitions: 2x, configured 1.5x.`},
		{"over-provisioned", "none", Context{Partitions: 24}, recommend18 + `
The topic has 24 partitions, more than the 18 recommended: partitions cannot shrink.
Headroom at 24 partitions: 2x, configured 1.5x.`},
		{"between", "consumer_multiple", Context{Partitions: 20}, recommend24 + `
rounding = consumer_multiple makes it 24.
20 partitions over 12 consumers: 8 own twice as much as the other 4, so the group works like 10.
The topic has 20 partitions: the 18 required are there, and rounding alone demands no growth.
Headroom at 20 partitions: 1.66x, configured 1.5x.`},
		{"minimum headroom", "none", Context{Partitions: 16, MinimumHeadroomFactor: rat(t, "1.2")}, recommend18 + `
16 partitions over 12 consumers: 4 own twice as much as the other 8, so the group works like 8.
The topic has 16 partitions, below the 18 required, but minimum_headroom_factor = 1.2 asks for no more than 15.
Headroom left: 1.33x of 1.5x.`},
		{"too few", "none", Context{Partitions: 13, MinimumHeadroomFactor: rat(t, "1.2")}, recommend18 + `
13 partitions over 12 consumers: 1 owns twice as much as the other 11, so the group works like 6.5.
The topic has 13 partitions, below the 18 required.
Headroom left: 1.08x of 1.5x.`},
		{"pinned above", "none", Context{Partitions: 48, Pinned: 48}, recommend18 + `
Pinned at 48 partitions by pinned_partitions.
Headroom at 48 partitions: 4x, configured 1.5x.`},
		{"pinned below", "none", Context{Partitions: 12, Pinned: 12}, recommend18 + `
Pinned at 12 partitions by pinned_partitions.
That is below the 18 required.
Headroom left: 1x of 1.5x.`},
		{"pinned below the need", "none", Context{Pinned: 1}, recommend18 + `
12 consumers over 1 partition: 11 have nothing to read.
Pinned at 1 partition by pinned_partitions.
That is below the 18 required.
No headroom left: 1 partition is 0.08x of the 12 needed.`},
		{"skew within", "none", Context{Partitions: 18, Skew: &Skew{rat(t, "1.5"), rat(t, "0.1")}}, recommend18 + nine + `
The hottest partition carries 1.5 times the mean: 6.15 MB/s, 61.5% of the 10 MB/s ceiling.`},
		{"skew above", "none", Context{Partitions: 18, Skew: &Skew{PeakToMeanRatio: rat(t, "3")}}, recommend18 + nine + `
The hottest partition carries 3 times the mean: 12.3 MB/s, 123% of the 10 MB/s ceiling.
That is above the ceiling: if the ratio stays, it takes 23 partitions or more, which headroom_factor = 1.92 gives.`},
		{"skew above a pin", "none", Context{Partitions: 18, Pinned: 18, Skew: &Skew{PeakToMeanRatio: rat(t, "3")}}, recommend18 + nine + `
Pinned at 18 partitions by pinned_partitions.
The hottest partition carries 3 times the mean: 12.3 MB/s, 123% of the 10 MB/s ceiling.
That is above the ceiling: if the ratio stays, it takes 23 partitions or more.`},
		{"skew above all", "none", Context{Partitions: 18, Skew: &Skew{PeakToMeanRatio: rat(t, "1e9")}}, recommend18 + nine + `
The hottest partition carries 1,000,000,000 times the mean: 4,101,562,500 MB/s, 41015625000% of the 10 MB/s ceiling.
That is above the ceiling, and no partition count would carry it.`},
		{"hot key", "none", Context{Skew: &Skew{HottestKeyShare: rat(t, "0.5")}}, recommend18 + nine + `
The hottest key alone brings 36.91 MB/s, more than the 10 MB/s that a partition takes: no partition count can carry it.`},
		{"empty skew", "none", Context{Skew: &Skew{}}, recommend18 + nine},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			in := example(t)
			in.Rounding = test.rounding
			if got := sized(t, in).Explain(in.Profile, test.context); got != test.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, test.want)
			}
		})
	}
}

func TestExplainInput(t *testing.T) {
	tests := []struct {
		name    string
		in      Input
		context Context
		want    string
	}{
		{"consumer rate", input(t, "2000", "2", "10", "83", 12, "2", "highly_composite"), Context{}, `recommend 60 partitions (driver=consumer_rate, headroom=2x)
Peak 2,000 events/s x 2 KB = 3.91 MB/s; at 10 MB/s per partition that needs 1.
At 83 events/s per consumer that needs 25.
12 consumers need 12.
25 x 2 = 50 required.
rounding = highly_composite makes it 60.
Headroom at 60 partitions: 2.4x, configured 2x.`},
		{"fraction", input(t, "60000", "18", "10", "", 7, "1.01", "none"), Context{}, `recommend 108 partitions (driver=throughput, headroom=1.01x)
Peak 60,000 events/s x 18 KB = 1,054.69 MB/s; at 10 MB/s per partition that needs 106.
7 consumers need 7.
106 x 1.01 = 107.06, so 108 required.
108 partitions over 7 consumers: 3 own 16 partitions, the other 4 own 15, so the group works like 6.8.`},
		{"one", input(t, "1", "1", "10", "", 1, "1", "none"), Context{}, `recommend 1 partitions (driver=throughput, headroom=1x)
Peak 1 events/s x 1 KB = 0.00098 MB/s; at 10 MB/s per partition that needs 1.
1 consumer needs 1.
1 x 1 = 1 required.`},
		{"barely above", input(t, "5120", "18", "10", "", 2, "1", "none"), Context{Skew: &Skew{PeakToMeanRatio: rat(t, "1.0001")}}, `recommend 9 partitions (driver=throughput, headroom=1x)
Peak 5,120 events/s x 18 KB = 90 MB/s; at 10 MB/s per partition that needs 9.
2 consumers need 2.
9 x 1 = 9 required.
9 partitions over 2 consumers: 1 owns 5 partitions, the other owns 4, so the group works like 1.8.
The hottest partition carries 1.0001 times the mean: 10.001 MB/s, just over 100% of the 10 MB/s ceiling.
That is above the ceiling: if the ratio stays, it takes 10 partitions or more, which headroom_factor = 1.12 gives.`},
		{"hot key of consumers", input(t, "1000", "1", "10", "400", 3, "1", "none"), Context{Skew: &Skew{HottestKeyShare: rat(t, "0.5")}}, `recommend 3 partitions (driver=consumer_rate, headroom=1x)
Peak 1,000 events/s x 1 KB = 0.98 MB/s; at 10 MB/s per partition that needs 1.
At 400 events/s per consumer that needs 3.
3 consumers need 3.
3 x 1 = 3 required.
The hottest key alone brings 500 events/s, more than the 400 that a consumer handles: no partition count can carry it.`},
		{"nearly even", input(t, "2000.5", "0.0004", "10", "0.1", 12, "1", "none"), Context{}, `recommend 20005 partitions (driver=consumer_rate, headroom=1x)
Peak 2,000.5 events/s x 0.0004 KB = 0.00078 MB/s; at 10 MB/s per partition that needs 1.
At 0.1 events/s per consumer that needs 20005.
12 consumers need 12.
20005 x 1 = 20005 required.`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := sized(t, test.in).Explain(test.in.Profile, test.context); got != test.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, test.want)
			}
		})
	}
}

func TestExplainForm(t *testing.T) {
	each(t, func(t *testing.T, r *rand.Rand, in Input, s Sizing) {
		text := s.Explain(in.Profile, Context{
			Partitions:            1 + r.Int64N(2*s.RecommendedPartitions),
			MinimumHeadroomFactor: integer(1),
			Skew:                  &Skew{thousandth(1000 + r.Uint32N(9000)), thousandth(r.Uint32N(1001))},
		})
		lines := strings.Split(text, "\n")
		if lines[0] != s.Line() {
			t.Errorf("begins with %q", lines[0])
		}
		for _, line := range lines[1:] {
			if !strings.HasSuffix(line, ".") || strings.Contains(line, "  ") || strings.TrimSpace(line) != line {
				t.Errorf("bad sentence %q", line)
			}
		}
	})
}
