package keyfile_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/shelf-analytics/terraform-provider-capture/internal/keyfile"
)

// tally is a sink that adds up the counts of each key.
type tally map[string]int64

func (s tally) Add(keys [][]byte, counts []int64) error {
	for i, key := range keys {
		n := int64(1)
		if counts != nil {
			n = counts[i]
		}
		s[string(key)] += n
	}
	return nil
}

// result is what a reading found.
type result struct {
	keys    tally
	keyless int64
	err     string // without the directory
}

func (r result) equal(other result) bool {
	return r.err == other.err && (r.err != "" || r.keyless == other.keyless && maps.Equal(r.keys, other.keys))
}

// files are files f0, f1, ... in a directory.
type files struct {
	dir   string
	paths []string
	bytes int64
}

func write(t testing.TB, contents ...string) files {
	t.Helper()
	f := files{dir: t.TempDir()}
	for i, content := range contents {
		path := filepath.Join(f.dir, fmt.Sprintf("f%d", i))
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		f.paths = append(f.paths, path)
		f.bytes += int64(len(content))
	}
	return f
}

// read reads the files into so many sinks.
func (f files) read(t testing.TB, o keyfile.Options, k keyfile.Knobs, sinks int) result {
	t.Helper()
	all := make([]keyfile.Sink, sinks)
	for i := range all {
		all[i] = tally{}
	}
	summary, err := o.ReadWith(t.Context(), f.paths, all, nil, k)
	if err != nil {
		return result{err: strings.ReplaceAll(err.Error(), f.dir+string(filepath.Separator), "")}
	}
	got := result{keys: tally{}, keyless: summary.Keyless}
	var keyed int64
	for _, sink := range all {
		for key, n := range sink.(tally) {
			got.keys[key] += n
			keyed += n
		}
	}
	if keyed != summary.Keyed || f.bytes != summary.Bytes {
		t.Errorf("%d records and %d bytes are summed up as %+v", keyed, f.bytes, summary)
	}
	return got
}

// text is a result in one line: keys in order, with counts other than 1.
func (r result) text() string {
	if r.err != "" {
		return r.err
	}
	var out []string
	for _, key := range slices.Sorted(maps.Keys(r.keys)) {
		if n := r.keys[key]; n != 1 {
			out = append(out, fmt.Sprintf("%q*%d", key, n))
			continue
		}
		out = append(out, fmt.Sprintf("%q", key))
	}
	if r.keyless > 0 {
		out = append(out, fmt.Sprintf("keyless*%d", r.keyless))
	}
	return strings.Join(out, " ")
}

var (
	lines  = keyfile.Options{}
	jsonl  = keyfile.Options{Format: keyfile.JSONL, KeyFields: []string{"k"}}
	table  = keyfile.Options{Format: keyfile.CSV, KeyFields: []string{"k"}, Header: true}
	counts = keyfile.Options{Format: keyfile.CSV, KeyFields: []string{"k"}, CountField: "n", Header: true}
	places = keyfile.Options{Format: keyfile.CSV, KeyFields: []string{"2"}}
)

// with returns options with fields for the key and its count.
func with(o keyfile.Options, count string, fields ...string) keyfile.Options {
	o.CountField, o.KeyFields, o.KeySeparator = count, fields, ":"
	return o
}

func encoded(o keyfile.Options, e keyfile.Encoding) keyfile.Options {
	o.Encoding = e
	return o
}

func tabs(o keyfile.Options) keyfile.Options {
	o.Format = keyfile.TSV
	return o
}

func utf8(o keyfile.Options) keyfile.Options {
	o.UTF8 = true
	return o
}

