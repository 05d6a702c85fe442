package live

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"
)

// ten is when the windows of these tests begin.
var ten = time.Date(2026, 11, 30, 10, 0, 0, 0, time.UTC)

func at(seconds float64) time.Time { return ten.Add(time.Duration(seconds * float64(time.Second))) }

// log is a partition: its log start, and the seconds from ten of the records that
// are left.
type log struct {
	start   int64
	seconds []float64
}

// timed reads these logs as a broker's time index does.
func timed(w Window, logs ...log) TimedLogs {
	out := TimedLogs{Topic: "orders.v2", Window: w}
	for range w.Edges() {
		out.Offsets = append(out.Offsets, make([]int64, len(logs)))
	}
	for p, l := range logs {
		read := TimedLog{Start: l.start, End: l.start + int64(len(l.seconds))}
		for i, edge := range w.Edges() {
			first := slices.IndexFunc(l.seconds, func(s float64) bool { return !at(s).Before(edge) })
			if first < 0 {
				first = len(l.seconds)
			} else if i == 0 {
				read.Since = at(l.seconds[first])
			}
			out.Offsets[i][p] = l.start + int64(first)
		}
		out.Logs = append(out.Logs, read)
	}
	return out
}

func figure(r *big.Rat) string {
	if r == nil {
		return "null"
	}
	return r.RatString()
}

// course is the series, such as "0:3 60:0", in seconds from ten.
func series(t Throughput) string {
	var parts []string
	for _, rate := range t.Series {
		parts = append(parts, fmt.Sprintf("%g:%s", rate.Start.Sub(ten).Seconds(), figure(rate.PerSec)))
	}
	return strings.Join(parts, " ")
}

// repeated is n records at each of these seconds.
func repeated(n int, seconds ...float64) []float64 {
	var out []float64
	for _, s := range seconds {
		out = append(out, slices.Repeat([]float64{s}, n)...)
	}
	return out
}

