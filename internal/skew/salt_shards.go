package skew

import "math/big"

// SaltShards returns over how many of n partitions a key with a share of all
// records, 0 to 1, has to be split for no partition to be above the mean by
// more than the tolerance, where the other records are even: ceil(share x n /
// (tolerance + share)), at least 1 and at most n. A census uses the real
// background instead.
func SaltShards(share *big.Rat, n int64, tolerance *big.Rat) int64 {
	all := new(big.Rat).Mul(share, big.NewRat(n, 1))
	shards := all.Quo(all, new(big.Rat).Add(tolerance, share))
	return min(max(1, -floor(shards.Neg(shards))), n)
}
