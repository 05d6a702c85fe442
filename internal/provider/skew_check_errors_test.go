package provider_test

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// rowError is a file with a bad row, how it is read, and what is said of it.
type rowError struct {
	name, text string
	check      vars
	says       []string
}

func csv(fields ...string) vars { return vars{"format": "csv", "key_fields": fields} }
func jsonl() vars               { return vars{"format": "jsonl", "key_fields": []string{"k"}} }

// Each is told with its file and line; nothing is skipped.
var rowErrors = []rowError{
	{"long.txt", "a\n" + strings.Repeat("x", 1<<20+1) + "\n", nil, []string{"long.txt:2: the line is longer than 1 MiB"}},
	{"hex.txt", "6162\n616\n", vars{"key_encoding": "hex"}, []string{`hex.txt:2: the key "616" is not hexadecimal`}},
	{"base64.txt", "YQ==\nYQ\n", vars{"key_encoding": "base64"}, []string{`base64.txt:2: the key "YQ" is not base64`}},
	{"int32.txt", "1\n\n2147483648\n", vars{"key_encoding": "int32"}, []string{`int32.txt:3: the key "2147483648" is not an int32: it must be an integer from -2147483648 to 2147483647`}},
	{"int64.txt", "1.5\n", vars{"key_encoding": "int64"}, []string{`int64.txt:1: the key "1.5" is not an int64`}},
	{"latin1.txt", "a\nb\ncaf\xe9\n", vars{"partitioner": "polynomial31"}, []string{`latin1.txt:3: the key "caf\xe9" is not valid UTF-8`}},
	{"short.csv", "store,fixture\n1,2\n3\n", csv("store"), []string{"short.csv:3: the row has 1 field, and the first row has 2"}},
	{"quote.csv", "store\n\"a\nb\n", csv("store"), []string{"quote.csv:2: a quoted field is not closed"}},
	{"column.csv", "store,fixture\n1,2\n", csv("shop"), []string{`column.csv:1: there is no column "shop"; the columns are "store", "fixture"`}},
	{"position.csv", "1,2\n", csv("3").with(vars{"header": false}), []string{"position.csv:1: there is no column 3: the row has 2 fields"}},
	{"negative.csv", "k,n\na,1\nb,-1\n", csv("k").with(vars{"count_field": "n"}), []string{`negative.csv:3: the count "n" is "-1": it must be an integer from 0`}},
	{"fraction.csv", "k,n\na,1.5\n", csv("k").with(vars{"count_field": "n"}), []string{`fraction.csv:2: the count "n" is "1.5"`}},
	{"nocount.csv", "k,n\na,\n", csv("k").with(vars{"count_field": "n"}), []string{`nocount.csv:2: the count "n" is empty`}},
	{"json.jsonl", "{\"k\": 1}\n{\"k\": }\n", jsonl(), []string{"json.jsonl:2: is not valid JSON"}},
	{"deep.jsonl", strings.Repeat("[", 10_001), jsonl(), []string{"deep.jsonl:1: is not valid JSON: invalid character '[' exceeded max depth"}},
	{"keys.xz", "\xfd7zXZ\x00\x00", nil, []string{"keys.xz: is compressed with xz, which is not read: decompress it, or use gzip or zstd"}},
	{"array.jsonl", "[1]\n", jsonl(), []string{"array.jsonl:1: is not a JSON object"}},
	{"object.jsonl", "{\"k\": {\"id\": 1}}\n", jsonl(), []string{`object.jsonl:1: the field "k" is "{\"id\": 1}": it must be a string, a number, a boolean or null`}},
	{"count.jsonl", "{\"k\": \"a\"}\n", jsonl().with(vars{"count_field": "n"}), []string{`count.jsonl:1: the count "n" is missing`}},
	{"utf16.txt", "\xff\xfea\x00\n\x00", nil, []string{"utf16.txt", "UTF-16"}},
	{"empty.txt", "", nil, []string{"No Keys Provided", "Files: empty.txt"}},
	{"keyless.txt", "\n\n\n", nil, []string{"Files: keyless.txt", "Records without a key: 3"}},
	{"nulls.jsonl", "{\"k\": null}\n{\"j\": 1}\n", jsonl(), []string{"Files: nulls.jsonl", "Records without a key: 2", "Key fields: k"}},
	{"zeros.csv", "k,n\na,0\n", csv("k").with(vars{"count_field": "n"}), []string{"Files: zeros.csv"}},
}

