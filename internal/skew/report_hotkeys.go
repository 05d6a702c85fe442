package skew

import (
	"fmt"
	"strings"

	"github.com/shelf-analytics/terraform-provider-capture/internal/markdown"
)

const (
	// hotKeysShown is how many hot keys have a row at most.
	hotKeysShown = 10
	// leastHotKeys is how many have one at least.
	leastHotKeys = 3
	// suffixesShown is how many suffixes a row has at most, and suffixesCut how
	// many of a longer list.
	suffixesShown = 12
	suffixesCut   = 8
	noSuffixes    = "none was found for some partition, or they are too many to list"
)

// hotKeys lists the hot keys and how to salt them, in so many lines with the
// empty ones after its parts. It fits where these are enough for a few keys.
func (w report) hotKeys(lines int) (parts [][]string, fits bool) {
	if len(w.HotKeys) == 0 {
		return nil, lines >= 0
	}
	notes := w.saltNotes()
	// Beside the rows: the introduction, the head of the table, the notes, and
	// an empty line after each part.
	rows := lines - (1 + 1) - (2 + 1)
	if len(notes) > 0 {
		rows -= len(notes) + 1
	}
	fits = rows >= min(leastHotKeys, len(w.HotKeys))
	rows = min(max(rows, 1), hotKeysShown, len(w.HotKeys))

	intro := "**Hot keys**, each of which alone would make its partition hot if all else were even"
	if rows < len(w.HotKeys) {
		intro += fmt.Sprintf(": the heaviest %d of %s (all in `hot_keys`)", rows, markdown.Thousands(int64(len(w.HotKeys))))
	}
	table := make([][]string, 0, rows)
	for i := range w.HotKeys[:rows] {
		key := &w.HotKeys[i]
		table = append(table, []string{
			markdown.Cell(markdown.Code(shortKey(key.Key))),
			markdown.Thousands(key.Records),
			markdown.Percent(key.Share),
			fmt.Sprint(key.Partition),
			markdown.Thousands(int64(key.Shards)),
			suffixList(key),
		})
	}
	parts = [][]string{{intro + "."}, markdown.Table([]markdown.Column{
		{Title: "key"},
		{Title: "records", Right: true},
		{Title: "share", Right: true},
		{Title: "partition", Right: true},
		{Title: "shards", Right: true},
		{Title: "suffixes"},
	}, table)}
	if len(notes) > 0 {
		parts = append(parts, notes)
	}
	return parts, fits
}

// suffixList shows the suffixes, or the first of them.
func suffixList(key *HotKey) string {
	switch {
	case key.Shards <= 1:
		return "stays as it is"
	case len(key.Suffixes) == 0:
		return "missing"
	}
	shown := key.Suffixes
	if len(shown) > suffixesShown {
		shown = shown[:suffixesCut]
	}
	text := strings.Trim(strings.ReplaceAll(fmt.Sprint(shown), " ", ", "), "[]")
	if len(shown) < len(key.Suffixes) {
		text += fmt.Sprintf(", ... (%d in all)", len(key.Suffixes))
	}
	return text
}

// salted counts the hot keys that are to be salted and those of them whose
// suffixes are missing.
func (w report) salted() (salted, missing int64) {
	for i := range w.HotKeys {
		if w.HotKeys[i].Shards > 1 {
			salted++
		}
		if w.HotKeys[i].SuffixesMissing {
			missing++
		}
	}
	return salted, missing
}

// saltNotes say how salting works, what it reaches and what it costs.
func (w report) saltNotes() []string {
	salted, missing := w.salted()
	switch salted {
	case 0:
		return nil
	case missing:
		return []string{fmt.Sprintf("Salting could bring the fullest partition to %s times the mean, but the suffixes are missing: %s.",
			w.times(w.SaltedRatio), noSuffixes)}
	}
	how := "Salting: a producer sends records of a hot key under key + `#` + suffix, all its suffixes in turn"
	if example := w.saltExample(); example != "" {
		how += " (" + example + ")"
	}
	reached := fmt.Sprintf(". With %s split so, the fullest partition carries %s times the mean",
		markdown.Form(salted, "the hot key", "all "+markdown.Thousands(salted)+" such keys"), w.times(w.SaltedRatio))
	if w.SaltedRatio.Cmp(w.limit) > 0 {
		reached += ", still above what is tolerated"
	}
	lines := []string{
		how + reached + ".",
		fmt.Sprintf("It costs: order holds only within a shard, and consumers need a second aggregation over the shards. "+
			"These suffixes are valid for %s and %s only; random, hashed or consecutive ones miss partitions.",
			markdown.Plural(int64(w.Partitions), "partition"), markdown.Code(w.Partitioner)),
	}
	if w.Encoding != "" {
		lines[1] += fmt.Sprintf(" `#` and the digits follow the key's bytes, so that a salted key is no %s any more: producers and consumers need another serializer.", w.Encoding)
	}
	if missing > 0 {
		lines = append(lines, fmt.Sprintf("Suffixes missing for %s, without which salting does not reach this: %s.",
			markdown.Plural(missing, "hot key"), noSuffixes))
	}
	return lines
}

// saltExample shows the heaviest key that has suffixes and a short text of its
// own under the first of them.
func (w report) saltExample() string {
	for i := range w.HotKeys {
		key := &w.HotKeys[i]
		if len(key.Suffixes) < 2 || len(key.Key) > maxKeyRunes {
			continue
		}
		text := KeyText(key.Key)
		if text != string(key.Key) {
			continue
		}
		names := markdown.Code(fmt.Sprintf("%s#%d", text, key.Suffixes[0])) + ", " + markdown.Code(fmt.Sprintf("%s#%d", text, key.Suffixes[1]))
		if len(key.Suffixes) > 2 {
			names += ", ..."
		}
		return names
	}
	return ""
}
