package partitioner

import "encoding/binary"

// kafkajsLegacy is kafkajs 1's attempt at murmur2, with its two deviations
// (src/producer/partitioners/default/murmur2.js there; kafkajs 2 keeps it in
// src/producer/partitioners/legacy as LegacyPartitioner). Products are JavaScript numbers, so they lose the bits beyond the
// 53 of a float64 before an XOR takes their low 32. And the loop over words
// runs while i < length/4, unfloored, so a last word of 1 to 3 bytes is mixed
// padded with zeros, and then once more as the tail.
func kafkajsLegacy(key []byte) uint32 {
	h := murmurSeed ^ uint32(len(key))
	for len(key) >= 4 {
		h = mixLegacy(h, binary.LittleEndian.Uint32(key))
		key = key[4:]
	}
	if len(key) > 0 {
		var tail uint32
		for i, b := range key {
			tail |= uint32(b) << (8 * i)
		}
		h = timesPrime(mixLegacy(h, tail) ^ tail)
	}
	h = timesPrime(h ^ h>>13)
	return h ^ h>>15
}

// mixLegacy mixes one word into the hash.
func mixLegacy(h, word uint32) uint32 {
	k := timesPrime(word)
	k = timesPrime(k ^ k>>24)
	return timesPrime(h) ^ k
}

// timesPrime is ToInt32(x * murmurPrime) of ECMAScript for a signed 32-bit x:
// the product of two exact float64 numbers, rounded to 53 bits, modulo 2^32.
// Its magnitude stays below 2^62, so that an int64 holds it.
func timesPrime(x uint32) uint32 {
	return uint32(int64(float64(int32(x)) * murmurPrime))
}