func TestMeasure(t *testing.T) {
	minutes := Window{From: ten, To: at(180), Interval: time.Minute}
	for _, test := range []struct {
		name                       string
		window                     Window
		logs                       []log
		series                     string
		records                    int64
		peak, mean, burst, hottest string
		peakAt, covered            float64
		cut, emptied               []int32
		cutoff                     float64 // 0: not known
		expired                    []int32
	}{
		// what arrives
		{name: "no records", window: minutes, logs: []log{{}, {}}, series: "0:0 60:0 120:0", peak: "0", mean: "0", burst: "null", hottest: "0"},
		{name: "one record", window: minutes, logs: []log{{0, []float64{61}}}, series: "0:0 60:1/60 120:0", records: 1, peak: "1/60", mean: "1/180", burst: "3", hottest: "1/60", peakAt: 60},
		{name: "partitions together", window: minutes, logs: []log{{0, repeated(60, 0, 60)}, {0, repeated(120, 60, 120)}, {}},
			series: "0:1 60:3 120:2", records: 360, peak: "3", mean: "2", burst: "3/2", hottest: "2", peakAt: 60},
		{name: "equal peaks", window: minutes, logs: []log{{0, repeated(60, 0, 120)}}, series: "0:1 60:0 120:1", records: 120, peak: "1", mean: "2/3", burst: "3/2", hottest: "1"},
		{name: "other peaks by partition", window: minutes, logs: []log{{0, repeated(60, 0)}, {0, repeated(60, 60)}, {0, repeated(30, 60)}},
			series: "0:1 60:3/2 120:0", records: 150, peak: "3/2", mean: "5/6", burst: "9/5", hottest: "1", peakAt: 60},
		{name: "before and after", window: minutes, logs: []log{{0, []float64{-1, 0, 179.999, 180, 200}}}, series: "0:1/60 60:0 120:1/60", records: 2, peak: "1/60", mean: "1/90", burst: "3/2", hottest: "1/60"},
		{name: "out of order", window: minutes, logs: []log{{0, []float64{10, 70, 20, 130, 0}}}, series: "0:1/60 60:1/30 120:1/30", records: 5, peak: "1/30", mean: "1/36", burst: "6/5", hottest: "1/30", peakAt: 60},

		// the last interval
		{name: "shorter", window: Window{From: ten, To: at(90), Interval: time.Minute}, logs: []log{{0, repeated(60, 0, 60)}}, series: "0:1 60:2", records: 120, peak: "2", mean: "4/3", burst: "3/2", hottest: "2", peakAt: 60},
		{name: "less than a second", window: Window{From: ten, To: at(60.5), Interval: time.Minute}, logs: []log{{0, repeated(60, 0, 60)}}, series: "0:1 60:60", records: 120, peak: "60", mean: "240/121", burst: "121/4", hottest: "60", peakAt: 60},
		{name: "all of less than a second", window: Window{From: ten, To: at(0.25), Interval: time.Minute}, logs: []log{{0, repeated(10, 0)}}, series: "0:10", records: 10, peak: "10", mean: "10", burst: "1", hottest: "10"},

		// what is deleted
		{name: "start is not reached", window: minutes, logs: []log{{7, []float64{-10, 30, 61}}}, series: "0:1/60 60:1/60 120:0", records: 2, peak: "1/60", mean: "1/90", burst: "3/2", hottest: "1/60"},
		{name: "deleted before", window: minutes, logs: []log{{7, []float64{0, 61}}}, series: "0:1/60 60:1/60 120:0", records: 2, peak: "1/60", mean: "1/90", burst: "3/2", hottest: "1/60"},
		{name: "deleted in an interval", window: minutes, logs: []log{{7, []float64{30, 61, 62}}, {0, repeated(600, 1)}}, series: "60:1/30 120:0", records: 2, peak: "1/30", mean: "1/60", burst: "2", hottest: "1/30", peakAt: 60, covered: 60, cut: []int32{0}},
		{name: "deleted at an edge", window: minutes, logs: []log{{7, []float64{60, 61}}}, series: "60:1/30 120:0", records: 2, peak: "1/30", mean: "1/60", burst: "2", hottest: "1/30", peakAt: 60, covered: 60, cut: []int32{0}},
		{name: "the latest counts", window: minutes, logs: []log{{7, []float64{70}}, {7, []float64{30, 130}}}, series: "120:1/60", records: 1, peak: "1/60", mean: "1/60", burst: "1", hottest: "1/60", peakAt: 120, covered: 120, cut: []int32{0, 1}},
		{name: "deleted up to the last interval", window: minutes, logs: []log{{7, []float64{121}}}, peak: "null", mean: "null", burst: "null", hottest: "null", covered: 180, cut: []int32{0}},
		{name: "deleted beyond", window: minutes, logs: []log{{7, []float64{300}}, {0, []float64{1}}}, peak: "null", mean: "null", burst: "null", hottest: "null", covered: 180, cut: []int32{0}},
		{name: "a partition emptied", window: minutes, logs: []log{{7, nil}, {0, []float64{1}}, {}}, series: "0:1/60 60:0 120:0", records: 1, peak: "1/60", mean: "1/180", burst: "3", hottest: "1/60", emptied: []int32{0}},
		{name: "all emptied", window: minutes, logs: []log{{7, nil}, {3, nil}, {}}, peak: "null", mean: "null", burst: "null", hottest: "null", covered: 180, emptied: []int32{0, 1}},

		// what retention by time can have deleted
		{name: "emptied before", window: minutes, cutoff: -1, logs: []log{{7, nil}, {0, []float64{1}}}, series: "0:1/60 60:0 120:0", records: 1, peak: "1/60", mean: "1/180", burst: "3", hottest: "1/60", expired: []int32{0}},
		{name: "emptied since", window: minutes, cutoff: 60.5, logs: []log{{7, nil}, {0, []float64{121}}}, series: "120:1/60", records: 1, peak: "1/60", mean: "1/60", burst: "1", hottest: "1/60", peakAt: 120, covered: 120, cut: []int32{0}, expired: []int32{0}},
		{name: "all emptied before", window: minutes, cutoff: -1, logs: []log{{7, nil}, {3, nil}}, series: "0:0 60:0 120:0", peak: "0", mean: "0", burst: "null", hottest: "0", expired: []int32{0, 1}},
		{name: "all emptied since", window: minutes, cutoff: 200, logs: []log{{7, nil}, {}}, peak: "null", mean: "null", burst: "null", hottest: "null", covered: 180, cut: []int32{0}, expired: []int32{0}},
		{name: "sparse", window: minutes, cutoff: 59, logs: []log{{7, []float64{130}}}, series: "60:0 120:1/60", records: 1, peak: "1/60", mean: "1/120", burst: "2", hottest: "1/60", peakAt: 120, covered: 60, cut: []int32{0}},
		{name: "sparse, retention before", window: minutes, cutoff: -1, logs: []log{{7, []float64{130}}}, series: "0:0 60:0 120:1/60", records: 1, peak: "1/60", mean: "1/180", burst: "3", hottest: "1/60", peakAt: 120},
		{name: "not yet deleted", window: minutes, cutoff: 130, logs: []log{{7, []float64{30, 61}}}, series: "60:1/60 120:0", records: 1, peak: "1/60", mean: "1/120", burst: "2", hottest: "1/60", peakAt: 60, covered: 60, cut: []int32{0}},
	} {
		t.Run(test.name, func(t *testing.T) {
			in := timed(test.window, test.logs...)
			if test.cutoff != 0 {
				in.Cutoff = at(test.cutoff)
			}
			got := Measure(in)
			if s := series(got); s != test.series {
				t.Errorf("series is %q, want %q", s, test.series)
			}
			hottest := (*big.Rat)(nil)
			if h := got.Hottest(); h != nil {
				hottest = h.Peak
			}
			for _, f := range []struct{ name, got, want string }{
				{"peak", figure(got.Peak), test.peak}, {"mean", figure(got.Mean), test.mean},
				{"burst", figure(got.Burst()), test.burst}, {"hottest", figure(hottest), test.hottest},
				{"records", fmt.Sprint(got.Records), fmt.Sprint(test.records)},
				{"covered", Time(got.CoveredFrom), Time(at(test.covered))},
				{"cut", fmt.Sprint(got.Cut), fmt.Sprint(test.cut)}, {"emptied", fmt.Sprint(got.Emptied), fmt.Sprint(test.emptied)},
				{"expired", fmt.Sprint(got.Expired), fmt.Sprint(test.expired)},
				{"partly", fmt.Sprint(got.Partly()), fmt.Sprint(test.covered > 0 || len(test.emptied) > 0)},
			} {
				if f.got != f.want {
					t.Errorf("%s is %s, want %s", f.name, f.got, f.want)
				}
			}
			if want := at(test.peakAt); test.records > 0 != got.PeakAt.Equal(want) {
				t.Errorf("peak at %s, want %s", got.PeakAt, want)
			}
			total := int64(0)
			for _, p := range got.Partitions {
				total += p.Records
			}
			if total != got.Records {
				t.Errorf("the partitions have %d records, all together %d", total, got.Records)
			}
		})
	}
}

