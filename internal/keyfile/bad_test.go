package keyfile_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/shelf-analytics/terraform-provider-capture/internal/keyfile"
)

func TestBadRows(t *testing.T) {
	const limit = 20
	long := strings.Repeat("x", limit)
	for _, test := range []struct {
		name    string
		options keyfile.Options
		content string
		want    string // the error, or what was read
	}{
		{"a line at the limit", lines, "a\n" + long + "\n", `"a" "` + long + `"`},
		{"a line at the limit, CRLF", lines, "a\n" + long + "\r\n", `"a" "` + long + `"`},
		{"a line at the limit, no end", lines, long, `"` + long + `"`},
		{"a line at the limit, CR at the end", lines, long + "\r", `"` + long + `"`},
		{"a line over the limit", lines, "a\n\n" + long + "x\nb\n", "f0:3: the line is longer than 1 MiB"},
		{"a line over the limit, no end", lines, "a\n\n" + long + "x", "f0:3: the line is longer than 1 MiB"},
		{"a line over the limit by a CR", lines, "a\n\n" + long + "\r\r\n", "f0:3: the line is longer than 1 MiB"},
		{"a line far over the limit", lines, "a\n\n" + strings.Repeat(long, 30), "f0:3: the line is longer than 1 MiB"},
		{"an object over the limit", jsonl, "\n{\"k\":\"" + long + "\"}", "f0:2: the line is longer than 1 MiB"},
		{"a row at the limit", table, "k\n" + long + "\r\n\"" + long[2:] + "\"\n\"" + long[4:] + "\r\n\"", `"` + long[4:] + `\r\n" "` + long[2:] + `" "` + long + `"`},
		{"blank lines over the limit", table, strings.Repeat("\n", 30) + "k\n" + strings.Repeat("\r\n", 30) + "a", `"a" keyless*60`},
		{"a row over the limit", table, "k\n" + long + "x\n", "f0:2: the row is longer than 1 MiB; is a quoted field in it not closed?"},
		{"a row over the limit by its quotes", table, "k\n\"" + long[1:] + "\"\n", "f0:2: the row is longer than 1 MiB; is a quoted field in it not closed?"},
		{"a header over the limit", table, "\nk" + long + "\n", "f0:2: the row is longer than 1 MiB; is a quoted field in it not closed?"},
		{"a quoted field that never ends", table, "k\na\n\"b\n" + strings.Repeat("c\n", 300), "f0:3: the row is longer than 1 MiB; is a quoted field in it not closed?"},
		{"a quoted field that never ends, far over", table, "k\na\n\"b\n" + strings.Repeat("c", 600), "f0:3: the row is longer than 1 MiB; is a quoted field in it not closed?"},

		{"UTF-16, little endian", lines, "\xff\xfea\x00\n\x00", "f0: is text in UTF-16, which PowerShell's > writes: save it as UTF-8"},
		{"UTF-16, big endian", jsonl, "\xfe\xff\x00{\x00}", "f0: is text in UTF-16, which PowerShell's > writes: save it as UTF-8"},
		{"UTF-16 in columns", table, "\xff\xfek\x00\n\x00", "f0: is text in UTF-16, which PowerShell's > writes: save it as UTF-8"},
		{"invalid UTF-8", utf8(lines), "a\n\xff\n", `f0:2: the key "\xff" is not valid UTF-8, which this partitioner needs`},
		{"invalid UTF-8 once decoded", utf8(encoded(lines, keyfile.Hex)), "61\nff", `f0:2: the key "\xff" is not valid UTF-8, which this partitioner needs`},
		{"invalid UTF-8 that counts 0", utf8(counts), "k,n\n\xff,0", `f0:2: the key "\xff" is not valid UTF-8, which this partitioner needs`},

		{"no hex", encoded(lines, keyfile.Hex), "\n0g", `f0:2: the key "0g" is not hexadecimal: it must be pairs of the digits 0-9 and a-f`},
		{"half a byte", encoded(lines, keyfile.Hex), "\n00f", `f0:2: the key "00f" is not hexadecimal: it must be pairs of the digits 0-9 and a-f`},
		{"bad hex that counts 0", encoded(counts, keyfile.Hex), "k,n\nz,0", `f0:2: the key "z" is not hexadecimal: it must be pairs of the digits 0-9 and a-f`},
		{"no base64", encoded(lines, keyfile.Base64), "AAA*", `f0:1: the key "AAA*" is not base64: it must be in the standard alphabet, with padding`},
		{"base64 without padding", encoded(lines, keyfile.Base64), "AP8", `f0:1: the key "AP8" is not base64: it must be in the standard alphabet, with padding`},
		{"base64 with bits left over", encoded(lines, keyfile.Base64), "AP9=", `f0:1: the key "AP9=" is not base64: it must be in the standard alphabet, with padding`},
		{"base64 for URLs", encoded(lines, keyfile.Base64), "_-8=", `f0:1: the key "_-8=" is not base64: it must be in the standard alphabet, with padding`},
		{"base64 with a CR", encoded(lines, keyfile.Base64), "AA\rAA\n", `f0:1: the key "AA\rAA" is not base64: it must be in the standard alphabet, with padding`},
		{"int32 too large", encoded(lines, keyfile.Int32), "1\n2147483648\n", `f0:2: the key "2147483648" is not an int32: it must be an integer from -2147483648 to 2147483647`},
		{"int32 with a fraction", encoded(lines, keyfile.Int32), "1.0", `f0:1: the key "1.0" is not an int32: it must be an integer from -2147483648 to 2147483647`},
		{"int64 too large", encoded(lines, keyfile.Int64), "9223372036854775808", `f0:1: the key "9223372036854775808" is not an int64: it must be an integer from -9223372036854775808 to 9223372036854775807`},
		{"int64 with a space", encoded(lines, keyfile.Int64), " 1", `f0:1: the key " 1" is not an int64: it must be an integer from -9223372036854775808 to 9223372036854775807`},

		{"no header", table, "", "f0: has no header row"},
		{"no header in blank lines", table, "\n\n", "f0: has no header row"},
		{"no such column", table, "\na,\"b\"\"c\"\n", `f0:2: there is no column "k"; the columns are "a", "b\"c"`},
		{"no such count", counts, "k\na\n", `f0:1: there is no column "n"; the columns are "k"`},
		{"a column twice", table, "k,a,k\n", `f0:1: there is more than one column "k"`},
		{"no such position", places, "a\n", `f0:1: there is no column 2: the row has 1 field`},
		{"no such position of a count", with(places, "4", "1"), "a,b,c\n", `f0:1: there is no column 4: the row has 3 fields`},
		{"too few fields", table, "k,x\na,1\n\nb\n", `f0:4: the row has 1 field, and the first row has 2`},
		{"too many fields", places, "a,1\nb,2,3\n", `f0:2: the row has 3 fields, and the first row has 2`},
		{"too many quoted fields", places, "a,1\n\"b\",2,3\n", `f0:2: the row has 3 fields, and the first row has 2`},
		{"a quote within a field", table, "k\n\"x\ny\"\na\"b\n", `f0:4: a quote (") stands within a field that is not quoted`},
		{"text after a quote", table, "k\na\n\"b\"c\n", `f0:3: a quoted field is not closed, or text follows its closing quote`},
		{"a quote that is not closed", table, "k\na\n\"b\n\nc", `f0:3: a quoted field is not closed, or text follows its closing quote`},
		{"an empty count", counts, "k,n\na,1\nb,\n", `f0:3: the count "n" is empty`},
		{"a negative count", counts, "k,n\na,-1\n", `f0:2: the count "n" is "-1": it must be an integer from 0 to 9223372036854775807`},
		{"a fraction as a count", counts, "k,n\na,1.0\n", `f0:2: the count "n" is "1.0": it must be an integer from 0 to 9223372036854775807`},
		{"a signed count", counts, "k,n\na,+1\n", `f0:2: the count "n" is "+1": it must be an integer from 0 to 9223372036854775807`},
		{"a count with a space", counts, "k,n\na, 1\n", `f0:2: the count "n" is " 1": it must be an integer from 0 to 9223372036854775807`},
		{"a count too large", counts, "k,n\na,9223372036854775808\n", `f0:2: the count "n" is "9223372036854775808": it must be an integer from 0 to 9223372036854775807`},
		{"a bad count without a key", counts, "k,n\n,x\n", `f0:2: the count "n" is "x": it must be an integer from 0 to 9223372036854775807`},
		{"counts too large in all", counts, "k,n\na,9223372036854775807\nb,1\n", `f0: the counts up to here add up to more than 9223372036854775807`},
		{"counts too large in all, without keys", counts, "k,n\n,9223372036854775807\n,9223372036854775807\n,2\na,1", `f0: the counts up to here add up to more than 9223372036854775807`},

		{"no JSON", jsonl, "{\"k\":1}\n{k:1}\n", `f0:2: is not valid JSON: invalid character 'k' looking for beginning of object key string: "{k:1}"`},
		{"two values", jsonl, "{} {}\n", `f0:1: is not valid JSON: invalid character '{' after top-level value: "{} {}"`},
		{"spaces alone", jsonl, "  \n", `f0:1: is not valid JSON: unexpected end of JSON input: "  "`},
		{"no object", jsonl, "{}\n [1]\n", `f0:2: is not a JSON object: " [1]"`},
		{"a string", jsonl, "\"k\"", `f0:1: is not a JSON object: "\"k\""`},
		{"an object as a key", jsonl, "\n\r\n{\"k\":{}}", `f0:3: the field "k" is "{}": it must be a string, a number, a boolean or null`},
		{"an array as a key", with(jsonl, "", "a.b"), `{"a":{"b":[1]}}`, `f0:1: the field "a.b" is "[1]": it must be a string, a number, a boolean or null`},
		{"half a pair", jsonl, `{"k":"\ud83d"}`, `f0:1: the field "k" is "\"\\ud83d\"": half of a surrogate pair stands for no character`},
		{"halves the wrong way round", jsonl, `{"k":"\uDE00\uD83D"}`, `f0:1: the field "k" is "\"\\uDE00\\uD83D\"": half of a surrogate pair stands for no character`},
		{"a half after a pair", jsonl, `{"k":"\ud83d\ude00\udabc"}`, `f0:1: the field "k" is "\"\\ud83d\\ude00\\udabc\"": half of a surrogate pair stands for no character`},
		{"a missing count", with(jsonl, "n", "k"), `{"k":1}`, `f0:1: the count "n" is missing`},
		{"no count", with(jsonl, "n", "k"), `{"k":1,"n":null}`, `f0:1: the count "n" is missing`},
		{"a boolean as a count", with(jsonl, "n", "k"), `{"k":1,"n":true}`, `f0:1: the count "n" is "true": it must be an integer from 0 to 9223372036854775807`},
		{"a fraction as a count of an object", with(jsonl, "n", "k"), `{"k":1,"n":1.0}`, `f0:1: the count "n" is "1.0": it must be an integer from 0 to 9223372036854775807`},
		{"an empty count of an object", with(jsonl, "n", "k"), `{"k":1,"n":""}`, `f0:1: the count "n" is empty`},
		{"an object as a count", with(jsonl, "n", "k"), `{"k":1,"n":{}}`, `f0:1: the field "n" is "{}": it must be a string, a number, a boolean or null`},
	} {
		t.Run(test.name, func(t *testing.T) {
			line := 500
			if strings.Contains(test.name, "limit") || strings.Contains(test.name, "never ends") {
				line = limit
			}
			files := write(t, test.content)
			for sinks := 1; sinks <= 3; sinks++ {
				for _, chunk := range []int{0, 1, 2, 3, 7, limit} {
					if got := files.read(t, test.options, keyfile.Knobs{Chunk: chunk, Line: line}, sinks).text(); got != test.want {
						t.Fatalf("%d sinks, chunks of %d: got %s, want %s", sinks, chunk, got, test.want)
					}
				}
			}
		})
	}
}

