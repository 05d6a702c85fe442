package markdown_test

import (
	"slices"
	"testing"

	"github.com/shelf-analytics/terraform-provider-capture/internal/markdown"
)

func TestTable(t *testing.T) {
	columns := []markdown.Column{{Title: "key"}, {Title: "records", Right: true}}
	rows := [][]string{{markdown.Cell("`a|b`"), "7", "left out"}, {"東京", "14,950", ""}}
	want := []string{
		"| key    | records |",
		"| :----- | ------: |",
		"| `a\\|b` |       7 |",
		"| 東京     |  14,950 |",
	}
	if got := markdown.Table(columns, rows); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
