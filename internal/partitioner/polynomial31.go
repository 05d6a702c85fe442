package partitioner

import "unicode/utf8"

// polynomial31 is the hash of textbooks: digest x 31 + code point, from 0 and
// modulo 2^32, over the code points of UTF-8. No client produces with it; it
// differs from Java's String.hashCode beyond U+FFFF, where that takes two
// UTF-16 units.
func polynomial31(key []byte) uint32 {
	var digest uint32
	for i := 0; i < len(key); {
		if key[i] < utf8.RuneSelf {
			digest = digest*31 + uint32(key[i])
			i++
			continue
		}
		r, size := utf8.DecodeRune(key[i:])
		digest = digest*31 + uint32(r)
		i += size
	}
	return digest
}
