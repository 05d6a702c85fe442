package markdown_test

import (
	"testing"

	"github.com/shelf-analytics/terraform-provider-capture/internal/markdown"
)

func TestSections(t *testing.T) {
	tests := []struct {
		name string
		in   [][]string
		want string
	}{
		{"none", nil, ""},
		{"one", [][]string{{"a", "b"}}, "a\nb\n"},
		{"two", [][]string{{"a"}, {"b"}}, "a\n\nb\n"},
		{"an empty one at each place", [][]string{{}, {"a"}, nil, {"b"}, {}}, "a\n\nb\n"},
	}
	for _, test := range tests {
		if got := markdown.Sections(test.in...); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}
