package keyfile_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/shelf-analytics/terraform-provider-capture/internal/keyfile"
)

func TestValidate(t *testing.T) {
	for _, test := range []struct {
		options keyfile.Options
		want    string
	}{
		{keyfile.Options{}, ""},
		{keyfile.Options{Format: keyfile.Lines, Encoding: keyfile.Hex, Header: true, KeySeparator: ":"}, ""},
		{keyfile.Options{Format: "xml"}, `format: "xml" is not one of lines, csv, tsv, jsonl`},
		{keyfile.Options{Encoding: "utf8"}, `key_encoding: "utf8" is not one of raw, hex, base64, int32, int64`},
		{keyfile.Options{KeyFields: []string{"k"}}, "key_fields: a line is one key and has no fields; remove it, or set format"},
		{keyfile.Options{CountField: "n"}, "count_field: a line is one key and has no fields; remove it, or set format"},
		{keyfile.Options{Format: keyfile.CSV}, "key_fields: is required for format csv"},
		{keyfile.Options{Format: keyfile.JSONL, KeyFields: []string{}}, "key_fields: is required for format jsonl"},
		{keyfile.Options{Format: keyfile.TSV, Header: true, KeyFields: []string{"a", ""}}, "key_fields: has an empty name"},
		{keyfile.Options{Format: keyfile.CSV, Header: true, KeyFields: []string{"-1", "a.", "x"}, CountField: "n"}, ""},
		{keyfile.Options{Format: keyfile.CSV, KeyFields: []string{"1", "20"}, CountField: "3"}, ""},
		{keyfile.Options{Format: keyfile.CSV, KeyFields: []string{"1", "k"}}, `key_fields: "k" is not the position of a column: without a header columns are numbered 1, 2, 3`},
		{keyfile.Options{Format: keyfile.CSV, KeyFields: []string{"0"}}, `key_fields: "0" is not the position of a column: without a header columns are numbered 1, 2, 3`},
		{keyfile.Options{Format: keyfile.TSV, KeyFields: []string{"-1"}}, `key_fields: "-1" is not the position of a column: without a header columns are numbered 1, 2, 3`},
		{keyfile.Options{Format: keyfile.CSV, KeyFields: []string{"+1"}}, `key_fields: "+1" is not the position of a column: without a header columns are numbered 1, 2, 3`},
		{keyfile.Options{Format: keyfile.CSV, KeyFields: []string{"1"}, CountField: "99999999999999999999"}, `count_field: "99999999999999999999" is not the position of a column: without a header columns are numbered 1, 2, 3`},
		{keyfile.Options{Format: keyfile.JSONL, KeyFields: []string{"a.b", `a\.b`, `\\`}, CountField: "n"}, ""},
		{keyfile.Options{Format: keyfile.JSONL, KeyFields: []string{"a..b"}}, `key_fields: "a..b" is not a field path: a name in it is empty`},
		{keyfile.Options{Format: keyfile.JSONL, KeyFields: []string{"a."}}, `key_fields: "a." is not a field path: a name in it is empty`},
		{keyfile.Options{Format: keyfile.JSONL, KeyFields: []string{"a"}, CountField: `n\`}, ""},
	} {
		err := test.options.Validate()
		got := ""
		if err != nil {
			got = err.Error()
			if !errors.As(err, new(*keyfile.OptionError)) {
				t.Errorf("%+v: the error is %T", test.options, err)
			}
		}
		if got != test.want {
			t.Errorf("%+v: got %s, want %s", test.options, got, test.want)
		}
		if _, err := test.options.Read(t.Context(), nil, []keyfile.Sink{tally{}}, nil); (err == nil) != (test.want == "") {
			t.Errorf("%+v: Read says %v", test.options, err)
		}
	}
	for _, format := range keyfile.Formats() {
		o := keyfile.Options{Format: keyfile.Format(format), Header: true, KeyFields: []string{"k"}}
		if format == "lines" {
			o.KeyFields = nil
		}
		for _, encoding := range keyfile.Encodings() {
			o.Encoding = keyfile.Encoding(encoding)
			if err := o.Validate(); err != nil {
				t.Errorf("%s, %s: %v", format, encoding, err)
			}
		}
	}
	if !slices.Equal(keyfile.Formats(), []string{"lines", "csv", "tsv", "jsonl"}) || keyfile.Encodings()[0] != "raw" {
		t.Error("the defaults are not first")
	}
}
