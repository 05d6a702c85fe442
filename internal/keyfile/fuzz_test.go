package keyfile_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/shelf-analytics/terraform-provider-capture/internal/keyfile"
)

// everywhere reads content plain and compressed, with chunks of every small
// size, and compares with what a naive reader found.
func everywhere(t *testing.T, o keyfile.Options, limit int, content string, want result) {
	t.Helper()
	if len(content) > 5000 {
		return
	}
	stored := map[string]files{"plain": write(t, content), "gzip": write(t, gz(t, content))}
	if len(content) < 100 {
		stored["zstd"] = write(t, zst(t, 1<<10, content[:len(content)/2], content[len(content)/2:]))
	}
	for name, files := range stored {
		for _, chunk := range []int{1, 2, 3, 5, 8, 13, 64, 0} {
			sinks := 1 + chunk%3
			got := files.read(t, o, keyfile.Knobs{Chunk: chunk, Line: limit}, sinks)
			if !got.equal(want) {
				t.Fatalf("%q, %s, %d sinks, chunks of %d: got %s, want %s", content, name, sinks, chunk, got.text(), want.text())
			}
		}
	}
}

func compressed(content string) bool {
	return strings.HasPrefix(content, "\x1f\x8b\x08") || strings.HasPrefix(content, "\x28\xb5\x2f\xfd") ||
		len(content) > 3 && content[0]&0xf0 == 0x50 && content[1:4] == "\x2a\x4d\x18"
}

// body drops a byte order mark; for UTF-16 there is an error.
func body(content string) (string, string) {
	if len(content) >= 4 && (content[:2] == "\xff\xfe" && content[2] != 0 && content[3] == 0 ||
		content[:2] == "\xfe\xff" && content[2] == 0 && content[3] != 0) {
		return "", "f0: is text in UTF-16, which PowerShell's > writes: save it as UTF-8"
	}
	return strings.TrimPrefix(content, "\xef\xbb\xbf"), ""
}

func naiveLines(content string, limit int) result {
	content, err := body(content)
	if err != "" {
		return result{err: err}
	}
	got := result{keys: tally{}}
	if content == "" {
		return got
	}
	for i, line := range strings.Split(strings.TrimSuffix(content, "\n"), "\n") {
		line = strings.TrimSuffix(line, "\r")
		switch {
		case len(line) > limit:
			return result{err: fmt.Sprintf("f0:%d: the line is longer than 1 MiB", i+1)}
		case line == "":
			got.keyless++
		default:
			got.keys[line]++
		}
	}
	return got
}

func FuzzLines(f *testing.F) {
	for _, seed := range []string{
		"", "\n", "a", "a\nb\n", "a\r\nb\r", "\r\n\r", "a\n\nb", "\xef\xbb\xbfa\n", "\xef\xbb\xbf", "\xff\xfea\x00", "\x00\xff\n\x00",
		strings.Repeat("x", 9) + "\n" + strings.Repeat("y", 10) + "\r\n" + strings.Repeat("z", 11), strings.Repeat("x", 100), "a\n" + strings.Repeat("x", 12) + "\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, content string) {
		const limit = 10
		if !compressed(content) {
			everywhere(t, keyfile.Options{}, limit, content, naiveLines(content, limit))
		}
	})
}

// naiveCSV reads the whole with encoding/csv. Blank lines are those that it
// skips between rows.
func naiveCSV(content string, comma rune) result {
	content, bad := body(content)
	if bad != "" {
		return result{err: bad}
	}
	got := result{keys: tally{}}
	// encoding/csv drops the CR of a CRLF in a quoted field: it is marked.
	quotes, marked := 0, ""
	for line := range strings.Lines(content) {
		if quotes += strings.Count(line, `"`); quotes%2 == 1 && strings.HasSuffix(line, "\r\n") {
			line = strings.TrimSuffix(line, "\r\n") + "\x01\n"
		}
		marked += line
	}
	r := csv.NewReader(strings.NewReader(marked))
	r.Comma = comma
	last := 0 // the last line of the row before
	for {
		row, err := r.Read()
		switch {
		case errors.Is(err, io.EOF):
			all := strings.Count(content, "\n")
			if content != "" && !strings.HasSuffix(content, "\n") {
				all++
			}
			got.keyless += int64(all - last)
			return got
		case err != nil:
			return result{err: "bad"}
		}
		first, _ := r.FieldPos(0)
		end, _ := r.FieldPos(len(row) - 1)
		got.keyless += int64(first - last - 1)
		last = end + strings.Count(row[len(row)-1], "\n")
		if row[0] == "" {
			got.keyless++
			continue
		}
		got.keys[strings.ReplaceAll(row[0], "\x01\n", "\r\n")]++
	}
}

