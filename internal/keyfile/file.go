package keyfile

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"sync"
	"sync/atomic"
)

var byteOrderMark = []byte("\xef\xbb\xbf")

// file is one file of a reading.
type file struct {
	path  string
	index int // among the files
	info  fs.FileInfo

	handle      *os.File
	compression compression
	users       atomic.Int32 // of handle

	mu             sync.Mutex
	keyed, keyless tally
}

// look returns the file as it is before it is read.
func look(path string, index int) (*file, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, missing(path, err)
	}
	if err := regular(path, info); err != nil {
		return nil, err
	}
	return &file{path: path, index: index, info: info}, nil
}

// open opens the file and tells its compression. The caller becomes a user of
// the handle, which the last one closes.
func (f *file) open() error {
	handle, err := os.Open(f.path)
	if err != nil {
		return ioError(f.path, "cannot be opened", err)
	}
	f.handle = handle
	f.users.Store(1)
	head, err := f.head(make([]byte, 4))
	if err != nil {
		f.release()
		return err
	}
	f.compression = compressionOf(head)
	return nil
}

// head returns the first bytes, fewer in a short file.
func (f *file) head(buf []byte) ([]byte, error) {
	n, err := f.handle.ReadAt(buf, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, ioError(f.path, "cannot be read", err)
	}
	return buf[:n], nil
}

func (f *file) release() {
	if f.users.Add(-1) == 0 {
		f.handle.Close()
	}
}

// unchanged returns an error where the file is not what it was at first.
func (f *file) unchanged() error {
	info, err := os.Stat(f.path)
	if err != nil {
		return missing(f.path, err)
	}
	if !os.SameFile(info, f.info) || info.Size() != f.info.Size() || !info.ModTime().Equal(f.info.ModTime()) {
		return f.changed()
	}
	return nil
}

func (f *file) changed() error {
	return &Error{Path: f.path, Reason: "changed while it was being read"}
}

// beginBytes is how many bytes begin looks at.
const beginBytes = 16

// begin looks at the first bytes of content: it returns the length of a byte
// order mark, or an error for text in UTF-16 and for what is still compressed.
func begin(head []byte) (int, error) {
	if bytes.HasPrefix(head, byteOrderMark) {
		return len(byteOrderMark), nil
	}
	if len(head) >= 4 && (head[0] == 0xff && head[1] == 0xfe && head[2] != 0 && head[3] == 0 ||
		head[0] == 0xfe && head[1] == 0xff && head[2] == 0 && head[3] != 0) {
		return 0, &Error{Reason: "is text in UTF-16, which PowerShell's > writes: save it as UTF-8"}
	}
	for _, other := range otherPackings {
		if bytes.HasPrefix(head, []byte(other.magic)) {
			return 0, &Error{Reason: "is compressed with " + other.name + ", which is not read: decompress it, or use gzip or zstd"}
		}
	}
	return 0, nil
}
