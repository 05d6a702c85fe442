package main

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// tick is the unit of /proc/stat, USER_HZ, on every Linux that Go runs on.
const tick = 10 * time.Millisecond

// others measures how much of the processors other processes had: what makes
// a measurement worth repeating.
type others struct {
	begin time.Time
	busy  time.Duration
	ours  time.Duration // added by the caller
}

func watchOthers() (*others, error) {
	busy, err := busyTime()
	return &others{begin: time.Now(), busy: busy}, err
}

// share is 0 to 1 of all cores since the begin.
func (o *others) share() (float64, error) {
	busy, err := busyTime()
	all := time.Since(o.begin) * time.Duration(runtime.NumCPU())
	return max(0, (busy-o.busy-o.ours).Seconds()/all.Seconds()), err
}

// busyTime is what all cores together have worked since the system started:
// user, nice and system of the first line of proc_stat(5).
func busyTime() (time.Duration, error) {
	stat, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0, err
	}
	line, _, _ := strings.Cut(string(stat), "\n")
	fields := strings.Fields(line)
	if len(fields) < 4 || fields[0] != "cpu" {
		return 0, fmt.Errorf("/proc/stat begins with %q", line)
	}
	var busy time.Duration
	for _, field := range fields[1:4] {
		ticks, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			return 0, fmt.Errorf("/proc/stat: %w", err)
		}
		busy += time.Duration(ticks) * tick
	}
	return busy, nil
}
