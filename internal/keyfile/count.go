package keyfile

import (
	"math"
	"strconv"
)

// parseCount reads the records that a row counts for.
func parseCount[T string | []byte](field string, text T) (int64, error) {
	if len(text) == 0 {
		return 0, bad("the count %s is empty", show(field))
	}
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return 0, notACount(field, text)
		}
	}
	n, err := strconv.ParseInt(string(text), 10, 64)
	if err != nil {
		return 0, notACount(field, text)
	}
	return n, nil
}

func notACount[T string | []byte](field string, text T) error {
	return bad("the count %s is %s: it must be an integer from 0 to %d", show(field), show(text), math.MaxInt64)
}

// tally adds up counts. It stops at overflow, above the largest int64, so that
// the order of what is added does not matter.
type tally uint64

const overflow tally = math.MaxInt64 + 1

func (t *tally) add(n tally) {
	if n >= overflow-*t {
		*t = overflow
		return
	}
	*t += n
}
