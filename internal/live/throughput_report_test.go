package live

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func yesNo(b bool) *bool { return &b }

const wholeReport = "" +
	"**Peak 2 events/s** in `orders.v2` at 2026-11-30T10:01:00Z over 1 min, 1.8 times the mean of 1.11.\n" +
	`
To copy into a ` + "`throughput_profile`" + `:

` + "```hcl" + `
peak_events_per_sec = 2
avg_event_size_kb   = 1.234 # as stored
` + "```" + `

**Measured**: 200 records in 3 partitions from 2026-11-30T10:00:00Z to 2026-11-30T10:03:00Z, in 3 intervals of 1 min. The busiest partition is 0, with up to 1 events/s.

| partition | records | peak/s | at                   |                      |
| --------: | ------: | -----: | :------------------- | :------------------- |
|         0 |      90 |      1 | 2026-11-30T10:01:00Z | ████████████████████ |
|         1 |     110 |      1 | 2026-11-30T10:01:00Z | ████████████████████ |
|         2 |       0 |      0 |                      |                      |

| from                 | events/s |                      |
| :------------------- | -------: | :------------------- |
| 2026-11-30T10:00:00Z |     1.33 | █████████████▍       |
| 2026-11-30T10:01:00Z |        2 | ████████████████████ |
| 2026-11-30T10:02:00Z |        0 |                      |

- The size is what a record takes in the leaders' logs: compressed, one replica.
- Counts are offsets between the first records at or after two edges, so that a record counts at the latest timestamp up to it in its partition.
`

func TestThroughputReport(t *testing.T) {
	logs := timed(Window{From: ten, To: at(180), Interval: time.Minute}, log{0, repeated(30, 0, 60, 60)}, log{0, append(repeated(50, 10), repeated(60, 70)...)}, log{})
	logs.Compacted, logs.Transactional = yesNo(false), yesNo(false)
	logs.Stored = &Stored{Bytes: 252_723, Records: 200}
	if got := Measure(logs).Report(); got != wholeReport {
		t.Errorf("the report is\n%s", got)
	}
}

