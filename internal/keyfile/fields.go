package keyfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"unicode/utf16"

	"github.com/tidwall/gjson"
)

// fieldPath turns a path of names, a.b, into gjson's form, in which every name
// stands for itself. \. and \\ are a dot and a backslash within a name, so that
// a\.b is one name. A name of digits is also the index of an array.
func fieldPath(path string) (string, error) {
	var out strings.Builder
	var name []byte
	end := func() error {
		if len(name) == 0 {
			return errors.New(show(path) + " is not a field path: a name in it is empty")
		}
		out.WriteString(gjson.Escape(string(name)))
		name = name[:0]
		return nil
	}
	for i := 0; i < len(path); i++ {
		switch c := path[i]; c {
		case '.':
			if err := end(); err != nil {
				return "", err
			}
			out.WriteByte('.')
		case '\\':
			if next := path[i+1:]; next != "" && (next[0] == '.' || next[0] == '\\') {
				i++
			}
			name = append(name, path[i])
		default:
			name = append(name, c)
		}
	}
	if err := end(); err != nil {
		return "", err
	}
	return out.String(), nil
}

// objects reads one JSON object a line. Where an object has a name twice, the
// first one with the rest of the path counts.
type objects struct {
	*Options
	keys  []string // field paths in gjson's form
	count string   // the same; "" for none
	text  []byte
}

func newObjects(o *Options) *objects {
	// Validate has seen the paths.
	r := &objects{Options: o}
	for _, field := range o.KeyFields {
		path, _ := fieldPath(field)
		r.keys = append(r.keys, path)
	}
	if o.CountField != "" {
		r.count, _ = fieldPath(o.CountField)
	}
	return r
}

// read takes the key of a line that is not empty.
func (r *objects) read(line []byte, b *batch) error {
	if !json.Valid(line) {
		return bad("is not valid JSON: %v: %s", json.Unmarshal(line, new(json.RawMessage)), show(line))
	}
	if bytes.TrimLeft(line, " \t\r")[0] != '{' {
		return bad("is not a JSON object: %s", show(line))
	}
	r.text = r.text[:0]
	empty := false
	for i, path := range r.keys {
		part, err := scalar(r.KeyFields[i], gjson.GetBytes(line, path))
		if err != nil {
			return err
		}
		if i > 0 {
			r.text = append(r.text, r.KeySeparator...)
		}
		r.text = append(r.text, part...)
		empty = empty || part == ""
	}
	if empty {
		r.text = r.text[:0]
	}
	count := int64(1)
	if r.count != "" {
		value := gjson.GetBytes(line, r.count)
		text, err := scalar(r.CountField, value)
		switch {
		case err != nil:
			return err
		case value.Type == gjson.Null:
			return bad("the count %s is missing", show(r.CountField))
		case value.Type != gjson.Number && value.Type != gjson.String:
			return notACount(r.CountField, text)
		}
		if count, err = parseCount(r.CountField, text); err != nil {
			return err
		}
	}
	return b.record(r.Options, r.text, count, false)
}

// scalar returns a string's value, the text of a number or boolean, and ""
// where there is none or null.
func scalar(field string, value gjson.Result) (string, error) {
	switch value.Type {
	case gjson.Null:
		return "", nil
	case gjson.String:
		if loneSurrogate(value.Raw) {
			return "", bad("the field %s is %s: half of a surrogate pair stands for no character", show(field), show(value.Raw))
		}
		return value.Str, nil
	case gjson.JSON:
		return "", bad("the field %s is %s: it must be a string, a number, a boolean or null", show(field), show(value.Raw))
	default:
		return value.Raw, nil
	}
}

// loneSurrogate says whether an escape of a valid JSON string is one half of a
// surrogate pair without the other.
func loneSurrogate(raw string) bool {
	for {
		i := strings.IndexByte(raw, '\\')
		switch {
		case i < 0:
			return false
		case raw[i+1] != 'u':
			raw = raw[i+2:]
			continue
		}
		unit := escaped(raw[i:])
		raw = raw[i+6:]
		if !utf16.IsSurrogate(unit) {
			continue
		}
		if !strings.HasPrefix(raw, `\u`) || utf16.DecodeRune(unit, escaped(raw)) == '\uFFFD' {
			return true
		}
		raw = raw[6:]
	}
}

// escaped returns the code unit of the escape that a valid string begins with.
func escaped(raw string) rune {
	var unit rune
	for _, c := range []byte(raw[2:6]) {
		switch {
		case c <= '9':
			unit = unit<<4 | rune(c-'0')
		default:
			unit = unit<<4 | rune(c&^0x20-'A'+10)
		}
	}
	return unit
}
