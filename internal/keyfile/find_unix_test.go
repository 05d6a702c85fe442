//go:build unix

package keyfile_test

import (
	"strings"
	"syscall"
	"testing"

	"github.com/shelf-analytics/terraform-provider-capture/internal/keyfile"
)

// A pipe is refused without being opened, which would wait for a writer.
func TestPipesAndDevices(t *testing.T) {
	tree(t, "a.txt")
	if err := syscall.Mkfifo("pipe", 0o600); err != nil {
		t.Skip("no pipes here:", err)
	}
	for _, pattern := range []string{"pipe", "p*", "/dev/null"} {
		_, err := keyfile.Find([]string{pattern})
		if err == nil || !strings.Contains(err.Error(), "pipes and devices cannot be read twice") {
			t.Errorf("%s: %v", pattern, err)
		}
	}
	_, err := lines.Read(t.Context(), []string{"pipe"}, []keyfile.Sink{tally{}}, nil)
	if err == nil || err.Error() != "pipe: is not a regular file: pipes and devices cannot be read twice" {
		t.Errorf("reading: %v", err)
	}
}
