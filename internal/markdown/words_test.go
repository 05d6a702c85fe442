package markdown_test

import (
	"testing"

	"github.com/shelf-analytics/terraform-provider-capture/internal/markdown"
)

func TestPlural(t *testing.T) {
	for n, want := range map[int64]string{0: "0 records", 1: "1 record", 2: "2 records", 14_950: "14,950 records"} {
		if got := markdown.Plural(n, "record"); got != want {
			t.Errorf("%d: got %s, want %s", n, got, want)
		}
		if got, many := markdown.Form(n, "is", "are"), n != 1; (got == "are") != many {
			t.Errorf("%d: got %s", n, got)
		}
	}
}