func TestSkewCheckBadRows(t *testing.T) {
	set, files := vars{}, map[string]string{}
	for _, bad := range rowErrors {
		files[bad.name] = bad.text
		set[bad.name] = vars{"files": []string{bad.name}}.with(bad.check)
	}
	truncated := gzipped(t, strings.Repeat("key-1\nkey-2\n", 100_000))
	files["truncated.gz"] = truncated[:len(truncated)-100]
	set["truncated"] = vars{"files": []string{"truncated.gz"}}
	corrupt := zstandard(t, strings.Repeat("key-1\nkey-2\n", 100))
	files["corrupt.zst"] = corrupt[:len(corrupt)-6] + "xxxxxx"
	set["corrupt"] = vars{"files": []string{"corrupt.zst"}}
	// A bad row in the second file, with the file named.
	set["second"] = vars{"files": []string{"good.txt", "hex.txt"}, "key_encoding": "hex"}
	files["good.txt"] = "61\n62\n"

	w := checks(t, set)
	for name, text := range files {
		w.write(name, text)
	}
	r := w.plan().exits(1)
	for _, bad := range rowErrors {
		r.says(bad.says...)
	}
	r.says("Error: Key File Not Read", "File: truncated.gz", "File: corrupt.zst", "No row is skipped", "Line: 3")
	if got, want := strings.Count(r.text, "Error: "), len(set); got != want {
		t.Errorf("%d errors of %d checks\n%s", got, want, r.raw)
	}
}

