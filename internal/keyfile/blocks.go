package keyfile

import (
	"bytes"
	"errors"
	"io"
)

// blocks cuts content into blocks of whole lines.
type blocks struct {
	file  *file
	from  io.Reader
	limit int    // the longest line, in bytes
	rest  []byte // the begun line after the last block
	lines int64  // in the blocks so far
	begun bool
	err   error // comes after the last block
}

// next fills a block, in buf where it fits. Its data ends with a line end,
// except at the end of the content and within a line that is too long. The
// error is io.EOF after the last block, or an *Error.
func (b *blocks) next(buf []byte) ([]byte, error) {
	if cap(buf) < leastBlock {
		buf = make([]byte, 0, leastBlock)
	}
	buf = append(buf[:0], b.rest...)
	b.rest = b.rest[:0]
	for {
		for b.err == nil && len(buf) < cap(buf) {
			n, err := b.from.Read(buf[len(buf):cap(buf)])
			buf, b.err = buf[:len(buf)+n], err
		}
		if !b.begun {
			b.begun = true
			mark, err := begin(buf)
			if err != nil {
				return nil, at(err, b.file.path, 0)
			}
			buf = buf[:copy(buf, buf[mark:])]
		}
		whole := bytes.LastIndexByte(buf, '\n') + 1
		if errors.Is(b.err, io.EOF) {
			whole = len(buf)
		}
		switch {
		case whole > 0:
			b.rest = append(b.rest, buf[whole:]...)
			b.lines += newlines(buf[:whole])
			return buf[:whole], nil
		case errors.Is(b.err, io.EOF):
			return nil, io.EOF
		case b.err != nil:
			err := b.file.unreadable(b.err)
			err.Line = b.lines + 1
			return nil, err
		case len(buf) > b.limit+1: // more than the line and its CR
			b.err = io.EOF
			return buf, nil
		}
		buf = append(make([]byte, 0, min(2*cap(buf), b.limit+2)), buf...)
	}
}

// leastBlock holds what begin looks at.
const leastBlock = beginBytes

var newline = []byte{'\n'}

func newlines(data []byte) int64 { return int64(bytes.Count(data, newline)) }
