package markdown

import "strings"

// Code returns text as a code span, in which nothing is markup: no emphasis,
// no HTML, no mention of a user. The fence is longer than any run of backticks
// in the text.
func Code(text string) string {
	longest, run := 0, 0
	for _, r := range text {
		if r != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	fence := strings.Repeat("`", longest+1)
	// One space at both ends is stripped; it keeps backticks and spaces of the
	// text itself.
	if strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") ||
		strings.HasPrefix(text, " ") && strings.HasSuffix(text, " ") && strings.Trim(text, " ") != "" {
		text = " " + text + " "
	}
	return fence + text + fence
}
