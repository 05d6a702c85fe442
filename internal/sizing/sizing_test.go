package sizing

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"os"
	"strings"
	"testing"
)

func golden(t *testing.T, file string, into any) {
	t.Helper()
	text, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatal(err)
	}
}

// input builds an Input from texts; consumer rate "" stands for none.
func input(t testing.TB, peak, size, ceiling, rate string, consumers int64, headroom string, rounding Rounding) Input {
	t.Helper()
	parse := func(s string) *big.Rat {
		if s == "" {
			return nil
		}
		r, err := ParseDecimal(s)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	return Input{
		Profile: Profile{
			PeakEventsPerSec:            parse(peak),
			AvgEventSizeKB:              parse(size),
			PerPartitionCeilingMBPerSec: parse(ceiling),
			ConsumerEventsPerSec:        parse(rate),
		},
		TargetConsumers: consumers,
		HeadroomFactor:  parse(headroom),
		Rounding:        rounding,
	}
}

// example is 4,200 events/s of 18 KB for 12 consumers.
func example(t testing.TB) Input {
	t.Helper()
	return input(t, "4200", "18", "10", "", 12, "1.5", RoundingNone)
}

func sized(t testing.TB, in Input) Sizing {
	t.Helper()
	s, err := Size(in)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSizeGolden(t *testing.T) {
	var cases []struct {
		In struct {
			Peak      string  `json:"peak_events_per_sec"`
			Size      string  `json:"avg_event_size_kb"`
			Ceiling   string  `json:"per_partition_ceiling_mb_s"`
			Consumers int64   `json:"target_consumers"`
			Headroom  string  `json:"headroom_factor"`
			Rounding  string  `json:"rounding"`
			Rate      *string `json:"consumer_events_per_sec"`
		} `json:"in"`
		Out struct {
			PeakMB      string      `json:"peak_mb_per_sec"`
			Throughput  int64       `json:"throughput_partitions"`
			Rate        *int64      `json:"consumer_rate_partitions"`
			Parallelism int64       `json:"parallelism_partitions"`
			Driver      Driver      `json:"driver"`
			Required    int64       `json:"required_partitions"`
			Recommended int64       `json:"recommended_partitions"`
			Busiest     json.Number `json:"busiest_consumer_factor"`
		} `json:"out"`
	}
	golden(t, "sizing.json", &cases)
	if len(cases) == 0 {
		t.Fatal("no cases")
	}
	for i, c := range cases {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			rate := ""
			if c.In.Rate != nil {
				rate = *c.In.Rate
			}
			s := sized(t, input(t, c.In.Peak, c.In.Size, c.In.Ceiling, rate, c.In.Consumers, c.In.Headroom, Rounding(c.In.Rounding)))
			if s.PeakMBPerSec.Cmp(rat(t, c.Out.PeakMB)) != 0 {
				t.Errorf("peak: got %s, want %s", s.PeakMBPerSec, c.Out.PeakMB)
			}
			if text := Float(s.PeakMBPerSec).Text('f', -1); text != c.Out.PeakMB {
				t.Errorf("peak: got text %s, want %s", text, c.Out.PeakMB)
			}
			if (s.ConsumerRatePartitions == nil) != (c.Out.Rate == nil) ||
				c.Out.Rate != nil && *s.ConsumerRatePartitions != *c.Out.Rate {
				t.Errorf("consumer rate: got %v, want %v", s.ConsumerRatePartitions, c.Out.Rate)
			}
			if got, want := Round(s.BusiestConsumerFactor, 4), rat(t, c.Out.Busiest.String()); got.Cmp(want) != 0 {
				t.Errorf("busiest: got %s, want %s", got, want)
			}
			got := []any{s.ThroughputPartitions, s.ParallelismPartitions, s.Driver, s.RequiredPartitions, s.RecommendedPartitions, s.TargetConsumers, s.Rounding}
			want := []any{c.Out.Throughput, c.Out.Parallelism, c.Out.Driver, c.Out.Required, c.Out.Recommended, c.In.Consumers, Rounding(c.In.Rounding)}
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("got %v, want %v", got, want)
			}
			if s.HeadroomFactor.Cmp(rat(t, c.In.Headroom)) != 0 {
				t.Errorf("headroom: got %s, want %s", s.HeadroomFactor, c.In.Headroom)
			}
		})
	}
}

// A computed number decides as its literal would.
func TestSizeComputedNumber(t *testing.T) {
	in := input(t, "10240", "0.3", "0.3", "", 1, "1", RoundingNone)
	noisy := new(big.Float).SetPrec(512).Mul(literal(t, "0.1"), literal(t, "3"))
	size, err := Decimal(noisy)
	if err != nil {
		t.Fatal(err)
	}
	in.Profile.AvgEventSizeKB = size
	if got := sized(t, in).RequiredPartitions; got != 10 {
		t.Errorf("got %d, want 10", got)
	}
}

