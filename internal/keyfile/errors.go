package keyfile

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"unicode/utf8"
)

// Error is what is wrong with a file, with a row of it, or with a pattern.
type Error struct {
	// Path is the file as it was named, or the pattern.
	Path string
	// Line is the line, counted from 1, that the bad row begins on; 0 where
	// the file as a whole is at fault.
	Line int64
	// Reason says what is wrong, without the path and the line.
	Reason string
	// Err is the cause, or nil.
	Err error
}

// Error returns "path:line: reason", or "path: reason" where there is no line.
func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Path + ": " + e.Reason
	}
	return fmt.Sprintf("%s:%d: %s", e.Path, e.Line, e.Reason)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// bad is an error of a row whose path and line the caller knows.
func bad(format string, args ...any) *Error {
	return &Error{Reason: fmt.Sprintf(format, args...)}
}

// at gives an error of a row its path and line. Other errors, which are those
// of a sink, stay what they are.
func at(err error, path string, line int64) error {
	var e *Error
	if errors.As(err, &e) && e.Path == "" {
		e.Path, e.Line = path, line
	}
	return err
}

// ioError is an error of the operating system about a path, in an Error that
// names the path once.
func ioError(path, doing string, err error) *Error {
	cause := err
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		cause = pathErr.Err
	}
	return &Error{Path: path, Reason: doing + ": " + cause.Error(), Err: err}
}

// shownBytes is how much of a bad value an error shows, in bytes.
const shownBytes = 60

// show returns a value in quotes, control characters escaped, cut after about
// 60 bytes.
func show[T string | []byte](value T) string {
	if len(value) <= shownBytes {
		return strconv.Quote(string(value))
	}
	end := shownBytes
	for i := 1; i < utf8.UTFMax; i++ { // not within a character
		if !utf8.RuneStart(value[end]) {
			end--
		}
	}
	return strconv.Quote(string(value[:end])) + "..."
}
