package provider_test

import (
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// checks is a workspace of skew checks without any broker. The values are those
// of the fixture's variable.
func checks(t *testing.T, set vars) *workspace {
	t.Helper()
	t.Parallel()
	return newWorkspace(t, nil, "skew_check").set(vars{"checks": set})
}

// checked are the results of the checks, by name.
func (w *workspace) checked() map[string]map[string]any {
	w.t.Helper()
	results := make(map[string]map[string]any)
	for address, values := range w.resources() {
		if name, ok := strings.CutPrefix(address, "data.capture_skew_check.this["); ok {
			results[strings.Trim(name, `"]`)] = values
		}
	}
	return results
}

// wantOutputs asserts outputs of a check.
func wantOutputs(t *testing.T, name string, got map[string]any, want vars) {
	t.Helper()
	for output, value := range want {
		if number, ok := value.(int); ok {
			value = float64(number)
		}
		if !reflect.DeepEqual(got[output], value) {
			t.Errorf("%s: %s is %v, want %v", name, output, got[output], value)
		}
	}
}

// orders are 8,000 records of FreshBox and 12,000 of as many other sellers.
func orders(line func(seller string) string) string {
	var text strings.Builder
	for i := range 20_000 {
		seller := "FreshBox"
		if i >= 8000 {
			seller = fmt.Sprintf("seller-%d", i-7999)
		}
		text.WriteString(line(seller) + "\n")
	}
	return text.String()
}

func gzipped(t *testing.T, text string) string {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func zstandard(t *testing.T, text string) string {
	t.Helper()
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return string(w.EncodeAll([]byte(text), nil))
}

// The same keys in every format are the same check.
func TestSkewCheckFormats(t *testing.T) {
	plain := func(seller string) string { return seller }
	row := func(separator string) func(string) string {
		return func(seller string) string { return "x" + separator + seller + separator + "1" }
	}
	files := map[string]string{
		"lines.txt":     orders(plain),
		"crlf.txt":      "\ufeff" + orders(func(seller string) string { return seller + "\r" }),
		"half-1.txt":    strings.Repeat("FreshBox\n", 8000),
		"half-2.txt":    strings.TrimSuffix(strings.ReplaceAll(orders(plain), "FreshBox\n", ""), "\n"),
		"rows.csv":      "region,seller,records\n" + orders(row(",")),
		"rows.tsv":      orders(row("\t")),
		"rows.jsonl":    orders(func(seller string) string { return fmt.Sprintf(`{"order": {"seller": %q}, "n": 1}`, seller) }),
		"named-txt":     gzipped(t, orders(plain)),
		"named.gz":      zstandard(t, orders(plain)),
		"orders.CSV.gz": gzipped(t, orders(plain)),
		"hex.txt":       orders(func(seller string) string { return hex.EncodeToString([]byte(seller)) }),
		"counts.csv":    "seller,records\nFreshBox,8000\nnobody,0\n" + strings.TrimPrefix(orders(func(seller string) string { return seller + ",1" }), strings.Repeat("FreshBox,1\n", 8000)),
	}
	set := vars{
		"lines":     vars{"files": []string{"lines.txt"}},
		"crlf":      vars{"files": []string{"crlf.txt"}},
		"glob":      vars{"files": []string{"half-*.txt"}},
		"csv":       vars{"files": []string{"rows.csv"}, "format": "csv", "key_fields": []string{"seller"}},
		"tsv":       vars{"files": []string{"rows.tsv"}, "format": "tsv", "key_fields": []string{"2"}, "header": false},
		"jsonl":     vars{"files": []string{"rows.jsonl"}, "format": "jsonl", "key_fields": []string{"order.seller"}, "count_field": "n"},
		"gzip":      vars{"files": []string{"named-txt"}},
		"zstd":      vars{"files": []string{"named.gz"}},
		"hex":       vars{"files": []string{"hex.txt"}, "key_encoding": "hex"},
		"counts":    vars{"files": []string{"counts.csv"}, "format": "csv", "key_fields": []string{"seller"}, "count_field": "records"},
		"explicit":  vars{"files": []string{"lines.txt"}, "format": "lines", "partitioner": "murmur2", "tolerance": 0.2, "key_encoding": "raw"},
		"named two": vars{"files": []string{"lines.txt", "./lines.txt"}},
		"misnamed":  vars{"files": []string{"orders.CSV.gz"}},
	}
	w := checks(t, set)
	for name, text := range files {
		w.write(name, text)
	}
	w.apply().exits(0).says(
		"Warning: Key File Named Twice", "Named again: ./lines.txt",
		"Warning: Key File Read As Lines", "Files: orders.CSV.gz")
	w.unchanged()
	for name, got := range w.checked() {
		wantOutputs(t, name, got, vars{
			"records": 20000, "keyless_records": 0, "distinct_keys": 12001, "distinct_keys_exact": true,
			"mean_per_partition": 1666.7, "peak_to_mean_ratio": 5.422, "hottest_partition": 6, "hottest_key_share": 0.4,
			"hot_partitions": map[string]any{"6": 9037.0}, "hot_partition_count": 1, "balanced": false, "verdict": "key_skew",
			"too_few_keys": false, "noise_floor": 0.0644, "minimum_sample": 2076, "effective_keys": 6.2, "expected_ratio": 3.266,
			"salted_ratio": 1.2, "projection": nil, "comparison": []any{},
			"hot_keys": []any{map[string]any{
				"key": "FreshBox", "records": 8000.0, "share": 0.4, "partition": 6.0, "shards": 8.0,
				"suffixes": []any{18.0, 7.0, 3.0, 0.0, 20.0, 8.0, 1.0, 11.0},
			}},
		})
		loads, _ := got["partition_loads"].([]any)
		if len(loads) != 12 {
			t.Fatalf("%s: %d partition loads", name, len(loads))
		}
		for p, want := range map[int]map[string]any{
			0: {"partition": 0.0, "records": 975.0, "share": 0.04875, "distinct_keys": 975.0, "hot": false, "cause": nil},
			6: {"partition": 6.0, "records": 9037.0, "share": 0.45185, "distinct_keys": 1038.0, "hot": true, "cause": "key"},
		} {
			if !reflect.DeepEqual(loads[p], want) {
				t.Errorf("%s: load %v, want %v", name, loads[p], want)
			}
		}
		if report, _ := got["report"].(string); !strings.HasPrefix(report, "**Key skew**: key `FreshBox` has 40% of the records") {
			t.Errorf("%s: report %q", name, report)
		}
	}
}

// Placement depends on the serialised bytes, and on the client.
func TestSkewCheckPlaces(t *testing.T) {
	// The partitions are those of the golden vectors for these bytes.
	set := vars{
		"int32":           vars{"files": []string{"42.txt"}, "key_encoding": "int32"},
		"int64":           vars{"files": []string{"42.txt"}, "key_encoding": "int64"},
		"base64":          vars{"files": []string{"base64.txt"}, "key_encoding": "base64"},
		"composite":       vars{"files": []string{"photos.csv"}, "format": "csv", "key_fields": []string{"store", "fixture"}},
		"separator":       vars{"files": []string{"photos.csv"}, "format": "csv", "key_fields": []string{"store", "fixture"}, "key_separator": ""},
		"crc32":           vars{"files": []string{"21.txt"}, "partitioner": "crc32"},
		"fnv1a":           vars{"files": []string{"21.txt"}, "partitioner": "fnv1a"},
		"fnv1a_reference": vars{"files": []string{"21.txt"}, "partitioner": "fnv1a_reference"},
		"kafkajs_legacy":  vars{"files": []string{"21.txt"}, "partitioner": "kafkajs_legacy"},
		"polynomial31":    vars{"files": []string{"21.txt"}, "partitioner": "polynomial31"},
	}
	w := checks(t, set)
	w.write("42.txt", "42\n")
	w.write("21.txt", "21")
	w.write("base64.txt", "AAAAKg==\n")
	w.write("photos.csv", "store,fixture\nstore-42,fixture-317\n,fixture-1\nstore-1,\n\n")
	w.apply().exits(0)
	w.unchanged()
	got := w.checked()
	for name, want := range map[string]vars{
		"int32":           {"hottest_partition": 0},
		"int64":           {"hottest_partition": 4},
		"base64":          {"hottest_partition": 0},
		"composite":       {"records": 1, "keyless_records": 3, "distinct_keys": 1, "hottest_partition": 8},
		"crc32":           {"hottest_partition": 4},
		"fnv1a":           {"hottest_partition": 0},
		"fnv1a_reference": {"hottest_partition": 8},
		"kafkajs_legacy":  {"hottest_partition": 2},
		"polynomial31":    {"hottest_partition": 3},
	} {
		wantOutputs(t, name, got[name], want)
	}
	if got["composite"]["hottest_partition"] == got["separator"]["hottest_partition"] {
		t.Error("the separator makes no difference")
	}
}

func TestSkewCheckManyPartitions(t *testing.T) {
	set := vars{
		"1":      vars{"files": []string{"orders.txt"}, "partitions": 1},
		"1024":   vars{"files": []string{"orders.txt"}, "partitions": 1024},
		"1025":   vars{"files": []string{"flat.txt"}, "partitions": 1025, "compare_partitions": []int{12, 100000}},
		"5000":   vars{"files": []string{"flat.txt"}, "partitions": 5000, "partitioner": "crc32"},
		"100000": vars{"files": []string{"flat.txt"}, "partitions": 100000},
	}
	w := checks(t, set)
	all := orders(func(seller string) string { return seller })
	w.write("orders.txt", all)
	w.write("flat.txt", strings.ReplaceAll(all, "FreshBox\n", ""))
	w.apply().exits(0)
	w.unchanged()
	got := w.checked()
	wantOutputs(t, "1", got["1"], vars{"peak_to_mean_ratio": 1, "noise_floor": 0, "minimum_sample": 1, "expected_ratio": 1, "salted_ratio": 1, "verdict": "balanced", "hot_keys": []any{}})
	wantOutputs(t, "1024", got["1024"], vars{"hottest_key_share": 0.4, "records": 20000})
	wantOutputs(t, "100000", got["100000"], vars{"distinct_keys": 12000, "hottest_key_share": 0.000083})
	for name, want := range map[string]int{"1": 1, "1024": 1024, "1025": 100, "5000": 100, "100000": 100} {
		loads, _ := got[name]["partition_loads"].([]any)
		if len(loads) != want {
			t.Errorf("%s partitions: %d loads, want %d", name, len(loads), want)
			continue
		}
		first, _ := loads[0].(map[string]any)
		if want == 100 && first["partition"] != got[name]["hottest_partition"] {
			t.Errorf("%s partitions: the first load is %v, the hottest partition %v", name, first, got[name]["hottest_partition"])
		}
		hot, _ := got[name]["hot_partitions"].(map[string]any)
		if count, _ := got[name]["hot_partition_count"].(float64); float64(len(hot)) != min(1000, count) {
			t.Errorf("%s partitions: %d hot ones of %v", name, len(hot), count)
		}
		if report, _ := got[name]["report"].(string); strings.Count(report, "\n") >= 60 {
			t.Errorf("%s partitions: a report of %d lines", name, strings.Count(report, "\n"))
		}
	}
	compared, _ := got["1025"]["comparison"].([]any)
	want := []any{
		map[string]any{"partitions": 12.0, "peak_to_mean_ratio": 1.079, "hot_partitions": 0.0},
		map[string]any{"partitions": 100000.0, "peak_to_mean_ratio": got["100000"]["peak_to_mean_ratio"], "hot_partitions": got["100000"]["hot_partition_count"]},
	}
	if !reflect.DeepEqual(compared, want) {
		t.Errorf("comparison %v, want %v", compared, want)
	}
}

func TestSkewCheckProjection(t *testing.T) {
	// Of 100 records the fullest of 12 partitions has the 60 of one key: 1,200
	// of 2,000 events/s, against 400 that a consumer handles.
	w := checks(t, vars{"projected": vars{
		"files": []string{"orders.csv"}, "format": "csv", "key_fields": []string{"1"}, "count_field": "2", "header": false,
		"capacity": vars{"events_per_sec": 2000, "consumer_events_per_sec": 400, "consumers": 18},
	}})
	w.write("orders.csv", "FreshBox,60\nFarmGate,40\n")
	w.apply().exits(0)
	w.unchanged()
	projection, _ := w.checked()["projected"]["projection"].(map[string]any)
	wantOutputs(t, "projection", projection, vars{
		"busiest_consumer_events_per_sec": 1200, "utilization": 3, "backlog_growth_per_sec": 800, "backlog_records": 2880000,
		"max_lag_seconds": 7200, "p95_lag_seconds": 6840, "drain_seconds": nil, "idle_consumers": 6,
	})
}
