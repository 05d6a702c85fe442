package provider_test

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"
)

// writeLong writes a gzip file of some 60 MB that takes minutes to read: a
// member of 64 MiB of keys, over and over.
func writeLong(t *testing.T, path string) {
	t.Helper()
	var member bytes.Buffer
	w := gzip.NewWriter(&member)
	if _, err := w.Write(bytes.Repeat([]byte("store-1:fixture-1\n"), 64<<20/18)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for range 400 {
		if _, err := file.Write(member.Bytes()); err != nil {
			t.Fatal(err)
		}
	}
}

// A long reading says how far it is, and an interrupt ends it at once.
func TestSkewCheckProgressAndInterrupt(t *testing.T) {
	w := checks(t, vars{"long": vars{"files": []string{"long.gz"}}})
	writeLong(t, filepath.Join(w.dir, "long.gz"))
	w.setenv("TF_LOG_PROVIDER", "INFO")
	plan := w.start("plan", "-no-color", "-input=false")
	plan.says("reading key files")
	plan.interrupt()
	interrupted := time.Now()
	r := plan.end().exits(1).says("Key File Not Read", "interrupted")
	if waited := time.Since(interrupted); waited > 30*time.Second {
		t.Errorf("the plan ended %s after the interrupt", waited)
	}
	progress := regexp.MustCompile(`reading key files: .*`).FindString(r.raw)
	for _, field := range []string{` bytes=[1-9]\d*\b`, ` keys=[1-9]\d*\b`, ` total_bytes=[1-9]\d*\b`} {
		if !regexp.MustCompile(field).MatchString(progress) {
			t.Errorf("no %s in the progress: %s", field, progress)
		}
	}
}
