package main

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"
)

// table is Markdown: the machine, a line a row, and what the columns are.
func table(results []result, runs int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %d cores, %s/%s, %s, %s.\n\n", processor(), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH,
		runtime.Version(), time.Now().UTC().Format(time.DateOnly))
	b.WriteString("| work | size | floor | ours | floor's | ratio | target | memory over idle |\n")
	b.WriteString("|---|---|---|---|---|---|---|---|\n")
	for _, r := range results {
		floor := strings.Join(r.floor, " ")
		if len(r.files) > 1 {
			floor = fmt.Sprintf("%d %s side by side", len(r.files), floor)
		}
		fmt.Fprintf(&b, "| %s | %s keys, %.0f MiB | `%s` | %.2f s | %.2f s | %.1fx | <= %gx | %.0f MiB |\n",
			r.work, millions(r.records), mib(r.bytes), floor,
			r.oursMedian.Seconds(), r.floorMedian.Seconds(), r.oursMedian.Seconds()/r.floorMedian.Seconds(), r.target, mib(r.overIdle))
	}
	fmt.Fprintf(&b, "\nMedians of %d runs, floor and ours in turn, files in the page cache. ", runs)
	fmt.Fprintf(&b, "Ours is the whole process, of which its start and end took %s ms. ", listed(results, func(r result) float64 {
		return float64((r.oursMedian - r.callMedian).Microseconds()) / 1000
	}))
	b.WriteString("Memory is the peak of resident memory over that of the process just before it read. ")
	fmt.Fprintf(&b, "Other processes had %s%% of the processors meanwhile.\n", listed(results, func(r result) float64 {
		return 100 * r.others
	}))
	return b.String()
}

// listed is a whole number for each row.
func listed(results []result, number func(result) float64) string {
	texts := make([]string, len(results))
	for i, r := range results {
		texts[i] = fmt.Sprintf("%.0f", number(r))
	}
	return strings.Join(texts, ", ")
}

// millions is "50M" where it is whole.
func millions(n int64) string {
	if n%1_000_000 == 0 {
		return fmt.Sprintf("%dM", n/1_000_000)
	}
	return fmt.Sprint(n)
}

// processor is the name that the system has for it.
func processor() string {
	info, err := os.ReadFile("/proc/cpuinfo")
	if err == nil {
		for line := range strings.Lines(string(info)) {
			if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
				return strings.TrimSpace(value)
			}
		}
	}
	return "unknown processor"
}
