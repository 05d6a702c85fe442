package keyfile_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/shelf-analytics/terraform-provider-capture/internal/keyfile"
)

// tree changes to a directory with files, of which some lie deeper.
func tree(t *testing.T, paths ...string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for _, path := range paths {
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(path), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func TestFind(t *testing.T) {
	tree(t, "b.txt", "a.txt", "c.csv", "d/e.txt", "d/f/g.txt", "d/f/.h.txt", "[x].txt", "x.txt", "{1,2}", "z/only/deep.txt", "é ü.txt")
	absolute, err := filepath.Abs("a.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		patterns string // separated by spaces
		want     string // paths, then after a bar the repeated ones
	}{
		{"a.txt", "a.txt|"},
		{"b.txt a.txt", "b.txt a.txt|"},
		{"?.txt", "a.txt b.txt x.txt|"},
		{"x.txt ?.txt", "x.txt a.txt b.txt|x.txt"},
		{"?.txt x.txt x.txt", "a.txt b.txt x.txt|x.txt"},
		{"a.txt ./a.txt d/../a.txt " + absolute, "a.txt|./a.txt d/../a.txt " + absolute},
		{"d/**", "d/e.txt d/f/.h.txt d/f/g.txt|"},
		{"**/*.txt", "[x].txt a.txt b.txt d/e.txt d/f/.h.txt d/f/g.txt x.txt z/only/deep.txt é\u00a0ü.txt|"},
		{"{a,c}.*", "a.txt c.csv|"},
		{"[ab].txt", "a.txt b.txt|"},
		{"[x].txt", "[x].txt|"},
		{`\[x\].txt`, "[x].txt|"},
		{"{1,2}", "{1,2}|"},
		{"d/*", "d/e.txt|"},
		{filepath.Join(filepath.Dir(absolute), "?.csv"), filepath.Join(filepath.Dir(absolute), "c.csv") + "|"},
		{"é*", "é\u00a0ü.txt|"},
	} {
		if strings.Contains(test.patterns, `\[`) && runtime.GOOS == "windows" {
			continue // a backslash separates there
		}
		got, err := keyfile.Find(strings.Fields(test.patterns))
		if err != nil {
			t.Errorf("%s: %v", test.patterns, err)
			continue
		}
		for i, path := range got.Paths {
			got.Paths[i] = strings.ReplaceAll(path, " ", "\u00a0")
		}
		if text := strings.Join(got.Paths, " ") + "|" + strings.Join(got.Repeated, " "); filepath.ToSlash(text) != filepath.ToSlash(test.want) {
			t.Errorf("%s: got %s, want %s", test.patterns, text, test.want)
		}
	}
}

func TestFindErrors(t *testing.T) {
	tree(t, "a.txt", "d/e.txt")
	for _, test := range []struct{ pattern, want string }{
		{"", `"": an empty path names no file`},
		{"nosuch.txt", "nosuch.txt: there is no such file"},
		{"nosuch/a.txt", "nosuch/a.txt: there is no such file"},
		{"*.csv", "*.csv: matches no file"},
		{"nosuch/*", "nosuch/*: matches no file"},
		{"a.txt/*", "a.txt/*: cannot be resolved: not a directory"},
		{"d", "d: is a directory; name its files, as with a glob"},
		{"d/", "d/: is a directory; name its files, as with a glob"},
		{"*d", "*d: matches no file"}, // directories do not count
		{"[a", "[a: is no valid glob"},
		{"{a", "{a: is no valid glob"},
	} {
		got, err := keyfile.Find([]string{"a.txt", test.pattern})
		var bad *keyfile.Error
		if !errors.As(err, &bad) || err.Error() != test.want || bad.Line != 0 || len(got.Paths) > 0 {
			t.Errorf("%q: got %v, %v, want %s", test.pattern, got.Paths, err, test.want)
		}
	}
}

func TestFindThroughLinks(t *testing.T) {
	tree(t, "a.txt", "d/e.txt", "same/1", "same/2")
	if err := os.Symlink("a.txt", "link.txt"); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	if err := os.Link("d/e.txt", "hard.txt"); err != nil {
		t.Skip("no hard links here:", err)
	}
	got, err := keyfile.Find([]string{"link.txt", "**/*.txt"})
	if want := []string{"link.txt", "d/e.txt"}; err != nil || !slices.Equal(got.Paths, want) {
		t.Errorf("got %v, %v, want %v", got.Paths, err, want)
	}
	if want := []string{"a.txt", "hard.txt", "link.txt"}; !slices.Equal(got.Repeated, want) {
		t.Errorf("repeated are %v, want %v", got.Repeated, want)
	}
	if err := os.Symlink("nowhere", "dangling.txt"); err != nil {
		t.Fatal(err)
	}
	if _, err := keyfile.Find([]string{"dangl*"}); err == nil || err.Error() != "dangling.txt: there is no such file" {
		t.Errorf("a dangling link: %v", err)
	}
	if err := os.Symlink("..", "same/up"); err != nil {
		t.Fatal(err)
	}
	if got, err := keyfile.Find([]string{"same/**"}); err != nil || !slices.Equal(got.Paths, []string{"same/1", "same/2"}) {
		t.Errorf("a link in a circle: %v, %v", got.Paths, err)
	}
	if err := os.Symlink("loop", "d/loop"); err != nil {
		t.Fatal(err)
	}
	if got, err := keyfile.Find([]string{"d/**/*.txt"}); err != nil || !slices.Equal(got.Paths, []string{"d/e.txt"}) {
		t.Errorf("a link to itself beside: %v, %v", got.Paths, err)
	}
	if _, err := keyfile.Find([]string{"same/u*"}); err == nil || err.Error() != "same/u*: matches no file" {
		t.Errorf("a link to a directory: %v", err)
	}
}