// What stands in the report, and what does not.
func TestThroughputReportSays(t *testing.T) {
	window := Window{From: ten, To: at(180), Interval: time.Minute}
	for _, test := range []struct {
		name        string
		window      Window
		logs        []log
		change      func(*TimedLogs)
		says, lacks []string
	}{
		{name: "no records", window: window, logs: []log{{}},
			says: []string{"**No records** arrived in `orders.v2` from 2026-11-30T10:00:00Z to 2026-11-30T10:03:00Z.", "0 records in 1 partition"}, lacks: []string{"```hcl", "|"}},
		{name: "nothing measured", window: window, logs: []log{{7, []float64{170}}},
			says:  []string{"**Nothing measured**: the logs of `orders.v2` hold no whole interval", "the logs of partition 0 begin later"},
			lacks: []string{"```hcl", "|", "**Measured**", "A higher peak"}},
		{name: "one partition, one interval", window: Window{From: ten, To: at(60), Interval: time.Minute}, logs: []log{{0, repeated(90, 1)}},
			says: []string{"**Peak 1.5 events/s**", "1 times the mean of 1.5", "peak_events_per_sec = 1.5\n"}, lacks: []string{"|", "busiest", "avg_event_size_kb"}},
		{name: "slow", window: Window{From: ten, To: at(3600), Interval: time.Hour}, logs: []log{{0, []float64{1}}},
			says: []string{"**Peak 0.00028 events/s**", "over 1 h", "peak_events_per_sec = 0.000278\n"}},
		{name: "too slow to copy", window: Window{From: ten, To: at(3e6), Interval: 3e6 * time.Second}, logs: []log{{0, []float64{1}}},
			lacks: []string{"```hcl"}},
		{name: "at a short end", window: Window{From: ten, To: at(90), Interval: time.Minute}, logs: []log{{0, repeated(60, 61)}},
			says: []string{"**Peak 2 events/s** in `orders.v2` at 2026-11-30T10:01:00Z over 30 s", "in 2 intervals of 1 min, the last one of 30 s."}},
		{name: "short itself", window: Window{From: ten, To: at(0.25), Interval: time.Minute}, logs: []log{{0, []float64{0}}}, says: []string{"in 1 interval of 0.25 s."}},
		{name: "emptied before", window: window, logs: []log{{7, nil}, {0, []float64{1}}}, change: func(l *TimedLogs) { l.Cutoff = ten },
			says:  []string{"- Nothing is left in partition 0: its records were deleted", "- The log start of partition 0 is above 0"},
			lacks: []string{"Not covered", "A higher peak"}},
		{name: "start moved", window: window, logs: []log{{0, []float64{1}}, {7, []float64{-5, 1}}}, says: []string{"- The log start of partition 1 is above 0: what was before is deleted. What is covered takes timestamps to be in order", "the size is too large"}, lacks: []string{"Not covered"}},
		{name: "start at 0", window: window, logs: []log{{0, []float64{1}}}, lacks: []string{"log start"}},
		{name: "a clock that was ahead", window: Window{From: ten, To: at(1200), Interval: time.Minute}, logs: []log{{0, append(steady(1, 0), steady(9, 8)...)}, {0, append(steady(1, 0), steady(9, 16)...)}},
			says: []string{"- In partitions 0, 1 nothing arrived for at least 7 min and then the peak: a producer's clock that was ahead looks like that."}},
		{name: "cut", window: window, logs: []log{{7, []float64{30, 70}}, {9, nil}, {0, []float64{1, 2}}},
			says: []string{"**Measured**: 1 record in 3 partitions from 2026-11-30T10:01:00Z", "- Not covered is the time from 2026-11-30T10:00:00Z to 2026-11-30T10:01:00Z: the logs of partition 0 begin later",
				"- Everything in partition 1 is deleted, and does not count. A higher peak may have been in it."}},
		{name: "not checked", window: window, logs: []log{{0, []float64{1}}},
			says: []string{"- Whether the topic is compacted is not known.", "- Whether producers use transactions is not known"}},
		{name: "offsets are no records", window: window, logs: []log{{0, []float64{1}}},
			change: func(l *TimedLogs) { l.Compacted, l.Transactional = yesNo(true), yesNo(true) },
			says:   []string{"There is nothing to copy into a `throughput_profile`: the topic is compacted", "- The topic is compacted: records that it has removed do not count before the first one that is left", "- Producers use transactions: the marker"},
			lacks:  []string{"not known", "```hcl", "peak_events_per_sec"}},
		{name: "ahead", window: window, logs: []log{{0, []float64{1}}, {}}, change: func(l *TimedLogs) { l.Logs[0].Ahead, l.Logs[1].Ahead = 1000, 200 },
			says: []string{"- 1,200 records do not count"}},
		{name: "a name that is markup", window: window, logs: []log{{}}, change: func(l *TimedLogs) { l.Topic = "a`b" }, says: []string{"in ``a`b`` from"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			logs := timed(test.window, test.logs...)
			if test.change != nil {
				test.change(&logs)
			}
			report := Measure(logs).Report()
			for _, text := range test.says {
				if !strings.Contains(report, text) {
					t.Errorf("the report does not say %q:\n%s", text, report)
				}
			}
			for _, text := range test.lacks {
				if strings.Contains(report, text) {
					t.Errorf("the report says %q:\n%s", text, report)
				}
			}
		})
	}
}

// The report has under 60 lines at any size, and shows the peak in both tables.
func TestThroughputReportIsShort(t *testing.T) {
	for _, partitions := range []int{1, 2, 12, 23, 24, 25, 1000} {
		for _, intervals := range []int{1, 2, 24, 25, 1440} {
			t.Run(fmt.Sprintf("%d partitions, %d intervals", partitions, intervals), func(t *testing.T) {
				w := Window{From: ten, To: at(float64(intervals)), Interval: time.Second}
				logs := make([]log, partitions)
				logs[0] = log{5, []float64{0, 0.5}}
				logs[partitions/2].seconds = repeated(300, float64(intervals/2))
				logs[partitions-1].start = 4
				in := timed(w, logs...)
				in.Compacted = yesNo(true)
				in.Stored = &Stored{Bytes: 1 << 20, Records: 302}
				for p := range in.Logs {
					in.Logs[p].Ahead = 1
				}
				measured := Measure(in)
				report := measured.Report()
				lines := strings.Split(strings.TrimSuffix(report, "\n"), "\n")
				if len(lines) > maxLines {
					t.Errorf("%d lines:\n%s", len(lines), report)
				}
				full := strings.Count(report, strings.Repeat("█", 20))
				want := 0
				if partitions > 1 {
					want++
				}
				if len(measured.Series) > 1 {
					want++
				}
				if full != want {
					t.Errorf("%d full bars, want %d:\n%s", full, want, report)
				}
			})
		}
	}
}
