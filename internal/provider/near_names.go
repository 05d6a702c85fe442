package provider

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agext/levenshtein"
)

const (
	maxNearNames = 5
	// maxEdits is the most edits between near names, and at most a third of the
	// wanted name's length, but at least one.
	maxEdits = 4
)

// nearNames are the names that may be meant by one that is not there, the
// nearest first: few edits away (Levenshtein), or one begins with the other,
// as orders and orders.v2 do; upper and lower case are the same.
func nearNames(wanted string, names []string) []string {
	type candidate struct {
		name  string
		edits int
	}
	bound := min(maxEdits, max(1, len(wanted)/3))
	folded := strings.ToLower(wanted)
	var near []candidate
	for _, name := range names {
		other := strings.ToLower(name)
		edits := levenshtein.Distance(folded, other, nil)
		begins := strings.HasPrefix(other, folded) || strings.HasPrefix(folded, other)
		if edits <= bound || begins {
			near = append(near, candidate{name, edits})
		}
	}
	slices.SortFunc(near, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.edits, b.edits), strings.Compare(a.name, b.name))
	})
	out := make([]string, 0, maxNearNames)
	for _, c := range near[:min(len(near), maxNearNames)] {
		out = append(out, c.name)
	}
	return out
}
