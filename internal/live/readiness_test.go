package live_test

import (
	"strings"
	"testing"
	"time"

	"github.com/shelf-analytics/terraform-provider-capture/internal/live"
)

// swap is a readiness with nothing in the way.
func swap() live.Readiness {
	return live.Readiness{
		From: "orders.v1", To: "orders.v2", Window: 10 * time.Second, RequireTraffic: true, ToDelivers: true, Held: 12,
		FromEnds: []live.Growth{{Before: 5, After: 5}, {Before: 7, After: 7}},
		ToEnds:   []live.Growth{{Before: 0, After: 3}, {Before: 0, After: 0}, {Before: 1, After: 2}},
		Groups:   []live.GroupReadiness{{Group: "billing", State: "Stable", Lag: []int64{0, 0}}},
	}
}

func TestReady(t *testing.T) {
	tests := []struct {
		name   string
		change func(*live.Readiness)
		want   []string // what the blockers hold
	}{
		{"ready", func(*live.Readiness) {}, nil},
		{"no groups", func(r *live.Readiness) { r.Groups = nil }, []string{"`orders.v1` holds 12 records, and no group is known to have read them"}},
		{"no groups are needed", func(r *live.Readiness) { r.Groups, r.Nobody = nil, true }, nil},
		{"no groups, no records", func(r *live.Readiness) { r.Groups, r.Held = nil, 0 }, nil},
		{"arriving", func(r *live.Readiness) { r.FromEnds[1].After = 9 }, []string{"`orders.v1` still receives: 2 records within 10 s, in partition 1. Move the producers"}},
		{"the end fell", func(r *live.Readiness) { r.FromEnds[1].After = 6 }, []string{"still receives: 0 records"}},
		{"open transaction", func(r *live.Readiness) { r.Open = []int32{0, 1} }, []string{"an open transaction in partitions 0, 1"}},
		{"hidden groups", func(r *live.Readiness) { r.Hidden = true }, []string{"Describe on the cluster"}},
		{"to read", func(r *live.Readiness) { r.Groups[0].Lag[1] = 1500 }, []string{"Group `billing` has 1,500 records of `orders.v1` to read, 1,500 in partition 1. Keep its consumers"}},
		{"to read, nobody there", func(r *live.Readiness) { r.Groups[0].Lag[0], r.Groups[0].State = 1, "Empty" }, []string{"has 1 record of `orders.v1` to read, 1 in partition 0. It has no member: start its consumers"}},
		{"to read without a commit", func(r *live.Readiness) { r.Groups[0].Lag[0], r.Groups[0].Uncommitted = 4, []int32{0, 1} }, []string{"4 in partition 0. Counted from the log start for want of a commit: partition 0. Keep"}},
		{"no commit on an empty partition", func(r *live.Readiness) { r.Groups[0].Uncommitted = []int32{1} }, nil},
		{"a commit of another topic", func(r *live.Readiness) { r.Groups[0].Beyond = []int32{1} }, []string{"Group `billing` has a commit above the end of `orders.v1`, in partition 1"}},
		{"a commit that is newer than the look", func(r *live.Readiness) { r.Groups[0].Beyond, r.FromEnds[1].After = []int32{1}, 9 }, []string{"still receives"}},
		{"to is quiet", func(r *live.Readiness) { r.ToEnds, r.ToDelivers = r.ToEnds[1:2], false }, []string{"`orders.v2` received no record within 10 s"}},
		{"to receives aborted transactions", func(r *live.Readiness) { r.ToDelivers = false }, []string{"`orders.v2` received no committed record within 10 s: its end moved by 4, of transactions"}},
		{"to may be quiet", func(r *live.Readiness) { r.ToEnds, r.ToDelivers, r.RequireTraffic = r.ToEnds[1:2], false, false }, nil},
		{"everything", func(r *live.Readiness) {
			r.FromEnds[0].After, r.Open, r.Hidden, r.Groups[0].Lag[0], r.ToEnds, r.ToDelivers = 6, []int32{0}, true, 1, r.ToEnds[1:2], false
		}, []string{"still receives", "open transaction", "hidden", "billing", "received no record"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := swap()
			test.change(&r)
			got := r.Blockers()
			if len(got) != len(test.want) || r.Ready() != (len(test.want) == 0) {
				t.Fatalf("blockers are %q", got)
			}
			for i, text := range test.want {
				if !strings.Contains(got[i], text) {
					t.Errorf("blocker %q, want %q", got[i], text)
				}
			}
		})
	}
}

func TestWindowCounts(t *testing.T) {
	r := swap()
	if !r.Frozen() || r.FromRecords() != 0 || r.ToRecords() != 4 {
		t.Errorf("frozen %t, from %d, to %d", r.Frozen(), r.FromRecords(), r.ToRecords())
	}
	r.FromEnds[0].After = 8
	if r.Frozen() || r.FromRecords() != 3 {
		t.Errorf("frozen %t, from %d", r.Frozen(), r.FromRecords())
	}
}
