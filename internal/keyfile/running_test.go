package keyfile_test

import (
	"context"
	"errors"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/shelf-analytics/terraform-provider-capture/internal/keyfile"
)

// sinkFunc is a sink that calls a function.
type sinkFunc func(keys [][]byte) error

func (f sinkFunc) Add(keys [][]byte, _ []int64) error { return f(keys) }

// inputs are large files of every kind.
func inputs(t *testing.T) map[string]struct {
	options keyfile.Options
	files   files
} {
	content := "k\n" + strings.Repeat("some key\n", 100_000)
	rows := "{\"k\":1}\n"
	return map[string]struct {
		options keyfile.Options
		files   files
	}{
		"lines":         {lines, write(t, content, content)},
		"gzip":          {lines, write(t, gz(t, content), gz(t, content), gz(t, content))},
		"zstd":          {lines, write(t, zst(t, 1<<20, content), zst(t, 1<<20, content), zst(t, 1<<20, content))},
		"columns":       {table, write(t, content, content, content)},
		"zstd, columns": {table, write(t, zst(t, 1<<20, content), zst(t, 1<<20, content), zst(t, 1<<20, content))},
		"objects":       {jsonl, write(t, strings.Repeat(rows, 100_000))},
	}
}

// ended fails where there are more goroutines than before. One that has
// nothing left to do may not have gone yet.
func ended(t *testing.T, before int) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before; runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Errorf("%d goroutines, and %d before", runtime.NumGoroutine(), before)
			return
		}
	}
}

func TestCancelled(t *testing.T) {
	for name, input := range inputs(t) {
		for sinks := 1; sinks <= 3; sinks++ {
			before := runtime.NumGoroutine()
			ctx, cancel := context.WithCancel(t.Context())
			all, calls := make([]keyfile.Sink, sinks), make([]int, sinks)
			for i := range all {
				all[i] = sinkFunc(func([][]byte) error {
					calls[i]++
					cancel()
					return nil
				})
			}
			_, err := input.options.ReadWith(ctx, input.files.paths, all, func(keyfile.Progress) {}, keyfile.Knobs{Chunk: 4 << 10})
			cancel()
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s, %d sinks: %v", name, sinks, err)
			}
			for _, n := range calls {
				if n > 3 {
					t.Errorf("%s, %d sinks: %d calls once cancelled", name, sinks, n)
				}
			}
			ended(t, before)
		}
	}
}

func TestSinkFails(t *testing.T) {
	full := errors.New("the sink is full")
	for name, input := range inputs(t) {
		for sinks := 1; sinks <= 3; sinks++ {
			before := runtime.NumGoroutine()
			all := make([]keyfile.Sink, sinks)
			for i := range all {
				all[i] = sinkFunc(func([][]byte) error { return full })
			}
			_, err := input.options.Read(t.Context(), input.files.paths, all, nil)
			if err != full { //nolint:errorlint // as it is
				t.Errorf("%s, %d sinks: %v", name, sinks, err)
			}
			ended(t, before)
		}
	}
	if _, err := lines.Read(t.Context(), nil, nil, nil); err == nil {
		t.Error("no sink is no error")
	}
}

// A file that grows, shrinks or is written anew meanwhile is no sample.
func TestChangedFile(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(path string) error
	}{
		{"longer", func(path string) error {
			f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				return err
			}
			_, err = f.WriteString("x\n")
			return errors.Join(err, f.Close())
		}},
		{"longer, with the old time", func(path string) error {
			info, err := os.Stat(path)
			if err != nil {
				return err
			}
			return errors.Join(os.WriteFile(path, make([]byte, info.Size()+1), 0), os.Chtimes(path, time.Time{}, info.ModTime()))
		}},
		{"shorter", func(path string) error { return os.Truncate(path, 50_000) }},
		{"touched", func(path string) error { return os.Chtimes(path, time.Time{}, time.Unix(1, 0)) }},
		{"another", func(path string) error { return os.Rename(path+"0", path) }},
	} {
		for name, options := range map[string]keyfile.Options{"lines": lines, "columns": table} {
			content := "k\n" + strings.Repeat("some key\n", 10_000)
			files := write(t, content, content)
			info, err := os.Stat(files.paths[1])
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(files.paths[1]+"0", []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Chtimes(files.paths[1]+"0", time.Time{}, info.ModTime()); err != nil {
				t.Fatal(err)
			}
			changed := false
			_, err = options.ReadWith(t.Context(), files.paths, []keyfile.Sink{sinkFunc(func([][]byte) error {
				if changed {
					return nil
				}
				changed = true
				return test.change(files.paths[1])
			})}, nil, keyfile.Knobs{Chunk: 1000})
			if err == nil || err.Error() != files.paths[1]+": changed while it was being read" {
				t.Errorf("%s, %s: %v", test.name, name, err)
			}
		}
	}
}

