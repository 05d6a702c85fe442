package keyfile

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// rows reads the rows of one CSV or TSV file.
type rows struct {
	*Options
	blocks *blocks
	limit  int
	batch  *batch

	data, left []byte // a block, and the lines of it not taken yet
	line       int64  // of those taken
	row        int64  // the line that the row begins on
	size       int    // of the row so far, with its line ends
	pending    []byte // what encoding/csv has not taken yet of a line
	quotes     int    // of the row so far
	doubled    []byte // a line whose CR is doubled

	comma  byte
	quoted *csv.Reader
	cells  []byte   // of a row with quotes
	fields [][]byte // of the row

	width int   // fields of the first row
	keys  []int // columns of the key
	count int   // column of the count; -1: none
	text  []byte
}

func newRows(o *Options, b *blocks, buf []byte, limit int, batch *batch) *rows {
	r := &rows{Options: o, blocks: b, data: buf, limit: limit, batch: batch, comma: ','}
	if o.Format == TSV {
		r.comma = '\t'
	}
	r.quoted = csv.NewReader(r)
	r.quoted.Comma = rune(r.comma)
	r.quoted.FieldsPerRecord = -1
	r.quoted.ReuseRecord = true
	return r
}

// next takes one row, or the blank lines before the end. The error is io.EOF
// after the last one.
func (r *rows) next() error {
	line, err := r.begin()
	if err != nil {
		if errors.Is(err, io.EOF) && r.Header && r.width == 0 {
			return &Error{Path: r.blocks.file.path, Reason: "has no header row"}
		}
		return err
	}
	if err := r.split(line); err != nil {
		return err
	}
	switch {
	case r.width == 0:
		r.width = len(r.fields)
		if err := r.columns(); err != nil || r.Header {
			return err
		}
	case len(r.fields) != r.width:
		return bad("the row has %s, and the first row has %d", countOf(len(r.fields), "field"), r.width)
	}
	return r.record()
}

// begin returns the first line of the next row. The blank lines before it are
// records without a key.
func (r *rows) begin() ([]byte, error) {
	for r.size = 0; ; r.size = 0 {
		line, err := r.pull()
		r.row = r.line
		if err != nil {
			return nil, err
		}
		if trimmed := trimEnd(line); len(trimmed) > 0 {
			return line, nil
		}
		r.batch.keyless.add(1)
	}
}

// pull takes a line, with its end.
func (r *rows) pull() ([]byte, error) {
	if len(r.left) == 0 {
		data, err := r.blocks.next(r.data)
		if err != nil {
			return nil, err
		}
		r.data, r.left = data, data
	}
	line := r.left
	if i := bytes.IndexByte(line, '\n'); i >= 0 {
		line = line[:i+1]
	}
	r.left = r.left[len(line):]
	r.line++
	if r.size+len(trimEnd(line)) > r.limit {
		return nil, bad("the row is longer than 1 MiB; is a quoted field in it not closed?")
	}
	r.size += len(line)
	return line, nil
}

// Read gives encoding/csv the lines of one row, one at a time, so that it
// takes none of the next row and no more than the limit.
func (r *rows) Read(p []byte) (int, error) {
	if len(r.pending) == 0 {
		line, err := r.pull()
		if err != nil {
			return 0, err
		}
		r.feed(line)
	}
	n := copy(p, r.pending)
	r.pending = r.pending[n:]
	return n, nil
}

// feed gives encoding/csv a line. That drops the CR of a CRLF, also where it
// stands in a quoted field, which an odd number of quotes before it tells: there
// it gets a second one to drop.
func (r *rows) feed(line []byte) {
	r.quotes += bytes.Count(line, []byte{'"'})
	if r.quotes%2 == 1 && bytes.HasSuffix(line, []byte("\r\n")) {
		r.doubled = append(append(r.doubled[:0], line[:len(line)-1]...), "\r\n"...)
		line = r.doubled
	}
	r.pending = line
}

// split sets the fields of the row that begins with a line. Without a quote in
// it they are what stands between the commas.
func (r *rows) split(line []byte) error {
	r.fields = r.fields[:0]
	if bytes.IndexByte(line, '"') < 0 {
		for line = trimEnd(line); ; {
			i := bytes.IndexByte(line, r.comma)
			if i < 0 {
				r.fields = append(r.fields, line)
				return nil
			}
			r.fields = append(r.fields, line[:i])
			line = line[i+1:]
		}
	}
	r.quotes = 0
	r.feed(line)
	record, err := r.quoted.Read()
	switch {
	case errors.Is(err, csv.ErrBareQuote):
		return bad(`a quote (") stands within a field that is not quoted`)
	case errors.Is(err, csv.ErrQuote):
		return bad(`a quoted field is not closed, or text follows its closing quote`)
	case err != nil:
		return err
	}
	r.cells = r.cells[:0]
	for _, field := range record {
		r.cells = append(r.cells, field...)
	}
	cells := r.cells
	for _, field := range record {
		r.fields = append(r.fields, cells[:len(field)])
		cells = cells[len(field):]
	}
	return nil
}

// record takes the key of a row.
func (r *rows) record() error {
	r.text = r.text[:0]
	empty := false
	for i, column := range r.keys {
		if i > 0 {
			r.text = append(r.text, r.KeySeparator...)
		}
		r.text = append(r.text, r.fields[column]...)
		empty = empty || len(r.fields[column]) == 0
	}
	if empty {
		r.text = r.text[:0]
	}
	count := int64(1)
	if r.count >= 0 {
		var err error
		if count, err = parseCount(r.CountField, r.fields[r.count]); err != nil {
			return err
		}
	}
	return r.batch.record(r.Options, r.text, count, false)
}

// columns resolves the fields by the first row.
func (r *rows) columns() error {
	r.count = -1
	for _, field := range r.KeyFields {
		column, err := r.find(field)
		if err != nil {
			return err
		}
		r.keys = append(r.keys, column)
	}
	if r.CountField == "" {
		return nil
	}
	column, err := r.find(r.CountField)
	r.count = column
	return err
}

func (r *rows) find(field string) (int, error) {
	if !r.Header {
		i, err := column(field)
		if err == nil && i >= r.width {
			err = bad("there is no column %s: the row has %s", field, countOf(r.width, "field"))
		}
		return i, err
	}
	named := func(name []byte) bool { return string(name) == field }
	i := slices.IndexFunc(r.fields, named)
	switch {
	case i < 0:
		return 0, bad("there is no column %s; the columns are %s", show(field), r.names())
	case slices.ContainsFunc(r.fields[i+1:], named):
		return 0, bad("there is more than one column %s", show(field))
	}
	return i, nil
}

// shownColumns is how many columns an error lists.
const shownColumns = 30

func (r *rows) names() string {
	var names []string
	for i, field := range r.fields {
		if i == shownColumns {
			names = append(names, fmt.Sprintf("%d more", len(r.fields)-i))
			break
		}
		names = append(names, show(field))
	}
	return strings.Join(names, ", ")
}

func countOf(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// trimEnd drops the end of a line: LF, and one CR before it or at the end of
// the content.
func trimEnd(line []byte) []byte {
	if n := len(line) - 1; n >= 0 && line[n] == '\n' {
		line = line[:n]
	}
	if n := len(line) - 1; n >= 0 && line[n] == '\r' {
		line = line[:n]
	}
	return line
}
