package live

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/shelf-analytics/terraform-provider-capture/internal/markdown"
)

// name shows a topic or a group as code; one that is not printable is quoted.
func name(text string) string {
	if text == "" || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) || r == unicode.ReplacementChar }) {
		text = strconv.Quote(text)
	}
	return markdown.Code(text)
}
