package keyfile

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// compression is told by a file's first bytes.
type compression int

const (
	plain compression = iota
	gzipped
	zstandard
)

func compressionOf(head []byte) compression {
	switch {
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b, 0x08}):
		return gzipped
	case bytes.HasPrefix(head, []byte{0x28, 0xb5, 0x2f, 0xfd}),
		len(head) >= 4 && head[0]&0xf0 == 0x50 && bytes.Equal(head[1:4], []byte{0x2a, 0x4d, 0x18}): // skippable frame
		return zstandard
	default:
		return plain
	}
}

// otherPackings are formats that are not read, by their first bytes. That a
// packed file's content is packed again is told so too.
var otherPackings = []struct{ magic, name string }{
	{"\xfd7zXZ\x00", "xz"},
	{"BZh91AY&SY", "bzip2"},
	{"PK\x03\x04", "zip"},
	{"7z\xbc\xaf\x27\x1c", "7-Zip"},
	{"\x04\x22\x4d\x18", "LZ4"},
	{"\x1f\x8b\x08", "gzip within another compression"},
	{"\x28\xb5\x2f\xfd", "zstd within another compression"},
}

// zstdWindow bounds the memory of a zstd decoder, in bytes. It is the window
// of zstd's level 19; higher levels and --long ask for more.
const zstdWindow = 8 << 20

// decoders are the zstd decoders of a reading. There are two, so that memory
// does not grow with the files that are read side by side.
type decoders chan *zstd.Decoder

func newDecoders() decoders {
	d := make(decoders, 2)
	for range cap(d) {
		d <- nil // made when it is needed
	}
	return d
}

func (d decoders) close() {
	for range cap(d) {
		if decoder := <-d; decoder != nil {
			decoder.Close()
		}
	}
}

// content returns the content of an open file, and what ends its use. stored
// are the file's bytes.
func (d decoders) content(ctx context.Context, f *file, stored io.Reader) (io.Reader, func(), error) {
	switch f.compression {
	case gzipped:
		r, err := gzip.NewReader(stored)
		if err != nil {
			return nil, nil, f.unreadable(err)
		}
		return r, func() {}, nil
	case zstandard:
		var decoder *zstd.Decoder
		select {
		case decoder = <-d:
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		}
		var err error
		if decoder == nil {
			decoder, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(zstdWindow))
		}
		if err == nil {
			err = decoder.Reset(stored)
		}
		if err != nil {
			d <- nil
			return nil, nil, f.unreadable(err)
		}
		return decoder, func() { d <- decoder }, nil
	default:
		return stored, func() {}, nil
	}
}

// unreadable is an error of reading or decompressing the file.
func (f *file) unreadable(err error) *Error {
	e := &Error{Path: f.path, Err: err}
	switch {
	case errors.As(err, new(*fs.PathError)), f.compression == plain:
		return ioError(f.path, "cannot be read", err)
	case errors.Is(err, zstd.ErrDecoderSizeExceeded), errors.Is(err, zstd.ErrWindowSizeExceeded):
		e.Reason = "needs a zstd window of more than 8 MiB: compress it with level 19 or less and without --long"
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		e.Reason = "ends within its compressed data: it is truncated, or something else follows the data"
	default:
		e.Reason = "cannot be decompressed: " + err.Error()
	}
	return e
}
