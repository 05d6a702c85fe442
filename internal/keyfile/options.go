package keyfile

import (
	"fmt"
	"strconv"
	"strings"
)

// Format is how a file holds its keys.
type Format string

// Lines is one key a line, ended by LF or CRLF. CSV and TSV are RFC 4180 with
// commas or tabs; a CRLF within quotes is read as LF, as by encoding/csv. JSONL
// is one JSON object a line; of a name that an object has twice the first
// counts. In every format an empty line is a record without a key.
const (
	Lines Format = "lines"
	CSV   Format = "csv"
	TSV   Format = "tsv"
	JSONL Format = "jsonl"
)

// Formats returns the names of all formats, the default first.
func Formats() []string {
	return []string{string(Lines), string(CSV), string(TSV), string(JSONL)}
}

// Encoding is how the text of a key stands for its serialised bytes.
type Encoding string

// Raw is the text itself; Hex is in either case; Base64 is the standard
// alphabet with padding; Int32 and Int64 are decimal text that stands for 4 or
// 8 big-endian bytes, as Kafka's IntegerSerializer and LongSerializer write.
const (
	Raw    Encoding = "raw"
	Hex    Encoding = "hex"
	Base64 Encoding = "base64"
	Int32  Encoding = "int32"
	Int64  Encoding = "int64"
)

// Encodings returns the names of all encodings, the default first.
func Encodings() []string {
	return []string{string(Raw), string(Hex), string(Base64), string(Int32), string(Int64)}
}

// Options say how files are read.
type Options struct {
	// Format of all files; "" is Lines.
	Format Format
	// KeyFields name the parts of the key: columns of the header or, without
	// one, positions from 1; for JSONL field paths such as store.id, where a
	// backslash takes the next character into the name. None for Lines. A part
	// that is empty, null or missing makes a record without a key.
	KeyFields []string
	// KeySeparator stands between the parts of a key.
	KeySeparator string
	// CountField names the records that a row counts for, an integer from 0;
	// "": one each. A row that counts for 0 is checked and then left out.
	CountField string
	// Header says that the first row of CSV and TSV names the columns.
	Header bool
	// Encoding of the joined key; "" is Raw.
	Encoding Encoding
	// UTF8 demands that the serialised key is valid UTF-8.
	UTF8 bool
}

// OptionError is an option that cannot be used.
type OptionError struct {
	// Attribute is format, key_fields, count_field or key_encoding.
	Attribute string
	// Reason says what is wrong with it.
	Reason string
}

// Error returns "attribute: reason".
func (e *OptionError) Error() string { return e.Attribute + ": " + e.Reason }

// Validate returns an *OptionError for the first option that cannot be used.
func (o Options) Validate() error {
	switch o.Encoding {
	case "", Raw, Hex, Base64, Int32, Int64:
	default:
		return &OptionError{"key_encoding", fmt.Sprintf("%q is not one of %s", o.Encoding, strings.Join(Encodings(), ", "))}
	}
	var check func(field string) error
	switch o.Format {
	case "", Lines:
		if len(o.KeyFields) > 0 {
			return &OptionError{"key_fields", "a line is one key and has no fields; remove it, or set format"}
		}
		if o.CountField != "" {
			return &OptionError{"count_field", "a line is one key and has no fields; remove it, or set format"}
		}
		return nil
	case CSV, TSV:
		check = func(field string) error {
			if o.Header {
				return nil
			}
			_, err := column(field)
			return err
		}
	case JSONL:
		check = func(field string) error {
			_, err := fieldPath(field)
			return err
		}
	default:
		return &OptionError{"format", fmt.Sprintf("%q is not one of %s", o.Format, strings.Join(Formats(), ", "))}
	}
	if len(o.KeyFields) == 0 {
		return &OptionError{"key_fields", fmt.Sprintf("is required for format %s", o.Format)}
	}
	for _, field := range o.KeyFields {
		if field == "" {
			return &OptionError{"key_fields", "has an empty name"}
		}
		if err := check(field); err != nil {
			return &OptionError{"key_fields", err.Error()}
		}
	}
	if o.CountField != "" {
		if err := check(o.CountField); err != nil {
			return &OptionError{"count_field", err.Error()}
		}
	}
	return nil
}

// column returns the index of the column at a position, which counts from 1.
func column(position string) (int, error) {
	n, err := strconv.Atoi(position)
	if err != nil || n < 1 || strconv.Itoa(n) != position {
		return 0, fmt.Errorf("%s is not the position of a column: without a header columns are numbered 1, 2, 3", show(position))
	}
	return n - 1, nil
}