// The first of equal peaks, in a partition too.
func TestPartitionPeak(t *testing.T) {
	got := Measure(timed(Window{From: ten, To: at(210), Interval: time.Minute}, log{0, repeated(30, 60, 120, 180)}, log{0, repeated(60, 0, 60)}, log{0, []float64{-5}}))
	for p, want := range []string{"90 records, peak 1 at 180", "120 records, peak 1 at 0", "0 records, peak 0 at none"} {
		r, begins := got.Partitions[p], "none"
		if !r.PeakAt.IsZero() {
			begins = fmt.Sprint(r.PeakAt.Sub(ten).Seconds())
		}
		if text := fmt.Sprintf("%d records, peak %s at %s", r.Records, figure(r.Peak), begins); text != want {
			t.Errorf("partition %d has %s, want %s", p, text, want)
		}
	}
}

func TestEventSize(t *testing.T) {
	for _, test := range []struct {
		stored *Stored
		want   string
	}{
		{nil, "null"},
		{&Stored{Bytes: 0, Records: 0}, "null"},
		{&Stored{Bytes: 100, Records: 0}, "null"}, // deleted, the file is still there
		{&Stored{Bytes: 2048, Records: 2}, "1"},
		{&Stored{Bytes: 1000, Records: 3}, "125/384"},
		{&Stored{Bytes: 1 << 60, Records: 1 << 40}, "1024"},
	} {
		got := Measure(TimedLogs{Window: Window{From: ten, To: at(60), Interval: time.Minute}, Offsets: [][]int64{{}, {}}, Stored: test.stored})
		if size := figure(got.EventSizeKB()); size != test.want {
			t.Errorf("size of %+v is %s, want %s", test.stored, size, test.want)
		}
	}
}

func TestWindow(t *testing.T) {
	const year = 365 * 24 * time.Hour
	for _, test := range []struct {
		lookback, interval time.Duration
		intervals          int64
		from               time.Duration // before now
		fitting            time.Duration
	}{
		{24 * time.Hour, time.Minute, 1440, 24 * time.Hour, 9 * time.Second},
		{90 * time.Second, time.Minute, 2, 2 * time.Minute, time.Second},
		{time.Nanosecond, time.Second, 1, time.Second, time.Second},
		{time.Hour, 24 * time.Hour, 1, 24 * time.Hour, 9 * time.Second},
		{10_000 * time.Second, time.Second, 10_000, 10_000 * time.Second, time.Second},
		{10_001 * time.Second, time.Second, 10_001, 10_001 * time.Second, 2 * time.Second},
		{10 * time.Second, 1500 * time.Millisecond, 7, 10500 * time.Millisecond, time.Second},
		{10 * year, 10 * year, 1, 10 * year, 31536 * time.Second},
	} {
		w := LookBack(ten, test.lookback, test.interval)
		if n := w.Intervals(); n != test.intervals || ten.Sub(w.From) != test.from || w.Fitting() != test.fitting {
			t.Errorf("%s of %s: %d intervals from %s on, %s fits; want %d, %s, %s", test.lookback, test.interval,
				n, ten.Sub(w.From), w.Fitting(), test.intervals, test.from, test.fitting)
		}
		edges := w.Edges()
		if len(edges) != int(test.intervals)+1 || !edges[0].Equal(w.From) || !edges[len(edges)-1].Equal(ten) {
			t.Errorf("%s of %s: %d edges from %s to %s", test.lookback, test.interval, len(edges), edges[0], edges[len(edges)-1])
		}
	}
	w := Window{From: ten, To: at(150), Interval: time.Minute}
	if got, want := w.Edges(), []time.Time{ten, at(60), at(120), at(150)}; !slices.EqualFunc(got, want, time.Time.Equal) {
		t.Errorf("edges are %v, want %v", got, want)
	}
}
