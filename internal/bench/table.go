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
	fmt.Fprintf(&b, "\nMedians of %d runs, floor and ours in turn, files in the page cache. Ours is the whole process", runs)
	b.WriteString("; of it, starting and ending the process took")
	for i, r := range results {
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, " %.0f ms", float64((r.oursMedian-r.callMedian).Microseconds())/1000)
	}
	b.WriteString(". Memory is the peak of resident memory over that of the process just before it read.\n")
	return b.String()
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
