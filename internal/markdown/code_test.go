package markdown_test

import (
	"testing"

	"github.com/shelf-analytics/terraform-provider-capture/internal/markdown"
)

func TestCode(t *testing.T) {
	tests := []struct{ in, want string }{
		{"FreshBox", "`FreshBox`"},
		{"a`b", "``a`b``"},
		{"`", "`` ` ``"},
		{"``a`", "``` ``a` ```"},
		{" a", "` a`"},
		{" a ", "`  a  `"},
		{"  ", "`  `"},
		{"*a* <b>", "`*a* <b>`"},
	}
	for _, test := range tests {
		if got := markdown.Code(test.in); got != test.want {
			t.Errorf("%q: got %s, want %s", test.in, got, test.want)
		}
	}
}
