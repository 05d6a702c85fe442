package skew

import (
	"strings"
	"unicode/utf8"
)

// code returns text as a code span, in which nothing is markup: no emphasis,
// no HTML, no mention of a user. The fence is longer than any run of backticks
// in the text.
func code(text string) string {
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

// cell returns text for a table: a pipe would end the cell, in code too.
func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }

// column of a table.
type column struct {
	title string
	right bool // numbers stand at the right
}

// grid returns the lines of a table; cells beyond the columns are left out. The
// cells are padded so that the text reads well unrendered too, as in a plan.
func grid(columns []column, rows [][]string) []string {
	widths := make([]int, len(columns))
	titles := make([]string, len(columns))
	rules := make([]string, len(columns))
	for i, c := range columns {
		widths[i] = max(3, utf8.RuneCountInString(c.title))
		for _, row := range rows {
			widths[i] = max(widths[i], utf8.RuneCountInString(row[i]))
		}
		titles[i] = c.title
		rules[i] = ":" + strings.Repeat("-", widths[i]-1)
		if c.right {
			rules[i] = strings.Repeat("-", widths[i]-1) + ":"
		}
	}
	lines := make([]string, 0, len(rows)+2)
	for _, row := range append([][]string{titles, rules}, rows...) {
		var line strings.Builder
		for i, text := range row[:len(columns)] {
			gap := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(text))
			if columns[i].right {
				text = gap + text
			} else {
				text += gap
			}
			line.WriteString("| " + text + " ")
		}
		lines = append(lines, line.String()+"|")
	}
	return lines
}