func TestFilesThatCannotBeRead(t *testing.T) {
	tree(t, "a.txt", "d/e.txt")
	for _, test := range []struct{ path, want string }{
		{"nosuch", "nosuch: there is no such file"},
		{"d", "d: is a directory; name its files, as with a glob"},
		{"a.txt/x", "a.txt/x: cannot be read: "},
	} {
		_, err := lines.Read(t.Context(), []string{"a.txt", test.path}, []keyfile.Sink{tally{}}, nil)
		if !errors.As(err, new(*keyfile.Error)) || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %s", test.path, err, test.want)
		}
	}
	if os.Getuid() > 0 {
		if err := os.Chmod("a.txt", 0); err != nil {
			t.Fatal(err)
		}
		_, err := lines.Read(t.Context(), []string{"a.txt"}, []keyfile.Sink{tally{}}, nil)
		if want := "a.txt: cannot be opened: permission denied"; err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestProgress(t *testing.T) {
	for name, input := range inputs(t) {
		reports := make(chan keyfile.Progress)
		var seen []keyfile.Progress
		sink := sinkFunc(func([][]byte) error {
			if len(seen) < 3 || seen[len(seen)-1].Bytes == 0 {
				seen = append(seen, <-reports)
			}
			return nil
		})
		ctx, cancel := context.WithCancel(t.Context())
		summary, err := input.options.ReadWith(ctx, input.files.paths, []keyfile.Sink{sink}, func(p keyfile.Progress) {
			select {
			case reports <- p:
			case <-time.After(10 * time.Millisecond): // no key is waiting
			}
		}, keyfile.Knobs{Interval: time.Millisecond})
		cancel()
		if err != nil {
			t.Fatal(name, err)
		}
		for i, p := range seen {
			if p.TotalBytes != summary.Bytes || p.TotalBytes != input.files.bytes || p.Bytes > p.TotalBytes || p.Keys > summary.Keyed ||
				i > 0 && (p.Keys < seen[i-1].Keys || p.Bytes < seen[i-1].Bytes) {
				t.Errorf("%s: %+v of %+v", name, p, summary)
			}
		}
		if len(seen) < 3 || seen[2].Keys == 0 || seen[len(seen)-1].Bytes == 0 {
			t.Errorf("%s: %+v", name, seen)
		}
	}
}

// Memory does not grow with a file of lines: what is allocated is the same
// for ten times the lines.
func TestLinesAreNotAllocated(t *testing.T) {
	allocations := func(n int) float64 {
		files := write(t, strings.Repeat("some key\n", n))
		return testing.AllocsPerRun(3, func() {
			if _, err := lines.Read(t.Context(), files.paths, []keyfile.Sink{sinkFunc(func([][]byte) error { return nil })}, nil); err != nil {
				t.Error(err)
			}
		})
	}
	if few, many := allocations(100_000), allocations(1_000_000); many > few+10 {
		t.Errorf("%v allocations for a tenth, %v for all", few, many)
	}
}

// What is kept of rows does not grow with the file either.
func TestRowsAreBounded(t *testing.T) {
	for _, test := range []struct {
		name, content string
		options       keyfile.Options
		keyed         int64
		err           string
	}{
		{"a quoted field that is not closed", "k\n\"" + strings.Repeat("some key\n", 2_000_000), table, 0, "the row is longer than 1 MiB"},
		{"rows that count 0", "k,n\n" + strings.Repeat("some key,0\n", 2_000_000), counts, 0, ""},
		{"long keys", "k\n" + strings.Repeat(strings.Repeat("k", 10_000)+"\n", 2000), table, 2000, ""},
	} {
		files := write(t, test.content)
		sink := sinkFunc(func([][]byte) error { return nil })
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		summary, err := test.options.Read(t.Context(), files.paths, []keyfile.Sink{sink}, nil)
		runtime.ReadMemStats(&after)
		if summary.Keyed != test.keyed || (err != nil) != (test.err != "") || err != nil && !strings.Contains(err.Error(), test.err) {
			t.Errorf("%s: got %+v, %v", test.name, summary, err)
		}
		if grown := after.TotalAlloc - before.TotalAlloc; grown > 8<<20 {
			t.Errorf("%s: %d bytes were allocated", test.name, grown)
		}
	}
}
