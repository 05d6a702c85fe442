package skew_test

import (
	"flag"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/shelf-analytics/terraform-provider-capture/internal/skew"
)

var update = flag.Bool("update", false, "write the reports in testdata/reports")

// orders are 2,000 a second in a burst of an hour, to consumers of 400 a second.
func orders(consumers int64, base int64) *skew.Capacity {
	c := &skew.Capacity{EventsPerSec: big.NewRat(2000, 1), ConsumerEventsPerSec: big.NewRat(400, 1), Consumers: consumers}
	if base > 0 {
		c.BaseEventsPerSec = big.NewRat(base, 1)
	}
	return c
}

// The reports of golden key sets are read as a whole.
func TestReportGolden(t *testing.T) {
	tests := []struct {
		name        string
		set         string
		partitioner string
		partitions  int
		tolerance   string
		compare     []int
		about       skew.About
	}{
		{"balanced", "A", "murmur2", 12, "0.2", []int{18, 24}, skew.About{Files: []string{"keys.txt"}, Keyless: 3, Capacity: orders(12, 0)}},
		{"key_skew", "F", "murmur2", 12, "0.2", []int{6, 18, 24}, skew.About{Files: []string{"a.csv", "b.csv"}, Key: "seller_id", Keyless: 13, Capacity: orders(18, 200)}},
		{"key_skew_24", "F", "murmur2", 24, "0.05", nil, skew.About{}},
		{"key_skew_of_three", "G", "murmur2", 12, "0.1", nil, skew.About{}},
		{"partition_skew", "A", "polynomial31", 32, "0.2", []int{12, 24, 60}, skew.About{}},
		{"too_few_keys", "C", "murmur2", 12, "0.2", []int{2, 3}, skew.About{}},
		{"insufficient", "D", "murmur2", 12, "0.2", nil, skew.About{}},
		{"insufficient_24", "A", "murmur2", 24, "0.05", nil, skew.About{}},
		{"mixed_961", "F", "murmur2", 961, "0.2", nil, skew.About{Capacity: orders(12, 2500)}},
		{"salt_falls_short", "B", "crc32", 12, "0.2", nil, skew.About{}},
		{"single", "F", "murmur2", 1, "0.2", []int{12}, skew.About{Capacity: orders(1, 0)}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			o := options(t, test.partitioner, test.partitions, test.tolerance)
			o.Compare = test.compare
			test.about.Partitioner = test.partitioner
			got := check(t, o, goldenSets[test.set](), nil).Report(test.about)
			matches(t, test.name, got)
		})
	}
}

// hostile are keys that try to be markup, to end a cell or a code span, or to
// be something else than they are.
var hostile = []string{
	"a|b", `a\|b`, "`", "``x`|`", "*bold* _it_ ~~no~~", "<script>alert(1)</script>", "line\nend", " @someone #1 ",
	"![](https://example.com/x.png)", "trailing\\",
}

// The reports of results made by hand are read as a whole.
func TestReportMade(t *testing.T) {
	named := func(i int) string { return hostile[i] }
	missing := keys(2, 8, nil)
	missing[0].Suffixes, missing[0].SuffixesMissing = nil, true
	tests := []struct {
		name  string
		made  made
		about skew.About
	}{
		{"hostile_keys", made{partitions: 12, verdict: skew.KeySkew, records: peaked, cause: byKey, hotKeys: keys(len(hostile), 2, named)}, skew.About{}},
		{"hostile_key_alone", made{partitions: 3, verdict: skew.KeySkew, records: peaked, cause: byKey, hotKeys: keys(1, 2, func(int) string { return "``x`|`" })}, skew.About{}},
		{"crowded", made{partitions: 24, verdict: skew.Mixed, records: peaked, cause: byBoth, hotKeys: keys(9, 14, nil), compared: 40, estimated: true}, skew.About{Keyless: 1, Files: make([]string, 3), Capacity: orders(5, 0)}},
		{"suffixes_missing", made{partitions: 2, verdict: skew.KeySkew, records: peaked, cause: byKey, hotKeys: missing}, skew.About{}},
		{"suffixes_all_missing", made{partitions: 2, verdict: skew.KeySkew, records: peaked, cause: byKey, hotKeys: missing[:1]}, skew.About{}},
		{"large", made{partitions: 5000, verdict: skew.Balanced, estimated: true, hotKeys: keys(2, 1, nil)}, skew.About{Capacity: orders(250, 0)}},
		{"larger", made{partitions: 100_000, verdict: skew.PartitionSkew, records: peaked}, skew.About{}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			test.about.Partitioner = "murmur2"
			got := test.made.result(t).Report(test.about)
			formed(t, got, min(3, len(test.made.hotKeys)))
			matches(t, test.name, got)
		})
	}
}

// matches compares a report with the stored one of that name.
func matches(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", "reports", name+".md")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is not what the report says now:\n%s", path, got)
	}
}

