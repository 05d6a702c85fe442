package partitioner

import "encoding/binary"

const (
	// murmurSeed is the seed of Kafka's murmur2.
	murmurSeed = 0x9747b28c
	// murmurPrime is the multiplier of MurmurHash2.
	murmurPrime = 0x5bd1e995
)

// murmur2 is Austin Appleby's 32-bit MurmurHash2 over little-endian words, as
// Kafka's Java client computes it: Utils.murmur2 in
// clients/src/main/java/org/apache/kafka/common/utils/Utils.java, which
// BuiltInPartitioner.partitionForKey takes the partition from. franz-go
// (pkg/kgo/partitioner.go), kafka-python (kafka/partitioner/default.py) and
// kafkajs 2 (src/producer/partitioners/default/murmur2.js) agree with it.
//
// It reads two words at once, and what is left of them as one number: keys of
// changing length then cost fewer mispredicted branches.
func murmur2(key []byte) uint32 {
	h := murmurSeed ^ uint32(len(key))
	rest := key
	for len(rest) >= 8 {
		words := binary.LittleEndian.Uint64(rest)
		h = mix(mix(h, uint32(words)), uint32(words>>32))
		rest = rest[8:]
	}
	if n := len(rest); n > 0 {
		tail := lastBytes(key, n)
		if n >= 4 {
			h = mix(h, uint32(tail))
			tail >>= 32
		}
		if n&3 != 0 {
			h = (h ^ uint32(tail)) * murmurPrime
		}
	}
	h = (h ^ h>>13) * murmurPrime
	return h ^ h>>15
}

// mix mixes one word into the hash.
func mix(h, word uint32) uint32 {
	k := word * murmurPrime
	k ^= k >> 24
	return h*murmurPrime ^ k*murmurPrime
}

// lastBytes returns the last n bytes of the key, 1 to 7, as a little-endian
// number.
func lastBytes(key []byte, n int) uint64 {
	if len(key) >= 8 {
		return binary.LittleEndian.Uint64(key[len(key)-8:]) >> (64 - 8*n)
	}
	var number uint64
	for i, b := range key[len(key)-n:] {
		number |= uint64(b) << (8 * i)
	}
	return number
}
