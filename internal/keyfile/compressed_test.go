package keyfile_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/shelf-analytics/terraform-provider-capture/internal/keyfile"
)

// gz returns one gzip member for each part.
func gz(t testing.TB, parts ...string) string {
	t.Helper()
	var out bytes.Buffer
	for _, part := range parts {
		w := gzip.NewWriter(&out)
		if _, err := io.WriteString(w, part); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return out.String()
}

// zst returns one zstd frame for each part, without its size.
func zst(t testing.TB, window int, parts ...string) string {
	t.Helper()
	var out bytes.Buffer
	for _, part := range parts {
		w, err := zstd.NewWriter(&out, zstd.WithWindowSize(window), zstd.WithEncoderConcurrency(1))
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range []byte(part) { // one write would be a single segment
			if _, err := w.Write([]byte{b}); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return out.String()
}

const skippable = "\x50\x2a\x4d\x18\x03\x00\x00\x00abc"

func TestCompressed(t *testing.T) {
	content := "k\nb\r\n\n" + strings.Repeat("key\n", 2000) + "\"last\""
	for _, test := range []struct{ name, stored string }{
		{"gzip", gz(t, content)},
		{"gzip of several members", gz(t, content[:3], "", content[3:])},
		{"zstd", zst(t, 1<<20, content)},
		{"zstd of several frames", zst(t, 1<<20, content[:3], content[3:100], content[100:])},
		{"zstd of several windows", zst(t, 8<<20, content[:3]) + zst(t, 1<<10, content[3:])},
		{"zstd with a skippable frame first", skippable + zst(t, 1<<20, content)},
		{"zstd with a skippable frame last", zst(t, 1<<20, content) + skippable},
	} {
		t.Run(test.name, func(t *testing.T) {
			stored := write(t, test.stored)
			for _, options := range []keyfile.Options{lines, table} {
				for sinks := 1; sinks <= 3; sinks++ {
					for _, chunk := range []int{0, 1, 40} {
						k := keyfile.Knobs{Chunk: chunk}
						want := write(t, content).read(t, options, k, sinks)
						if got := stored.read(t, options, k, sinks); len(want.keys) < 3 || !got.equal(want) {
							t.Errorf("%s, %d sinks, chunks of %d: got %.200s, want %s", options.Format, sinks, chunk, got.text(), want.text())
						}
					}
				}
			}
		})
	}
}

func TestCompressedContent(t *testing.T) {
	for _, test := range []struct {
		name, content string
		options       keyfile.Options
		want          string
	}{
		{"empty", "", lines, ``},
		{"byte order mark", "\xef\xbb\xbfa\n", lines, `"a"`},
		{"UTF-16", "\xff\xfea\x00", lines, "f0: is text in UTF-16, which PowerShell's > writes: save it as UTF-8"},
		{"objects", "{\"k\":1}\n\n{\"k\":2}", jsonl, `"1" "2" keyless*1`},
		{"a bad line", strings.Repeat("00\n", 500) + "z\n", encoded(lines, keyfile.Hex), `f0:501: the key "z" is not hexadecimal: it must be pairs of the digits 0-9 and a-f`},
		{"a line over the limit", "a\n" + strings.Repeat("x", 501), lines, "f0:2: the line is longer than 1 MiB"},
		{"a row over the limit", "k\n\"" + strings.Repeat("x\n", 501), table, "f0:2: the row is longer than 1 MiB; is a quoted field in it not closed?"},
		{"gzip in it", gz(t, "a\n"), lines, "f0: is compressed with gzip within another compression, which is not read: decompress it, or use gzip or zstd"},
		{"bzip2 in it", "BZh91AY&SY and so on", lines, "f0: is compressed with bzip2, which is not read: decompress it, or use gzip or zstd"},
	} {
		for name, stored := range map[string]string{"gzip": gz(t, test.content), "zstd": zst(t, 1<<20, test.content)} {
			files := write(t, stored)
			for _, chunk := range []int{0, 1, 40} {
				got := files.read(t, test.options, keyfile.Knobs{Chunk: chunk, Line: 500}, 2).text()
				if got != test.want {
					t.Errorf("%s, %s, chunks of %d: got %s, want %s", test.name, name, chunk, got, test.want)
				}
			}
		}
	}
}

func TestBadCompression(t *testing.T) {
	var random []byte
	for x := uint32(1); len(random) < 300_000; {
		x ^= x << 13
		x ^= x >> 17
		x ^= x << 5
		random = append(random, 'a'+byte(x>>8)%26)
		if x%16 == 0 {
			random = append(random, '\n')
		}
	}
	packed, frame := gz(t, string(random)), zst(t, 1<<20, string(random))
	damaged := func(stored string) string {
		b := []byte(stored)
		b[len(b)-1] ^= 1 // in the checksum
		return string(b)
	}
	for _, test := range []struct{ name, stored, want string }{
		{"gzip cut", packed[:len(packed)/2], "ends within its compressed data: it is truncated, or something else follows the data"},
		{"gzip cut in its header", packed[:5], "f0: ends within its compressed data: it is truncated, or something else follows the data"},
		{"gzip cut in its checksum", packed[:len(packed)-4], "ends within its compressed data: it is truncated, or something else follows the data"},
		{"gzip damaged", damaged(packed), "cannot be decompressed: gzip: invalid checksum"},
		{"gzip and more", packed + "more than a header", "cannot be decompressed: gzip: invalid header"},
		{"zstd cut", frame[:len(frame)/2], "ends within its compressed data: it is truncated, or something else follows the data"},
		{"zstd cut in its header", frame[:5], "f0:1: ends within its compressed data: it is truncated, or something else follows the data"},
		{"zstd damaged", damaged(frame), "cannot be decompressed: CRC check failed"},
		{"zstd and more", frame + "more", "cannot be decompressed: invalid input: magic number mismatch"},
		{"zstd with a large window", zst(t, 16<<20, "a\n", "b\n"), "f0:1: needs a zstd window of more than 8 MiB: compress it with level 19 or less and without --long"},
		{"zstd with a large window later on", zst(t, 1<<20, "a\nb\n") + zst(t, 16<<20, "c\n"), "f0:3: needs a zstd window of more than 8 MiB: compress it with level 19 or less and without --long"},
	} {
		files := write(t, test.stored)
		want := ""
		for _, options := range []keyfile.Options{lines, {Format: keyfile.CSV, KeyFields: []string{"1"}}} {
			for sinks := 1; sinks <= 3; sinks++ {
				got := files.read(t, options, keyfile.Knobs{}, sinks).text()
				if !strings.HasPrefix(got, "f0:") || !strings.Contains(got, test.want) {
					t.Errorf("%s, %s, %d sinks: got %.300s, want %s", test.name, options.Format, sinks, got, test.want)
				}
				if want == "" {
					want = got
				}
				if got != want {
					t.Errorf("%s, %s, %d sinks: got %s, first %s", test.name, options.Format, sinks, got, want)
				}
			}
		}
	}
	// The line is where the content ends.
	content := strings.Repeat("key\n", 1000) + "begun"
	stored := gz(t, content)
	if got := write(t, stored[:len(stored)-4]).read(t, lines, keyfile.Knobs{Chunk: 64}, 2).text(); got != "f0:1001: ends within its compressed data: it is truncated, or something else follows the data" {
		t.Errorf("got %s", got)
	}
	// What is wrong before it comes first.
	if got := write(t, stored[:len(stored)-4]).read(t, encoded(lines, keyfile.Base64), keyfile.Knobs{Chunk: 64}, 2).text(); !strings.HasPrefix(got, `f0:1: the key "key"`) {
		t.Errorf("got %s", got)
	}
}
