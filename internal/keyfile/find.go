package keyfile

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/bmatcuk/doublestar/v4"
)

// Files are the files that patterns name.
type Files struct {
	// Paths are the files in the order of their first naming, those of one
	// glob in lexical order. No file is twice among them.
	Paths []string
	// Repeated are paths that name a file of Paths once more, as the same text
	// or through a link.
	Repeated []string
}

// Find resolves paths and globs (doublestar: ** stands for any directories, and
// does not follow links to them).
// A pattern that exists as it stands is a path, whatever characters it has.
// The error is an *Error that names the pattern or path: nothing there, a
// directory, a pipe or device, no match, a pattern that cannot be read.
// Directories that a glob matches do not count.
func Find(patterns []string) (Files, error) {
	found := finder{seen: make(map[identity][]fs.FileInfo), named: make(map[string]bool)}
	for _, pattern := range patterns {
		if err := found.resolve(pattern); err != nil {
			return Files{}, err
		}
	}
	return found.Files, nil
}

type finder struct {
	Files
	seen  map[identity][]fs.FileInfo
	named map[string]bool // in Repeated
}

// identity keeps the comparisons of files few: the same file has the same.
type identity struct {
	size     int64
	modified time.Time
}

func (f *finder) resolve(pattern string) error {
	if pattern == "" {
		return &Error{Path: `""`, Reason: "an empty path names no file"}
	}
	info, err := os.Stat(pattern)
	switch {
	case err == nil:
		return f.add(pattern, info)
	case !strings.ContainsAny(pattern, "*?[{"):
		return missing(pattern, err)
	}
	paths, err := doublestar.FilepathGlob(pattern, doublestar.WithFilesOnly(), doublestar.WithNoFollow(), doublestar.WithFailOnIOErrors())
	switch {
	case errors.Is(err, doublestar.ErrBadPattern):
		return &Error{Path: pattern, Reason: "is no valid glob", Err: err}
	case err != nil:
		doing := "cannot be resolved"
		if pathErr := new(fs.PathError); errors.As(err, &pathErr) && pathErr.Path != "." {
			doing += ": " + pathErr.Path // below the part without a glob
		}
		return ioError(pattern, doing, err)
	}
	slices.Sort(paths)
	files := 0
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return missing(path, err)
		}
		if info.IsDir() { // a link to one
			continue
		}
		files++
		if err := f.add(path, info); err != nil {
			return err
		}
	}
	if files == 0 {
		return &Error{Path: pattern, Reason: "matches no file"}
	}
	return nil
}

func (f *finder) add(path string, info fs.FileInfo) error {
	if err := regular(path, info); err != nil {
		return err
	}
	id := identity{info.Size(), info.ModTime()}
	for _, other := range f.seen[id] {
		if os.SameFile(info, other) {
			if !f.named[path] {
				f.named[path] = true
				f.Repeated = append(f.Repeated, path)
			}
			return nil
		}
	}
	f.seen[id] = append(f.seen[id], info)
	f.Paths = append(f.Paths, path)
	return nil
}

func missing(path string, err error) *Error {
	if errors.Is(err, fs.ErrNotExist) {
		return &Error{Path: path, Reason: "there is no such file", Err: err}
	}
	return ioError(path, "cannot be read", err)
}

// regular returns an error for anything but a regular file.
func regular(path string, info fs.FileInfo) error {
	switch {
	case info.IsDir():
		return &Error{Path: path, Reason: "is a directory; name its files, as with a glob"}
	case !info.Mode().IsRegular():
		return &Error{Path: path, Reason: "is not a regular file: pipes and devices cannot be read twice"}
	}
	return nil
}