// What a report says of a result made by hand.
func TestReportSays(t *testing.T) {
	// One partition is a little fuller than the others.
	just := func(partition int) int64 {
		if partition == 0 {
			return 1_000_000_001
		}
		return 1_000_000_000
	}
	// Of four partitions one has 1.2 times the mean and a few records more.
	over := func(extra int64) func(int) int64 {
		return func(partition int) int64 {
			if partition == 0 {
				return 1_200_000_000 + 3*extra
			}
			if partition == 1 {
				return 800_000_000 - 3*extra
			}
			return 1_000_000_000
		}
	}
	stays := made{partitions: 12, verdict: skew.KeySkew, records: peaked, cause: byKey, hotKeys: keys(1, 1, nil)}
	tests := []struct {
		name  string
		made  made
		about skew.About
		want  string
	}{
		{"one partition", made{partitions: 1, verdict: skew.Balanced}, skew.About{}, "nothing to compare"},
		{"no ceiling", made{partitions: 2, tolerance: "1", verdict: skew.Balanced}, skew.About{}, "At so large a tolerance no partition of 2 can be hot."},
		{"ceiling", made{partitions: 12, tolerance: "1", verdict: skew.Balanced}, skew.About{}, "(at most 2 tolerated)"},
		{"as tolerated", made{partitions: 4, verdict: skew.Balanced, records: over(0)}, skew.About{}, "carries 1.2 times the mean (at most 1.2 tolerated)"},
		{"a little over", made{partitions: 4, verdict: skew.PartitionSkew, records: over(100_000)}, skew.About{}, "carries 1.2003 times the mean (at most 1.2 tolerated)"},
		{"hardly over", made{partitions: 4, verdict: skew.PartitionSkew, records: over(1)}, skew.About{}, "carries just over 1.2 times the mean"},
		{"hardly under", made{partitions: 4, verdict: skew.Balanced, records: over(-1)}, skew.About{}, "carries just under 1.2 times the mean"},
		{"a little over, in the table", made{partitions: 4, verdict: skew.PartitionSkew, records: over(100_000)}, skew.About{}, " 1.2003 | "},
		{"odd tolerance", made{partitions: 12, tolerance: "1/3", verdict: skew.Balanced}, skew.About{}, "(at most 1.333333 tolerated)"},
		{"no salt", stays, skew.About{}, "stays as it is"},
		{"salted numbers", made{partitions: 12, verdict: skew.KeySkew, records: peaked, cause: byKey, hotKeys: keys(1, 2, nil)}, skew.About{Encoding: "int32"}, "a salted key is no int32 any more"},
		{"keyless", made{partitions: 12, verdict: skew.Balanced}, skew.About{Keyless: 1500}, "1,500 records without a key are left out: producers spread such records"},
		{"too few keys", made{partitions: 12, verdict: skew.PartitionSkew, records: peaked, tooFew: true}, skew.About{}, "Too few keys for this count"},
		{"hash", made{partitions: 12, verdict: skew.PartitionSkew, records: peaked}, skew.About{}, "Where a partition is hot without its hot keys, the hash does not explain it, check partitioner and encoding"},
		{"one key alone", made{partitions: 12, verdict: skew.PartitionSkew, records: peaked}, skew.About{Key: "seller_id"}, "and one key alone has 40% of the records."},
		{"finer", made{partitions: 12, verdict: skew.PartitionSkew, records: peaked}, skew.About{Key: "seller_id"}, "a finer key, of more fields than `seller_id`"},
		{"hash, few records", made{partitions: 12, verdict: skew.InsufficientSample, records: peaked}, skew.About{}, "the hash does not explain it: check partitioner and encoding"},
		{"bound", made{partitions: 12, verdict: skew.Balanced, estimated: true}, skew.About{}, "None has more than 0.024% of the records. They spread like at most 6.3 keys"},
		{"keeps up", made{partitions: 12, verdict: skew.Balanced}, skew.About{Capacity: orders(12, 0)}, "it keeps up"},
		{"exactly used", made{partitions: 5, verdict: skew.Balanced, records: func(int) int64 { return 10 }}, skew.About{Capacity: orders(5, 0)}, "100% used, it just keeps up"},
		{"hardly behind", made{partitions: 5, verdict: skew.Balanced, records: just}, skew.About{Capacity: orders(5, 0)}, "gets just over 400 events/s where a consumer handles 400: just over 100% used, it falls behind"},
		{"idle", made{partitions: 12, verdict: skew.Balanced}, skew.About{Capacity: orders(18, 0)}, "6 of 18 consumers have nothing to read."},
		{"base unknown", made{partitions: 2, verdict: skew.Balanced}, skew.About{Capacity: orders(2, 0)}, "not known without `base_events_per_sec`"},
		{"never", made{partitions: 2, verdict: skew.Balanced}, skew.About{Capacity: orders(2, 900)}, "At the base of 900 events/s it never catches up."},
		{"drained", made{partitions: 2, verdict: skew.Balanced}, skew.About{Capacity: orders(2, 400)}, "it has caught up 3 h later."},
		{"more consumers", made{partitions: 12, verdict: skew.Balanced, estimated: true}, skew.About{Capacity: orders(3, 0)}, "With one consumer a partition, 12 in all, the busiest gets 167 events/s and keeps up."},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := test.made.result(t).Report(test.about)
			if !strings.Contains(got, test.want) {
				t.Errorf("no %q in:\n%s", test.want, got)
			}
		})
	}
}

// Ten keys cannot fill 240 partitions evenly, and one key fills one.
func TestReportFewerKeysThanPartitions(t *testing.T) {
	keys := slices.Repeat(numbered("key-", 10), 5000)
	got := check(t, options(t, "murmur2", 240, "0.2"), keys, nil).Report(skew.About{Partitioner: "murmur2"})
	for _, want := range []string{"one key alone has 10% of the records", "fewer keys than partitions (10 of 240)"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in:\n%s", want, got)
		}
	}
	got = check(t, options(t, "murmur2", 24, "0.2"), repeated("US", 50_000), nil).Report(skew.About{Partitioner: "murmur2", Key: "country"})
	for _, want := range []string{"one key alone has 100% of the records", "a finer key, of more fields than `country`", "fewer keys than partitions (1 of 24)"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in:\n%s", want, got)
		}
	}
}
