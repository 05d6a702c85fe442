package keyfile

import (
	"bytes"
	"errors"
	"io"
)

// chunk is a range of a plain file's bytes. The lines after the line ends in
// it belong to it, and the first one of the file to the first chunk. So it is
// read from its start, a multiple of the page size: copying to another
// alignment takes three times as long on some processors.
type chunk struct {
	file       *file
	body       int64 // where the content begins, after a byte order mark
	start, end int64 // body <= end
}

// read returns the lines of the chunk and their offset in the file, in buf,
// which it returns for the next chunk. So many bytes as tail are read beyond
// the chunk at first, for the end of its last line. The last line lacks its end at the end
// of the file and where it is longer than the limit.
func (c chunk) read(buf []byte, tail, limit int) (lines []byte, offset int64, grown []byte, err error) {
	size := c.file.info.Size()
	own := int(c.end - c.start)
	buf, err = c.extend(buf[:0], c.start, min(size, c.end+int64(tail)))
	if err != nil {
		return nil, 0, buf, err
	}
	first := int(c.body)
	if c.start > 0 {
		first = bytes.IndexByte(buf[:own], '\n') + 1
		if first == 0 {
			return nil, 0, buf, nil // all of it belongs to an earlier line
		}
	}
	for seen := own; ; {
		if i := bytes.IndexByte(buf[seen:], '\n'); i >= 0 {
			return buf[first : seen+i+1], c.start + int64(first), buf, nil
		}
		seen = len(buf)
		to := c.start + int64(seen)
		if to == size || seen > own+limit+1 { // more than the line and its CR
			return buf[first:], c.start + int64(first), buf, nil
		}
		buf, err = c.extend(buf, to, min(size, to+int64(max(seen, tail)), c.end+int64(limit+2)))
		if err != nil {
			return nil, 0, buf, err
		}
	}
}

// extend appends the bytes of the file between two offsets.
func (c chunk) extend(buf []byte, from, to int64) ([]byte, error) {
	begun := len(buf)
	need := begun + int(to-from)
	if need > cap(buf) {
		buf = append(make([]byte, 0, need), buf...)
	}
	buf = buf[:need]
	_, err := c.file.handle.ReadAt(buf[begun:], from)
	switch {
	case errors.Is(err, io.EOF):
		return buf, c.file.changed()
	case err != nil:
		return buf, ioError(c.file.path, "cannot be read", err)
	}
	return buf, nil
}

// line returns the number of the line that begins at an offset.
func (c chunk) line(offset int64, buf []byte) (int64, error) {
	line := int64(1)
	for from := c.body; from < offset; {
		to := min(offset, from+int64(max(cap(buf), 1<<10)))
		var err error
		if buf, err = c.extend(buf[:0], from, to); err != nil {
			return 0, err
		}
		line += newlines(buf)
		from = to
	}
	return line, nil
}
