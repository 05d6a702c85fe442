package markdown

import "strings"

// Sections returns the lines of sections with an empty line between two of them
// and a line end at the end; empty sections are left out.
func Sections(sections ...[]string) string {
	var text strings.Builder
	for _, section := range sections {
		if len(section) == 0 {
			continue
		}
		if text.Len() > 0 {
			text.WriteByte('\n')
		}
		for _, line := range section {
			text.WriteString(line + "\n")
		}
	}
	return text.String()
}
