package keyfile_test

import (
	"strings"
	"testing"

	"github.com/shelf-analytics/terraform-provider-capture/internal/keyfile"
)

// Of several bad rows the first is reported, whichever worker is faster.
func TestFirstBadRowIsReported(t *testing.T) {
	good := strings.Repeat("00\n", 3000)
	rows := "k\n" + good
	for _, test := range []struct {
		name    string
		options keyfile.Options
		files   []string
		want    string
	}{
		{"lines", lines, []string{good + "y\n" + good + "z\nz\n" + good}, `f0:3001: the key "y"`},
		{"lines of several files", lines, []string{good, good + good + "y\n", "z\n"}, `f1:6001: the key "y"`},
		{"compressed", lines, []string{gz(t, good+"\ny\n"+good+"z\n"), "z\n"}, `f0:3002: the key "y"`},
		{"a compressed one after another", lines, []string{gz(t, good), gz(t, good+good+"y\n"), gz(t, "z\n")}, `f1:6001: the key "y"`},
		{"columns", table, []string{rows, rows + rows[2:] + "y\n", "k\nz\n"}, `f1:6002: the key "y"`},
		{"columns and no header", table, []string{rows + "y\n", "x\n"}, `f0:3002: the key "y"`},
		{"what is no text", lines, []string{good, good + "y\n", "\xff\xfez\x00"}, `f1:3001: the key "y"`},
		{"what is damaged", lines, []string{good + "y\n", "\x1f\x8b\x08"}, `f0:3001: the key "y"`},
	} {
		files := write(t, test.files...)
		for range 10 {
			for sinks := 1; sinks <= 4; sinks++ {
				got := files.read(t, encoded(test.options, keyfile.Hex), keyfile.Knobs{Chunk: 1000}, sinks).text()
				if !strings.HasPrefix(got, test.want) {
					t.Fatalf("%s, %d sinks: got %.200s, want %s", test.name, sinks, got, test.want)
				}
			}
		}
	}
}

// The sum of all counts is what must fit, wherever they come from.
func TestCountsOfAllFiles(t *testing.T) {
	const most = "k,n\na,9223372036854775807\n"
	for _, test := range []struct {
		files []string
		want  string
	}{
		{[]string{most, "k,n\nb,0\n", "k,n\n"}, `"a"*9223372036854775807`},
		{[]string{most, "k,n\nb,1\n", "k,n\nc,1\n"}, "f1: the counts up to here add up to more than 9223372036854775807"},
		{[]string{"k,n\nb,1\n", most, most, most}, "f1: the counts up to here add up to more than 9223372036854775807"},
		{[]string{"k,n\n\n", most}, "f1: the counts up to here add up to more than 9223372036854775807"},
	} {
		for sinks := 1; sinks <= 3; sinks++ {
			if got := write(t, test.files...).read(t, counts, keyfile.Knobs{}, sinks).text(); got != test.want {
				t.Errorf("%d sinks: got %s, want %s", sinks, got, test.want)
			}
		}
	}
}