// The real limit is 1 MiB without the line end.
func TestLineOfAMebibyte(t *testing.T) {
	whole := strings.Repeat("x", 1<<20)
	for _, test := range []struct {
		options keyfile.Options
		content string
		err     string
	}{
		{lines, "a\n" + whole + "\r\nb\n", ""},
		{lines, "a\n" + whole + "x\nb\n", "f0:2: the line is longer than 1 MiB"},
		{keyfile.Options{Format: keyfile.CSV, KeyFields: []string{"1"}}, "a\n" + whole + "\r\nb\n", ""},
		{keyfile.Options{Format: keyfile.CSV, KeyFields: []string{"1"}}, "a\n" + whole + "x", "f0:2: the row is longer than 1 MiB; is a quoted field in it not closed?"},
	} {
		got := write(t, test.content).read(t, test.options, keyfile.Knobs{}, 2)
		if got.err != test.err || got.err == "" && (len(got.keys) != 3 || got.keys[whole] != 1) {
			t.Errorf("%s: %d keys, %q, want %q", test.options.Format, len(got.keys), got.err, test.err)
		}
	}
}

// A value is shown in part, and never in the middle of a character.
func TestBadValueIsShortened(t *testing.T) {
	for _, test := range []struct{ value, want string }{
		{strings.Repeat("z", 60), `"` + strings.Repeat("z", 60) + `"`},
		{strings.Repeat("z", 61), `"` + strings.Repeat("z", 60) + `"...`},
		{strings.Repeat("z", 59) + "é", `"` + strings.Repeat("z", 59) + `"...`},
		{strings.Repeat("z", 57) + "😀", `"` + strings.Repeat("z", 57) + `"...`},
		{strings.Repeat("\x80", 70), `"` + strings.Repeat(`\x80`, 57) + `"...`},
		{"z\x1b[31m", `"z\x1b[31m"`},
	} {
		got := write(t, test.value).read(t, encoded(lines, keyfile.Hex), keyfile.Knobs{}, 1).err
		if want := "f0:1: the key " + test.want + " is not hexadecimal"; !strings.HasPrefix(got, want) {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestErrorFields(t *testing.T) {
	files := write(t, "a\n\xff\n")
	_, err := utf8(lines).Read(t.Context(), files.paths, []keyfile.Sink{tally{}}, nil)
	var bad *keyfile.Error
	if !errors.As(err, &bad) || bad.Path != files.paths[0] || bad.Line != 2 || !strings.HasPrefix(bad.Reason, "the key") {
		t.Errorf("got %#v", err)
	}
}
