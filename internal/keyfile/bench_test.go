package keyfile_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/shelf-analytics/terraform-provider-capture/internal/keyfile"
)

// benchmark reads content of a few ten megabytes with two sinks.
func benchmark(b *testing.B, o keyfile.Options, row func(i int) string, pack func(testing.TB, ...string) string) {
	b.Helper()
	var content strings.Builder
	for i := range 1_000_000 {
		content.WriteString(row(i))
	}
	files := write(b, pack(b, content.String()))
	sinks := make([]keyfile.Sink, 2)
	for i := range sinks {
		sinks[i] = sinkFunc(func([][]byte) error { return nil })
	}
	b.SetBytes(int64(content.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := o.Read(b.Context(), files.paths, sinks, nil); err != nil {
			b.Fatal(err)
		}
	}
}

func asIs(_ testing.TB, parts ...string) string { return parts[0] }

func line(i int) string { return fmt.Sprintf("store-%d:fixture-%d\n", i*i%5000, i%10_000) }

func BenchmarkLines(b *testing.B) { benchmark(b, lines, line, asIs) }

func BenchmarkGzip(b *testing.B) { benchmark(b, lines, line, gz) }

func BenchmarkCSV(b *testing.B) {
	benchmark(b, places, func(i int) string { return fmt.Sprintf("%d,store-%d,x\n", i, i*i%5000) }, asIs)
}

func BenchmarkQuotedCSV(b *testing.B) {
	benchmark(b, places, func(i int) string { return fmt.Sprintf("\"%d\",\"store-%d\",\"x\"\n", i, i*i%5000) }, asIs)
}

func BenchmarkObjects(b *testing.B) {
	benchmark(b, jsonl, func(i int) string { return fmt.Sprintf("{\"i\":%d,\"k\":\"store-%d\"}\n", i, i*i%5000) }, asIs)
}
