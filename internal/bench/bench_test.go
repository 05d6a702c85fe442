package main

import (
	"bytes"
	"math"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"
)

func keysOf(t *testing.T, d dataset, count int) []string {
	t.Helper()
	folder := t.TempDir()
	if err := d.write(t.Context(), folder, count); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(d.path(folder))
	if err != nil {
		t.Fatal(err)
	}
	if d.gzip {
		cmd := exec.Command("gzip", "-dc")
		cmd.Stdin = bytes.NewReader(text)
		if text, err = cmd.Output(); err != nil {
			t.Fatal(err)
		}
	}
	keys := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	if len(keys) != count {
		t.Fatalf("%d keys, want %d", len(keys), count)
	}
	return keys
}

// Store 1 has one part in H(5000) = 9.0945 of the records, store 2 half of that.
func TestStoreKeys(t *testing.T) {
	const count = 100_000
	form := regexp.MustCompile(`^store-[1-9]\d{0,3}:fixture-[1-9]\d{0,4}$`)
	for _, d := range []dataset{stores, part1} {
		perStore := make(map[string]int)
		fixtures := make(map[string]bool)
		for _, key := range keysOf(t, d, count) {
			if !form.MatchString(key) {
				t.Fatalf("%s: key %q", d.name, key)
			}
			store, fixture, _ := strings.Cut(key, ":")
			perStore[store]++
			fixtures[fixture] = true
		}
		for store, share := range map[string]float64{"store-1": 1 / 9.0945, "store-2": 0.5 / 9.0945, "store-100": 0.01 / 9.0945} {
			want := share * count
			if got := float64(perStore[store]); math.Abs(got-want) > 5*math.Sqrt(want) {
				t.Errorf("%s: %s has %g records, want %.0f", d.name, store, got, want)
			}
		}
		if len(fixtures) < 9_990 || len(fixtures) > fixtureCount {
			t.Errorf("%s: %d fixtures", d.name, len(fixtures))
		}
	}
}

func TestUUIDKeys(t *testing.T) {
	const count = 10_000
	form := regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
	seen := make(map[string]bool)
	for _, key := range keysOf(t, uuids, count) {
		if !form.MatchString(key) {
			t.Fatalf("key %q", key)
		}
		seen[key] = true
	}
	if len(seen) != count {
		t.Errorf("%d distinct keys, want %d", len(seen), count)
	}
}

// What is timed reads what there is.
func TestReadings(t *testing.T) {
	const count = 1_000
	folder := t.TempDir()
	var paths []string
	for _, d := range []dataset{stores, part1} {
		if err := d.write(t.Context(), folder, count); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, d.path(folder))
	}
	for name, prepare := range readings {
		read, err := prepare(t.Context())
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if records, err := read(t.Context(), paths); err != nil || records != 2*count {
			t.Errorf("%s: %d records, %v; want %d", name, records, err, 2*count)
		}
		if _, err := read(t.Context(), []string{folder + "/missing"}); err == nil {
			t.Errorf("%s: no error for a missing file", name)
		}
	}
}

func TestMedian(t *testing.T) {
	tests := []struct {
		all  []time.Duration
		want time.Duration
	}{
		{[]time.Duration{7}, 7},
		{[]time.Duration{9, 1, 5}, 5},
		{[]time.Duration{9, 1, 5, 3}, 4},
	}
	for _, test := range tests {
		if got := median(test.all); got != test.want {
			t.Errorf("median of %d = %d, want %d", test.all, got, test.want)
		}
	}
}
