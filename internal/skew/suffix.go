package skew

import (
	"context"
	"strconv"
)

const (
	// suffixesSearched and suffixesSearchedPerPartition bound the search for
	// the suffixes of a key; the larger one holds.
	suffixesSearched             = 100_000
	suffixesSearchedPerPartition = 100
	// maxSuffixes bounds the suffixes of all hot keys together: a plan cannot
	// hold a list for each of thousands of keys over thousands of partitions.
	maxSuffixes = 200_000
)

// suffixSearch finds targeted suffixes.
type suffixSearch struct {
	digester Digester
	divisor  divisor
	limit    int64
	listed   int
	// wanted has 1 + the position of a partition among those chosen.
	wanted  []int32
	keys    [][]byte
	digests []uint32
}

func newSuffixSearch(digester Digester, d divisor) *suffixSearch {
	return &suffixSearch{
		digester: digester,
		divisor:  d,
		limit:    max(suffixesSearched, suffixesSearchedPerPartition*int64(d.n)),
		wanted:   make([]int32, d.n),
		keys:     make([][]byte, 64),
		digests:  make([]uint32, 64),
	}
}

// find sets the least suffix of the key that lands on each chosen partition.
func (s *suffixSearch) find(ctx context.Context, key *HotKey, chosen []int) error {
	if s.listed+len(chosen) > maxSuffixes {
		key.SuffixesMissing = true
		return nil
	}
	clear(s.wanted)
	for i, p := range chosen {
		s.wanted[p] = int32(i + 1)
	}
	keys := s.keys
	if len(key.Key) > maxKeptKey {
		keys = keys[:1]
	}
	for i := range keys {
		keys[i] = append(append(keys[i][:0], key.Key...), '#')
	}
	suffixes := make([]int64, len(chosen))
	missing := len(chosen)
	for from := int64(0); from < s.limit; from += int64(len(keys)) {
		if err := ctx.Err(); err != nil {
			return err
		}
		for i := range keys {
			keys[i] = strconv.AppendInt(keys[i][:len(key.Key)+1], from+int64(i), 10)
		}
		digests := s.digests[:len(keys)]
		s.digester.Digests(keys, digests)
		for i, digest := range digests {
			p := s.divisor.mod(digest)
			suffix := from + int64(i)
			if s.wanted[p] == 0 || suffix >= s.limit {
				continue
			}
			suffixes[s.wanted[p]-1] = suffix
			s.wanted[p] = 0
			if missing--; missing == 0 {
				key.Suffixes = suffixes
				s.listed += len(suffixes)
				return nil
			}
		}
	}
	key.SuffixesMissing = true
	return nil
}
