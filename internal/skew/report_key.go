package skew

import (
	"encoding/hex"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// hexPrefix marks the text of a key that is shown by its bytes.
const hexPrefix = "hex:"

// maxKeyRunes is how much of a key the report shows.
const maxKeyRunes = 60

// KeyText returns the text of a key: the key itself where it is printable
// UTF-8, else "hex:" and its bytes in hexadecimal. No two keys have one text,
// so a printable key that begins with "hex:" is shown by its bytes too.
// Printable are letters, marks, digits, punctuation, symbols and the space of
// ASCII; a line end, a tab or a direction mark is not, nor is text that is not in
// Unicode's normal form C, which Terraform would change to that form.
func KeyText(key []byte) string {
	if printable(key) && !strings.HasPrefix(string(key), hexPrefix) {
		return string(key)
	}
	return hexPrefix + hex.EncodeToString(key)
}

func printable(key []byte) bool {
	if !utf8.Valid(key) || !norm.NFC.IsNormal(key) {
		return false
	}
	for _, r := range string(key) {
		if !unicode.IsPrint(r) {
			return false
		}
	}
	return true
}

// shortKey is KeyText without its middle where it is long: the ends of a
// composite key tell most.
func shortKey(key []byte) string {
	const head, tail = 39, 20
	runes := []rune(KeyText(key))
	if len(runes) <= maxKeyRunes {
		return string(runes)
	}
	return string(runes[:head]) + "…" + string(runes[len(runes)-tail:])
}
