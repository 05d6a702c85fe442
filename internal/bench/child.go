package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// report is what a reading says on its standard output, as JSON.
type report struct {
	Records int64         `json:"records"`
	Call    time.Duration `json:"call_nanoseconds"`
	// Idle and Peak are the most resident memory until just before the
	// reading, and until after it, in bytes.
	Idle int64 `json:"idle_bytes"`
	Peak int64 `json:"peak_bytes"`
}

// partitions is the count that every reading places keys among.
const partitions = 12

// reading reads files and returns how many records they have.
type reading func(ctx context.Context, files []string) (int64, error)

// readings are the things that are measured, by the argument that asks for
// them. What comes before the reading itself is not timed.
var readings = map[string]func(context.Context) (reading, error){
	"counts": prepareCounts,
	"source": prepareSource,
}

// child reads the files and reports.
func child(ctx context.Context, prepare func(context.Context) (reading, error), files []string) error {
	read, err := prepare(ctx)
	if err != nil {
		return err
	}
	var said report
	if said.Idle, err = peak(); err != nil {
		return err
	}
	begin := time.Now()
	if said.Records, err = read(ctx, files); err != nil {
		return err
	}
	said.Call = time.Since(begin)
	if said.Peak, err = peak(); err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(said)
}

// peak is VmHWM of proc(5), in bytes: the most resident memory of this process
// so far.
func peak() (int64, error) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(status)) {
		if value, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			kib, err := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(value), "kB")), 10, 64)
			if err != nil {
				return 0, fmt.Errorf("VmHWM: %w", err)
			}
			return kib << 10, nil
		}
	}
	return 0, errors.New("no VmHWM in the status of the process")
}
