package partitioner

const (
	fnvOffset = 2166136261
	fnvPrime  = 16777619
)

// fnv1a is the 32-bit FNV-1a of Fowler, Noll and Vo (IETF draft-eastlake-fnv,
// hash/fnv of Go), which Sarama and kafka-go hash keys with.
func fnv1a(key []byte) uint32 {
	h := uint32(fnvOffset)
	for _, b := range key {
		h = (h ^ uint32(b)) * fnvPrime
	}
	return h
}

// absolute returns the magnitude of the hash as a signed number, 0 to 2^31.
// Sarama's HashPartitioner (partitioner.go) and kafka-go's Hash (balancer.go)
// take the signed remainder, truncated, and then its absolute value: that is
// the remainder of the magnitude. The reference hashers of both mask the sign
// bit instead.
func absolute(hash uint32) uint32 {
	if int32(hash) < 0 {
		return -hash
	}
	return hash
}
