package markdown

import (
	"strings"
	"unicode/utf8"
)

// Cell returns text for a table: a pipe would end the cell, in code too.
func Cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }

// Column of a table.
type Column struct {
	Title string
	Right bool // numbers stand at the right
}

// Table returns the lines of a table; cells beyond the columns are left out. The
// cells are padded so that the text reads well unrendered too, as in a plan.
func Table(columns []Column, rows [][]string) []string {
	widths := make([]int, len(columns))
	titles := make([]string, len(columns))
	rules := make([]string, len(columns))
	for i, c := range columns {
		widths[i] = max(3, utf8.RuneCountInString(c.Title))
		for _, row := range rows {
			widths[i] = max(widths[i], utf8.RuneCountInString(row[i]))
		}
		titles[i] = c.Title
		rules[i] = ":" + strings.Repeat("-", widths[i]-1)
		if c.Right {
			rules[i] = strings.Repeat("-", widths[i]-1) + ":"
		}
	}
	lines := make([]string, 0, len(rows)+2)
	for _, row := range append([][]string{titles, rules}, rows...) {
		var line strings.Builder
		for i, text := range row[:len(columns)] {
			gap := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(text))
			if columns[i].Right {
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
