package skew

import "math/bits"

// divisor takes remainders by a fixed number, with two multiplications in
// place of a division (Lemire, Kaser, Kurz: Faster remainder by direct
// computation, 2019).
type divisor struct {
	n      uint64
	factor uint64
}

// newDivisor is for n from 1 to 2^32-1.
func newDivisor(n int) divisor {
	return divisor{n: uint64(n), factor: ^uint64(0)/uint64(n) + 1}
}

func (d divisor) mod(a uint32) int {
	remainder, _ := bits.Mul64(d.factor*uint64(a), d.n)
	return int(remainder)
}