func TestRead(t *testing.T) {
	for _, test := range []struct {
		name    string
		options keyfile.Options
		content string
		want    string
	}{
		{"nothing", lines, "", ``},
		{"one line", lines, "a\n", `"a"`},
		{"no last end", lines, "a\nb", `"a" "b"`},
		{"CRLF", lines, "a\r\nb\r\n", `"a" "b"`},
		{"both ends", lines, "a\r\na\n", `"a"*2`},
		{"CR without LF at the end", lines, "a\nb\r", `"a" "b"`},
		{"one CR is an end", lines, "a\r\r\n", `"a\r"`},
		{"CR within", lines, "a\rb\n", `"a\rb"`},
		{"empty lines", lines, "\na\n\r\n\nb\n\n", `"a" "b" keyless*4`},
		{"a lone CR is an empty line", lines, "a\n\r", `"a" keyless*1`},
		{"byte order mark", lines, "\xef\xbb\xbfa\nb\n", `"a" "b"`},
		{"byte order mark alone", lines, "\xef\xbb\xbf", ``},
		{"byte order mark and an empty line", lines, "\xef\xbb\xbf\n", `keyless*1`},
		{"a second mark is a key", lines, "\xef\xbb\xbf\xef\xbb\xbf\n", `"\ufeff"`},
		{"NUL and invalid UTF-8", lines, "a\x00b\n\xff\xfe\n", `"a\x00b" "\xff\xfe"`},
		{"spaces are part of the key", lines, " a \n", `" a "`},
		{"quotes mean nothing in lines", lines, "\"a\"\n", `"\"a\""`},
		{"like UTF-16 only at first", lines, "\xff\xfe\n", `"\xff\xfe"`},
		{"UTF-8", utf8(lines), "é\n\n", `"é" keyless*1`},

		{"hex", encoded(lines, keyfile.Hex), "00fF\n\n", `"\x00\xff" keyless*1`},
		{"base64", encoded(lines, keyfile.Base64), "AP8=\nAAAA\n", `"\x00\x00\x00" "\x00\xff"`},
		{"int32", encoded(lines, keyfile.Int32), "1\n-1\n2147483647\n-2147483648\n", `"\x00\x00\x00\x01" "\x7f\xff\xff\xff" "\x80\x00\x00\x00" "\xff\xff\xff\xff"`},
		{"int64", encoded(lines, keyfile.Int64), "258\n-9223372036854775808\n", `"\x00\x00\x00\x00\x00\x00\x01\x02" "\x80\x00\x00\x00\x00\x00\x00\x00"`},
		{"serialised bytes are what must be UTF-8", utf8(encoded(lines, keyfile.Hex)), "c3a9\n", `"é"`},
		{"an encoded column", encoded(table, keyfile.Int32), "k\n7\n", `"\x00\x00\x00\a"`},
		{"an encoded number", encoded(jsonl, keyfile.Int64), `{"k":7}`, `"\x00\x00\x00\x00\x00\x00\x00\a"`},
		{"the joined text is encoded", encoded(with(jsonl, "", "a", "b"), keyfile.Base64), `{"a":"","b":"AAAA"}`, `keyless*1`},

		{"header", table, "x,k\n1,a\n2,b\n", `"a" "b"`},
		{"header alone", table, "k\n", ``},
		{"byte order mark before a quote", table, "\xef\xbb\xbf\"k\"\na\n", `"a"`},
		{"quoted", table, "k,x\n\"a,\"\"b\"\"\",1\n\"c\r\nd\",2\r\n", `"a,\"b\"" "c\r\nd"`},
		{"rows without and with quotes", table, "k,x\na,1\n\"b\",2\nc,3\nd,\"4\"", `"a" "b" "c" "d"`},
		{"CRLF", table, "k,x\r\na,1\r\n\"b\",2\r\n", `"a" "b"`},
		{"an empty cell", table, "k,x\n,1\n\"\",2\na,3\n", `"a" keyless*2`},
		{"blank lines", table, "\n\r\nk\n\na\n\nb\n\n\n", `"a" "b" keyless*6`},
		{"a blank line within quotes is none", table, "k\n\"a\n\nb\"\n\n", `"a\n\nb" keyless*1`},
		{"a blank line without an end", table, "k\na\n\r", `"a" keyless*1`},
		{"counts", counts, "k,n\na,2\nb,0\na,3\n,4\n\n", `"a"*5 keyless*5`},
		{"the largest count", counts, "k,n\na,9223372036854775807\n", `"a"*9223372036854775807`},
		{"composite", with(table, "", "b", "a"), "a,b\n1,2\n,2\n1,\n", `"2:1" keyless*2`},
		{"no separator", keyfile.Options{Format: keyfile.CSV, KeyFields: []string{"1", "2"}}, "a,b\n", `"ab"`},
		{"positions", places, "1,a\n2,b\n", `"a" "b"`},
		{"positions and counts", with(places, "1", "2"), "1,a\n2,a\n", `"a"*3`},
		{"tabs", tabs(table), "x\tk\n1\ta,b\n2\t\"c\td\"\n", `"a,b" "c\td"`},
		{"nothing in columns", places, "", ``},
		{"spaces and NUL in a cell", table, "k\n a\x00 \n", `" a\x00 "`},

		{"objects", jsonl, "{\"k\":\"a\"}\n {\"x\":1, \"k\" : \"b\"} \r\n", `"a" "b"`},
		{"null, missing and empty", jsonl, "{\"k\":null}\n{}\n{\"k\":\"\"}\n\n", `keyless*4`},
		{"numbers and booleans as written", jsonl, "{\"k\":1.50}\n{\"k\":true}\n{\"k\":-0e1}\n", `"-0e1" "1.50" "true"`},
		{"escapes", jsonl, `{"k":"\u00e9\n\ud83d\ude00\/\\u"}`, `"é\n😀/\\u"`},
		{"an escaped name", jsonl, `{"\u006b":"a"}`, `"a"`},
		{"a path", with(jsonl, "", "a.b"), "{\"a\":{\"b\":\"x\"}}\n{\"a\":3}\n{\"a\":null}\n", `"x" keyless*2`},
		{"a dot in a name", with(jsonl, "", `a\.b`), `{"a":{"b":"x"},"a.b":"y"}`, `"y"`},
		{"an index", with(jsonl, "", "a.1"), `{"a":["x","y"]}`, `"y"`},
		{"digits as a name", with(jsonl, "", "1"), `{"1":"x"}`, `"x"`},
		{"composite", with(jsonl, "", "s", "f.id"), "{\"s\":1,\"f\":{\"id\":\"x\"}}\n{\"s\":1}\n", `"1:x" keyless*1`},
		{"counts", with(jsonl, "n", "k"), "{\"k\":\"a\",\"n\":2}\n{\"k\":\"a\",\"n\":\"3\"}\n{\"k\":\"b\",\"n\":0}\n{\"n\":4}\n", `"a"*5 keyless*4`},
		{"the first of two names counts", jsonl, `{"k":"a","k":"b"}`, `"a"`},
		{"invalid UTF-8 in a string stays", jsonl, "{\"k\":\"\xff\"}", `"\xff"`},
		{"byte order mark", jsonl, "\xef\xbb\xbf{\"k\":\"a\"}", `"a"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			files := write(t, test.content)
			for sinks := 1; sinks <= 3; sinks++ {
				for _, chunk := range []int{0, 1, 2, 3, 7} {
					if got := files.read(t, test.options, keyfile.Knobs{Chunk: chunk}, sinks).text(); got != test.want {
						t.Fatalf("%d sinks, chunks of %d: got %s, want %s", sinks, chunk, got, test.want)
					}
				}
			}
		})
	}
}

// Names are literal whatever they mean to the library that looks them up.
func TestFieldNamesAreLiteral(t *testing.T) {
	quoted := func(name string) string {
		text, err := json.Marshal(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	for _, name := range []string{"*", "k*", "?", "#", "#.x", "@this", "@reverse", "!x", "a|b", "{k}", "[k]", `\`, `"`, "a:b", "~", "%", " ", "é", "-1", "1", "..x", "#(x=1)", "=", "<", "(", "$", "\x00"} {
		path := strings.NewReplacer(`\`, `\\`, `.`, `\.`).Replace(name)
		content := fmt.Sprintf("{\"zz\":\"other\",\"kx\":[1,{\"x\":2}],%s:\"mine\"}\n{\"zz\":\"other\",\"kx\":[{\"x\":2},1]}\n", quoted(name))
		if got := write(t, content).read(t, with(jsonl, "", path), keyfile.Knobs{}, 1).text(); got != `"mine" keyless*1` {
			t.Errorf("%q: got %s", name, got)
		}
		nested := fmt.Sprintf("{\"a\":{\"zz\":1,%s:\"mine\"}}\n{\"a\":{\"zz\":1}}\n{\"a\":[]}\n", quoted(name))
		if got := write(t, nested).read(t, with(jsonl, "", "a."+path), keyfile.Knobs{}, 1).text(); got != `"mine" keyless*2` {
			t.Errorf("a.%q: got %s", name, got)
		}
	}
}

// Splitting a file in two changes nothing.
func TestSeveralFiles(t *testing.T) {
	whole := "a\nb\n\na\nc\r\nd"
	want := write(t, whole).read(t, lines, keyfile.Knobs{}, 2)
	for i := range len(whole) {
		if i > 0 && whole[i-1] != '\n' {
			continue
		}
		if got := write(t, whole[:i], whole[i:]).read(t, lines, keyfile.Knobs{}, 2); !got.equal(want) {
			t.Errorf("split at %d: got %s, want %s", i, got.text(), want.text())
		}
	}
	var many []string
	for i := range 200 {
		many = append(many, fmt.Sprintf("key%d\n\n", i%20))
	}
	got := write(t, many...).read(t, lines, keyfile.Knobs{}, 3)
	if len(got.keys) != 20 || got.keyless != 200 || got.keys["key7"] != 10 {
		t.Errorf("200 files: %s", got.text())
	}
}

// More keys than a batch and more bytes than a chunk, in every format.
func TestManyKeys(t *testing.T) {
	const rows = 30_000
	var plain, csv, objects strings.Builder
	csv.WriteString("k,n\n")
	want := tally{}
	for i := range rows {
		key := fmt.Sprintf("store-%d:fixture-%d", i%7, i%1000)
		want[key]++
		fmt.Fprintf(&plain, "%s\n", key)
		fmt.Fprintf(&csv, "%s,1\n", key)
		fmt.Fprintf(&objects, "{\"k\":%q,\"n\":1}\n", key)
	}
	for _, test := range []struct {
		options keyfile.Options
		content string
	}{
		{lines, plain.String()},
		{utf8(lines), plain.String()},
		{table, csv.String()},
		{counts, csv.String()},
		{jsonl, objects.String()},
		{with(jsonl, "n", "k"), objects.String()},
	} {
		if got := write(t, test.content).read(t, test.options, keyfile.Knobs{}, 2); !maps.Equal(got.keys, want) {
			t.Errorf("%s: got %d keys %s", test.options.Format, len(got.keys), got.err)
		}
	}
}