func TestSizeInputErrors(t *testing.T) {
	tests := []struct {
		peak, size, ceiling, rate string
		consumers                 int64
		headroom                  string
		rounding                  Rounding
		want                      string
	}{
		{"", "18", "10", "", 12, "1.5", "none", "throughput_profile.peak_events_per_sec is required"},
		{"0", "18", "10", "", 12, "1.5", "none", "throughput_profile.peak_events_per_sec must be greater than 0, not 0"},
		{"1", "-0.5", "10", "", 12, "1.5", "none", "throughput_profile.avg_event_size_kb must be greater than 0, not -0.5"},
		{"1", "18", "0", "", 12, "1.5", "none", "throughput_profile.per_partition_ceiling_mb_s must be greater than 0, not 0"},
		{"1", "18", "", "", 12, "1.5", "none", "throughput_profile.per_partition_ceiling_mb_s is required"},
		{"1", "18", "10", "0", 12, "1.5", "none", "throughput_profile.consumer_events_per_sec must be greater than 0, not 0"},
		{"1", "18", "10", "", 0, "1.5", "none", "target_consumers must be at least 1, not 0"},
		{"1", "18", "10", "", 12, "", "none", "headroom_factor is required"},
		{"1", "18", "10", "", 12, "0.999", "none", "headroom_factor must be at least 1, not 0.999"},
		{"1", "18", "10", "", 12, "1", "even", `rounding must be one of none, consumer_multiple, highly_composite, not "even"`},
	}
	for _, test := range tests {
		_, err := Size(input(t, test.peak, test.size, test.ceiling, test.rate, test.consumers, test.headroom, test.rounding))
		inputErr, ok := errors.AsType[*InputError](err)
		if !ok || err.Error() != test.want {
			t.Errorf("got %v, want %s", err, test.want)
			continue
		}
		if attribute, _, _ := strings.Cut(test.want, " "); inputErr.Attribute != attribute {
			t.Errorf("got attribute %s, want %s", inputErr.Attribute, attribute)
		}
	}
}

func TestSizeCountErrors(t *testing.T) {
	const limit = " partitions are more than the 2147483647 that a topic can have: "
	tests := []struct {
		in   Input
		want string
	}{
		{input(t, "2147483648", "1024", "1", "", 1, "1", "none"), "throughput_profile: 2147483648" + limit + "check peak_events_per_sec, avg_event_size_kb and per_partition_ceiling_mb_s"},
		{input(t, "1e30", "1e30", "1e-30", "", 1, "1", "none"), "throughput_profile: about 9.77e+86" + limit + "check peak_events_per_sec, avg_event_size_kb and per_partition_ceiling_mb_s"},
		{input(t, "2147483648", "1e-9", "10", "1", 1, "1", "none"), "throughput_profile.consumer_events_per_sec: 2147483648" + limit + "check peak_events_per_sec and consumer_events_per_sec"},
		{input(t, "1", "1", "10", "", 2147483648, "1", "none"), "target_consumers: 2147483648" + limit + "lower it"},
		{input(t, "1", "1", "10", "", 2147483647, "1.5", "none"), "headroom_factor: 3221225471" + limit + "check headroom_factor, and what makes the need of 2147483647"},
		{input(t, "2147483647", "1024", "1", "", 2, "1", "consumer_multiple"), "rounding: 2147483648" + limit + "use none"},
		{input(t, "1", "1", "10", "", 10081, "1", "highly_composite"), "rounding: 10081 partitions are required, and highly_composite ends at 10080: use none or consumer_multiple"},
	}
	for _, test := range tests {
		_, err := Size(test.in)
		countErr, ok := errors.AsType[*CountError](err)
		if !ok || err.Error() != test.want {
			t.Errorf("got  %v\nwant %s", err, test.want)
			continue
		}
		if countErr.Count == "" || !strings.HasPrefix(countErr.Reason, countErr.Count) {
			t.Errorf("count %q is not in %q", countErr.Count, countErr.Reason)
		}
	}
}

func TestSizeLargest(t *testing.T) {
	s := sized(t, input(t, "2147483647", "1024", "1", "", 2147483647, "1", "consumer_multiple"))
	if s.RecommendedPartitions != 2147483647 || s.Driver != DriverThroughput {
		t.Errorf("got %d by %s", s.RecommendedPartitions, s.Driver)
	}
	s = sized(t, input(t, "1", "1", "10", "", 10080, "1", "highly_composite"))
	if s.RecommendedPartitions != 10080 {
		t.Errorf("got %d, want 10080", s.RecommendedPartitions)
	}
}

// The first of equal counts is the driver.
func TestDriverOrder(t *testing.T) {
	tests := []struct {
		peak, rate string
		consumers  int64
		want       Driver
	}{
		{"5120", "1024", 5, DriverThroughput},
		{"5120", "1023", 5, DriverConsumerRate},
		{"5120", "1023", 6, DriverConsumerRate},
		{"5120", "1023", 7, DriverParallelism},
		{"5120", "", 6, DriverParallelism},
	}
	for _, test := range tests {
		if got := sized(t, input(t, test.peak, "1", "1", test.rate, test.consumers, "1", "none")).Driver; got != test.want {
			t.Errorf("%v: got %s", test, got)
		}
	}
}

func TestHeadroom(t *testing.T) {
	s := sized(t, example(t))
	for headroom, want := range map[string]int64{"1": 12, "1.2": 15, "1.25": 15, "1.26": 16, "1.5": 18, "1e30": 9223372036854775807} {
		if got := s.RequiredAt(rat(t, headroom)); got != want {
			t.Errorf("RequiredAt(%s) = %d, want %d", headroom, got, want)
		}
	}
	for partitions, want := range map[int64]string{8: "0.66", 12: "1", 16: "1.33", 18: "1.5", 24: "2"} {
		if got := s.HeadroomLeft(partitions); got.Cmp(rat(t, want)) != 0 {
			t.Errorf("HeadroomLeft(%d) = %s, want %s", partitions, got, want)
		}
	}
}
