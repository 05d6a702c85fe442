package keyfile

import "bytes"

// lineReader frames lines: LF or CRLF ends one, and the last may go without.
type lineReader struct {
	*Options
	limit   int // of a line without its end, in bytes
	batch   *batch
	objects *objects // for JSONL
}

// read takes all lines of data, whose bytes stay until it returns. With an
// error comes the offset of the bad line.
func (r *lineReader) read(data []byte) (int, error) {
	b := r.batch
	direct := r.objects == nil && r.Encoding == Raw && !r.UTF8
	for rest := data; len(rest) > 0; {
		line, after := cut(rest)
		var err error
		switch {
		case len(line) == 0:
			b.keyless.add(1)
		case len(line) > r.limit:
			err = bad("the line is longer than 1 MiB")
		case direct:
			b.keys = append(b.keys, line)
			b.keyed++
			if len(b.keys) == batchKeys {
				err = b.flush()
			}
		case r.objects != nil:
			err = r.objects.read(line, b)
		default:
			err = b.record(r.Options, line, 1, true)
		}
		if err != nil {
			return len(data) - len(rest), err
		}
		rest = after
	}
	return 0, b.flush()
}

// cut returns the first line without its end, and what follows.
func cut(data []byte) (line, after []byte) {
	line = data
	if i := bytes.IndexByte(data, '\n'); i >= 0 {
		line, after = data[:i], data[i+1:]
	}
	if n := len(line) - 1; n >= 0 && line[n] == '\r' {
		line = line[:n]
	}
	return line, after
}