func FuzzCSV(f *testing.F) {
	for _, seed := range []string{
		"", "a,b\n", "a,b\r\n\"c\",\"d\"\"\"\r\n", "\n\na\n\n\"b\n\nc\"\n\n\n", "\"a\r\nb\",c\n,\n", "a,b\nc\n", "a\"b\n", "\"a\"b\n", "\"a", "\"\"", "\"a\"\n\r", "a,\"b\r",
		"\xef\xbb\xbf\"a\",b", "a\tb\n", "\"\n\"\n", "a\r\r\n\r\r\n", "\"a\"\r", ",,\n\"\",\"\",\"\"\n",
	} {
		f.Add(seed, false)
		f.Add(seed, true)
	}
	f.Fuzz(func(t *testing.T, content string, tabs bool) {
		if compressed(content) || strings.Contains(content, "\x01") {
			return
		}
		o, comma := keyfile.Options{Format: keyfile.CSV, KeyFields: []string{"1"}}, ','
		if tabs {
			o.Format, comma = keyfile.TSV, '\t'
		}
		want := naiveCSV(content, comma)
		if want.err == "bad" { // its words and lines are ours
			got := write(t, content).read(t, o, keyfile.Knobs{}, 1)
			if !strings.HasPrefix(got.err, "f0:") {
				t.Fatalf("%q: got %s, want an error", content, got.text())
			}
			want = got
		}
		everywhere(t, o, 1<<20, content, want)
	})
}

// naiveObjects reads each line with encoding/json.
func naiveObjects(content string) result {
	content, bad := body(content)
	if bad != "" {
		return result{err: bad}
	}
	got := result{keys: tally{}}
	if content == "" {
		return got
	}
	for i, line := range strings.Split(strings.TrimSuffix(content, "\n"), "\n") {
		line = strings.TrimSuffix(line, "\r")
		if line == "" {
			got.keyless++
			continue
		}
		var object map[string]json.RawMessage
		if err := json.Unmarshal([]byte(line), &object); err != nil || object == nil {
			return result{err: fmt.Sprintf("f0:%d: ", i+1)}
		}
		var key any
		raw := object["k"]
		d := json.NewDecoder(bytes.NewReader(raw))
		d.UseNumber()
		if raw != nil && d.Decode(&key) != nil {
			return result{err: fmt.Sprintf("f0:%d: ", i+1)}
		}
		switch key := key.(type) {
		case nil:
			got.keyless++
		case string:
			if key == "" {
				got.keyless++
				continue
			}
			got.keys[key]++
		case bool, json.Number:
			got.keys[fmt.Sprint(key)]++
		default:
			return result{err: fmt.Sprintf("f0:%d: ", i+1)}
		}
	}
	return got
}

func FuzzObjects(f *testing.F) {
	for _, seed := range []string{
		"", "{}\n", `{"k":"a"}`, "{\"k\":1}\r\n\n{\"k\":null}", `{"k":"\u00e9\\\"\ud83d\ude00"}`, `{"k":{"k":1}}`, `{"x":[{"k":"}"}],"k":true}`, `{"k":-1.5e7}`, `[1]`, `null`, `{"k":"\\"}`,
		`{"a\"k":"k","k\\":2,"k":3}`, `{"k":""}`, "{\"k\":\"\t\"}", `{"k" : "x" , "y":"\"k\":1"}`, `{"":1,"k":[]}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, content string) {
		// encoding/json replaces what is not UTF-8 and halves of pairs, and
		// takes the last of two names.
		if compressed(content) || strings.Contains(content, "\ufffd") || strings.ToValidUTF8(content, "") != content ||
			strings.Contains(strings.ToLower(content), `\ud`) || strings.Count(content, "k")+strings.Count(content, `\u`) > strings.Count(content, "\n")+1 {
			return
		}
		want := naiveObjects(content)
		if strings.HasSuffix(want.err, ": ") {
			got := write(t, content).read(t, jsonl, keyfile.Knobs{}, 1)
			if !strings.HasPrefix(got.err, want.err) {
				t.Fatalf("%q: got %s, want %s", content, got.text(), want.err)
			}
			want = got
		}
		everywhere(t, jsonl, 1<<20, content, want)
	})
}

// Every line length around the limit, and every place for the chunks' borders.
func TestEveryBorder(t *testing.T) {
	const limit = 10
	var contents []string
	for n := range limit + 4 {
		for _, end := range []string{"", "\n", "\r\n", "\r", "\r\r\n", "\n\n"} {
			line := strings.Repeat("x", n) + end
			contents = append(contents, line, "a\n"+line, "\xef\xbb\xbf"+line, "\n\r\n"+line+"b", strings.Repeat(line, 3))
		}
	}
	slices.Sort(contents)
	for _, content := range slices.Compact(contents) {
		files, want := write(t, content), naiveLines(content, limit)
		for chunk := 1; chunk <= len(content)+1; chunk++ {
			if got := files.read(t, lines, keyfile.Knobs{Chunk: chunk, Line: limit}, 1); !got.equal(want) {
				t.Fatalf("%q, chunks of %d: got %s, want %s", content, chunk, got.text(), want.text())
			}
		}
	}
}
