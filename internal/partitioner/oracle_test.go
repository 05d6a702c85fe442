package partitioner_test

import (
	"fmt"
	"math/big"
	"unicode/utf8"
)

// The oracles below follow the definitions word by word, in numbers without
// limits. They share nothing with the code that they check.

var two32 = new(big.Int).Lsh(big.NewInt(1), 32)

// low32 returns x modulo 2^32, also of a negative x.
func low32(x *big.Int) uint32 { return uint32(new(big.Int).Mod(x, two32).Uint64()) }

// exactTimes is the product that Java's int keeps the low 32 bits of.
func exactTimes(x uint32) uint32 {
	return low32(new(big.Int).Mul(big.NewInt(int64(x)), big.NewInt(0x5bd1e995)))
}

// doubleTimes is JavaScript's: a signed operand, and a product of 53 bits.
func doubleTimes(x uint32) uint32 {
	exact := new(big.Int).Mul(big.NewInt(int64(int32(x))), big.NewInt(0x5bd1e995))
	rounded, _ := new(big.Float).SetPrec(53).SetMode(big.ToNearestEven).SetInt(exact).Int(nil)
	return low32(rounded)
}

// murmurOracle is murmur2 over the given product; unfloored mixes a partial
// last word too.
func murmurOracle(key []byte, times func(uint32) uint32, unfloored bool) uint32 {
	at := func(i int) uint32 {
		if i < len(key) {
			return uint32(key[i])
		}
		return 0
	}
	h := 0x9747b28c ^ uint32(len(key))
	for i := 0; 4*i+4 <= len(key) || unfloored && 4*i < len(key); i++ {
		k := at(4*i) | at(4*i+1)<<8 | at(4*i+2)<<16 | at(4*i+3)<<24
		k = times(k)
		k ^= k >> 24
		k = times(k)
		h = times(h)
		h ^= k
	}
	if whole := len(key) / 4 * 4; whole < len(key) {
		h ^= at(whole+2) << 16
		h ^= at(whole+1) << 8
		h ^= at(whole)
		h = times(h)
	}
	h ^= h >> 13
	h = times(h)
	h ^= h >> 15
	return h
}

// crcOracle divides bit by bit.
func crcOracle(key []byte) uint32 {
	c := ^uint32(0)
	for _, b := range key {
		for bit := range 8 {
			odd := (c ^ uint32(b)>>bit) & 1
			c = c>>1 ^ 0xedb88320*odd
		}
	}
	return ^c
}

func fnvOracle(key []byte) uint32 {
	h := uint32(0x811c9dc5)
	for _, b := range key {
		product := new(big.Int).Mul(big.NewInt(int64(h^uint32(b))), big.NewInt(0x01000193))
		h = low32(product)
	}
	return h
}

func polynomialOracle(key []byte) uint32 {
	sum := new(big.Int)
	for _, point := range string(key) {
		sum.Mul(sum, big.NewInt(31)).Add(sum, big.NewInt(int64(point)))
	}
	return low32(sum)
}

// partitionOracle is the partition by the table of the specification: signed
// where a client computes with signs.
func partitionOracle(name string, key []byte, n int) (int, error) {
	unsigned := func(h uint32) int { return int(int64(h) % int64(n)) }
	switch name {
	case "murmur2":
		return unsigned(murmurOracle(key, exactTimes, false) & 0x7fffffff), nil
	case "kafkajs_legacy":
		return unsigned(murmurOracle(key, doubleTimes, true) & 0x7fffffff), nil
	case "crc32":
		return unsigned(crcOracle(key)), nil
	case "fnv1a":
		return int(max(int32(fnvOracle(key))%int32(n), -(int32(fnvOracle(key)) % int32(n)))), nil
	case "fnv1a_reference":
		return unsigned(fnvOracle(key) & 0x7fffffff), nil
	case "polynomial31":
		if !utf8.Valid(key) {
			return 0, nil
		}
		return unsigned(polynomialOracle(key)), nil
	default:
		return 0, fmt.Errorf("no oracle for %q", name)
	}
}