func TestSkewCheckBadFiles(t *testing.T) {
	w := checks(t, vars{
		"missing":   vars{"files": []string{"missing.txt"}},
		"glob":      vars{"files": []string{"none-*.txt"}},
		"deep":      vars{"files": []string{"**/none.txt"}},
		"directory": vars{"files": []string{"folder"}},
		"bad glob":  vars{"files": []string{"[a"}},
		"device":    vars{"files": []string{"/dev/null"}},
		"forbidden": vars{"files": []string{"loop.txt"}},
	})
	if err := os.Mkdir(filepath.Join(w.dir, "folder"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("loop.txt", filepath.Join(w.dir, "loop.txt")); err != nil {
		t.Fatal(err)
	}
	r := w.plan().exits(1).says(
		"missing.txt: there is no such file", "none-*.txt: matches no file", "**/none.txt: matches no file",
		"folder: is a directory", "[a: is no valid glob", "/dev/null: ", "loop.txt: ")
	if got := strings.Count(r.text, "Error: Key File Not Read"); got != 7 {
		t.Errorf("%d errors\n%s", got, r.raw)
	}
}

// What the configuration alone decides fails before any file is read.
func TestSkewCheckInvalid(t *testing.T) {
	file := vars{"files": []string{"keys.txt"}}
	w := checks(t, vars{
		"format":       file.with(vars{"format": "xml"}),
		"fields":       file.with(vars{"format": "csv"}),
		"no fields":    file.with(vars{"key_fields": []string{"a"}}),
		"lines count":  file.with(vars{"count_field": "n"}),
		"position":     file.with(vars{"format": "tsv", "key_fields": []string{"store"}, "header": false}),
		"encoding":     file.with(vars{"key_encoding": "utf8"}),
		"null field":   file.with(vars{"format": "csv", "key_fields": []any{"a", nil}}),
		"no format":    file.with(vars{"format": ""}),
		"no encoding":  file.with(vars{"key_encoding": ""}),
		"partitioner":  file.with(vars{"partitioner": "murmur3"}),
		"none":         file.with(vars{"partitions": 0}),
		"too many":     file.with(vars{"partitions": 100001}),
		"half":         file.with(vars{"partitions": 1.5}),
		"tolerance":    file.with(vars{"tolerance": 0}),
		"compare":      file.with(vars{"compare_partitions": []any{0}}),
		"compare half": file.with(vars{"compare_partitions": []any{2.5}}),
		"compare null": file.with(vars{"compare_partitions": []any{nil}}),
		"compare sum":  file.with(vars{"compare_partitions": []any{100000, 100000, 100000, 100000, 100000, 100000, 100000, 100000, 100000, 100000, 1}}),
		"no files":     vars{"files": []string{}},
		"empty file":   vars{"files": []string{""}},
		"null file":    vars{"files": []any{nil}},
		"consumers":    file.with(vars{"capacity": vars{"events_per_sec": 1, "consumer_events_per_sec": 1, "consumers": 0}}),
		"rate":         file.with(vars{"capacity": vars{"events_per_sec": 0, "consumer_events_per_sec": 1, "consumers": 1}}),
		"base":         file.with(vars{"capacity": vars{"events_per_sec": 1, "consumer_events_per_sec": 1, "consumers": 1, "base_events_per_sec": -1}}),
		"burst":        file.with(vars{"capacity": vars{"events_per_sec": 1, "consumer_events_per_sec": 1, "consumers": 1, "burst_seconds": 0}}),
	})
	r := w.plan().exits(1)
	r.says(
		`format: "xml" is not one of lines, csv, tsv, jsonl.`,
		"key_fields: is required for format csv.",
		"key_fields: a line is one key and has no fields; remove it, or set format.",
		"count_field: a line is one key and has no fields; remove it, or set format.",
		`key_fields: "store" is not the position of a column`,
		`key_encoding: "utf8" is not one of raw, hex, base64, int32, int64.`,
		"format string length must be at least 1", "key_encoding string length must be at least 1",
		`partitioner must be one of murmur2, crc32, fnv1a, fnv1a_reference, kafkajs_legacy, polynomial31, got "murmur3".`,
		"partitions value must be between 1 and 100000, got: 0",
		"partitions value must be between 1 and 100000, got: 100001",
		"partitions must be an integer of at most 64 bits, got 1.5",
		"tolerance must be a number above 0, got 0.",
		"compare_partitions[0] value must be between 1 and 100000, got: 0",
		"compare_partitions[0] must be an integer of at most 64 bits, got 2.5.",
		"compare_partitions[0] is null.",
		"compare_partitions may have 1000000 partitions added up", "Partitions: 1000001",
		"files list must contain at least 1 elements, got: 0",
		"capacity.consumers value must be at least 1, got: 0",
		"capacity.events_per_sec must be a number above 0, got 0.",
		"capacity.base_events_per_sec must be a number of at least 0, got -1.",
		"capacity.burst_seconds must be a number above 0, got 0.",
	)
	r.lacks("there is no such file")
	if got := strings.Count(r.text, "Error: "); got != 25 {
		t.Errorf("%d errors of 25 checks\n%s", got, r.raw)
	}
}

// Keys that could break a terminal or a table are shown by their bytes.
func TestSkewCheckOddKeys(t *testing.T) {
	w := checks(t, vars{
		"binary":   vars{"files": []string{"binary.txt"}, "key_encoding": "base64"},
		"escape":   vars{"files": []string{"escape.txt"}},
		"composed": vars{"files": []string{"composed.txt"}},
		"pipe":     vars{"files": []string{"pipe.txt"}},
	})
	many := func(key string) string { return strings.Repeat(key+"\n", 30) + "a\nb\nc\nd\ne\nf\n" }
	w.write("binary.txt", strings.Repeat(base64.StdEncoding.EncodeToString([]byte{0, 0xff})+"\n", 30)+"AAAA\nAAAB\nAAAC\n")
	w.write("escape.txt", many("\x1b[31mred"))
	w.write("composed.txt", many("cafe\u0301"))
	w.write("pipe.txt", many("a|`b`|<i>"))
	w.apply().exits(0).lacks("\x1b")
	w.unchanged()
	for name, want := range map[string]string{"binary": "hex:00ff", "escape": "hex:1b5b33316d726564", "composed": "hex:63616665cc81", "pipe": "a|`b`|<i>"} {
		keys, _ := w.checked()[name]["hot_keys"].([]any)
		if len(keys) != 1 || keys[0].(map[string]any)["key"] != want {
			t.Errorf("%s: hot keys %v", name, keys)
		}
	}
}
