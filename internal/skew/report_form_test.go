package skew_test

import (
	"fmt"
	"math/big"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/shelf-analytics/terraform-provider-capture/internal/skew"
)

// judged are results of each verdict at a count.
func judged(partitions int) map[string]made {
	if partitions == 1 {
		return map[string]made{"balanced": {verdict: skew.Balanced, minimum: 1}}
	}
	const beyond = 1 << 40
	return map[string]made{
		"balanced":       {verdict: skew.Balanced},
		"unsure":         {verdict: skew.InsufficientSample, minimum: beyond},
		"unsure, hot":    {verdict: skew.InsufficientSample, minimum: beyond, records: peaked, cause: byBoth},
		"unsure, few":    {verdict: skew.InsufficientSample, minimum: beyond, records: peaked, tooFew: true},
		"key":            {verdict: skew.KeySkew, records: peaked, cause: byKey},
		"partition":      {verdict: skew.PartitionSkew, records: peaked},
		"too few":        {verdict: skew.PartitionSkew, records: peaked, tooFew: true},
		"mixed":          {verdict: skew.Mixed, records: peaked, cause: byBoth},
		"mixed, few":     {verdict: skew.Mixed, records: peaked, cause: byBoth, tooFew: true},
		"mixed, unsure":  {verdict: skew.Mixed, records: peaked, cause: byBoth, minimum: beyond},
		"key, estimated": {verdict: skew.KeySkew, records: peaked, cause: byKey, estimated: true},
	}
}

// hotKeyLists are lists of hot keys; a verdict of keys has one at least.
func hotKeyLists() map[string][]skew.HotKey {
	long := func(i int) string { return strings.Repeat("東京|", 100) + fmt.Sprint(i) }
	missing := keys(3, 12, nil)
	missing[1].Suffixes, missing[1].SuffixesMissing = nil, true
	return map[string][]skew.HotKey{
		"none":    nil,
		"one":     keys(1, 8, nil),
		"stays":   keys(1, 1, nil),
		"missing": missing,
		"five":    keys(5, 24, nil),
		"many":    keys(4000, 30, long),
	}
}

var pipes = regexp.MustCompile(`(^|[^\\])\|`)

func TestReportForm(t *testing.T) {
	plain := skew.About{Partitioner: "murmur2"}
	full := skew.About{Partitioner: "kafkajs_legacy", Keyless: 1_234_567, Files: make([]string, 400), Key: "store_id:fixture_id", Capacity: orders(2, 200)}
	full.Capacity.ConsumerEventsPerSec = big.NewRat(1, 10)
	lists := hotKeyLists()
	for _, partitions := range []int{1, 2, 12, 14, 16, 17, 24, 25, 360} {
		for name, m := range judged(partitions) {
			for list, hotKeys := range lists {
				if hotKeys == nil && (m.verdict == skew.KeySkew || m.verdict == skew.Mixed) || hotKeys != nil && partitions == 1 {
					continue
				}
				m.partitions, m.hotKeys = partitions, hotKeys
				for _, m.compared = range []int{0, 200} {
					t.Run(fmt.Sprint(partitions, " ", name, " ", list, " ", m.compared), func(t *testing.T) {
						r := m.result(t)
						for _, about := range []skew.About{plain, full} {
							formed(t, r.Report(about), min(3, len(m.hotKeys)))
						}
					})
				}
			}
		}
	}
	for _, m := range []made{
		{partitions: 5000, verdict: skew.Balanced},
		{partitions: 5000, verdict: skew.KeySkew, records: peaked, cause: byKey, hotKeys: lists["missing"]},
		{partitions: 100_000, verdict: skew.Mixed, records: peaked, cause: byBoth, hotKeys: lists["many"]},
	} {
		t.Run(fmt.Sprint(m.partitions, " ", m.verdict), func(t *testing.T) {
			formed(t, m.result(t).Report(full), min(3, len(m.hotKeys)))
		})
	}
}

// formed tells that a report has a good form and so many hot keys at least.
func formed(t *testing.T, report string, hotKeys int) {
	t.Helper()
	if strings.Count(report, "\n") >= 60 {
		t.Errorf("%d lines:\n%s", strings.Count(report, "\n"), report)
	}
	if strings.Contains(report, "\n\n\n") {
		t.Errorf("empty lines:\n%s", report)
	}
	for _, bad := range []string{"%!", "NaN", "<nil>", "unknown", " s ", "  .", "/1 "} {
		if strings.Contains(prose(report), bad) {
			t.Errorf("%q in:\n%s", bad, report)
		}
	}
	if !strings.HasPrefix(report, "**") || !strings.HasSuffix(report, ".\n") {
		t.Errorf("begins or ends badly:\n%s", report)
	}
	columns, rows, listed := 0, 0, 0
	for line := range strings.Lines(report) {
		line = strings.TrimSuffix(line, "\n")
		if n := utf8.RuneCountInString(line); n > 320 {
			t.Errorf("%d characters: %s", n, line)
		}
		if !strings.HasPrefix(line, "|") {
			columns = 0
			if line != "" && line != "**What to do**" && !strings.HasSuffix(line, ".") {
				t.Errorf("no sentence: %s", line)
			}
			continue
		}
		rows++
		if strings.HasPrefix(line, "| `") {
			listed++
		}
		n := len(pipes.FindAllString(line, -1))
		if columns != 0 && n != columns {
			t.Errorf("%d pipes, not %d: %s", n, columns, line)
		}
		columns = n
	}
	if listed < hotKeys {
		t.Errorf("%d hot keys, want %d:\n%s", listed, hotKeys, report)
	}
}

// prose is a report without its tables.
func prose(report string) string {
	var text strings.Builder
	for line := range strings.Lines(report) {
		if !strings.HasPrefix(line, "|") {
			text.WriteString(line)
		}
	}
	return text.String()
}
