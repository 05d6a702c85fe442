package markdown

// Plural returns n and the word, with an s unless n is 1.
func Plural(n int64, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return Thousands(n) + " " + word + "s"
}

// Form returns the word that fits n.
func Form(n int64, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
