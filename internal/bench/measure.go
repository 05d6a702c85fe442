package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"time"
)

// result is a row measured.
type result struct {
	row
	records int64
	bytes   int64 // of the files as they are stored
	// Medians: of whole processes, and in ours of the reading alone.
	floorMedian, oursMedian, callMedian time.Duration
	// overIdle is the most memory of all runs above what the process had just
	// before it began to read, in bytes.
	overIdle int64
	// others is the part of the processors that other processes had, 0 to 1.
	others float64
}

// measure makes the data and lets floor and ours take turns, after one of each
// that is not counted.
func measure(ctx context.Context, r row, folder string, keys, runs int) (result, error) {
	measured := result{row: r}
	var paths []string
	for _, d := range r.files {
		progress("making %s", d.name)
		if err := d.write(ctx, folder, d.count(keys)); err != nil {
			return result{}, err
		}
		size, err := warm(d.path(folder))
		if err != nil {
			return result{}, err
		}
		measured.bytes += size
		measured.records += int64(d.count(keys))
		paths = append(paths, d.path(folder))
	}
	var floors, ours, calls []time.Duration
	load, err := watchOthers()
	if err != nil {
		return result{}, err
	}
	for i := range runs + 1 {
		floor, err := timeFloor(ctx, r.floor, paths)
		if err != nil {
			return result{}, err
		}
		whole, report, err := timeOurs(ctx, r.reading, paths)
		if err != nil {
			return result{}, err
		}
		if report.Records != measured.records {
			return result{}, fmt.Errorf("%d records read, want %d", report.Records, measured.records)
		}
		progress("%s: floor %.3f s, ours %.3f s with %.3f s on the processor, memory %.1f MiB over %.1f MiB", r.name,
			floor.wall.Seconds(), whole.wall.Seconds(), whole.processor.Seconds(), mib(report.Peak-report.Idle), mib(report.Idle))
		load.ours += floor.processor + whole.processor
		measured.overIdle = max(measured.overIdle, report.Peak-report.Idle)
		if i > 0 {
			floors, ours, calls = append(floors, floor.wall), append(ours, whole.wall), append(calls, report.Call)
		}
	}
	if measured.others, err = load.share(); err != nil {
		return result{}, err
	}
	measured.floorMedian, measured.oursMedian, measured.callMedian = median(floors), median(ours), median(calls)
	return measured, nil
}

// warm reads a file, so that it is in the page cache, and returns its size.
func warm(path string) (int64, error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	return io.Copy(io.Discard, file)
}

// cost is what processes took: until the last ended, and on all cores together.
type cost struct {
	wall, processor time.Duration
}

// timeFloor runs the command once for each file, all at the same time, with
// their output thrown away.
func timeFloor(ctx context.Context, command, paths []string) (cost, error) {
	var cmds []*exec.Cmd
	for _, path := range paths {
		cmd := exec.CommandContext(ctx, command[0], append(slices.Clone(command[1:]), path)...)
		cmd.Stderr = os.Stderr
		cmds = append(cmds, cmd)
	}
	begin := time.Now()
	for i, cmd := range cmds {
		if err := cmd.Start(); err != nil {
			for _, started := range cmds[:i] {
				_ = started.Wait()
			}
			return cost{}, err
		}
	}
	var all cost
	var failed error
	for _, cmd := range cmds {
		failed = cmp.Or(failed, cmd.Wait())
		all.processor += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	all.wall = time.Since(begin)
	return all, failed
}

// timeOurs runs this program as the reading of the files.
func timeOurs(ctx context.Context, reading string, paths []string) (cost, report, error) {
	program, err := os.Executable()
	if err != nil {
		return cost{}, report{}, err
	}
	var out bytes.Buffer
	cmd := exec.CommandContext(ctx, program, append([]string{reading}, paths...)...)
	cmd.Stdout, cmd.Stderr = &out, os.Stderr
	begin := time.Now()
	if err := cmd.Run(); err != nil {
		return cost{}, report{}, fmt.Errorf("bench %s: %w", reading, err)
	}
	whole := cost{time.Since(begin), cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}
	var said report
	if err := json.Unmarshal(out.Bytes(), &said); err != nil {
		return cost{}, report{}, fmt.Errorf("bench %s: %w", reading, err)
	}
	return whole, said, nil
}

// median of an even number is the mean of the middle two.
func median(all []time.Duration) time.Duration {
	sorted := slices.Sorted(slices.Values(all))
	middle := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[middle]
	}
	return (sorted[middle-1] + sorted[middle]) / 2
}

func mib(bytes int64) float64 { return float64(bytes) / (1 << 20) }

// progress says on standard error what goes on.
func progress(format string, args ...any) { fmt.Fprintf(os.Stderr, "bench: "+format+"\n", args...) }
