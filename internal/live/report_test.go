package live_test

import (
	"flag"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/shelf-analytics/terraform-provider-capture/internal/live"
)

var update = flag.Bool("update", false, "write the reports anew")

// golden compares a report with testdata/reports, and asserts what holds for all.
func golden(t *testing.T, name, report string) {
	t.Helper()
	file := filepath.Join("testdata", "reports", name+".md")
	if *update {
		if err := os.WriteFile(file, []byte(report), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if report != string(want) {
		t.Errorf("%s is\n%s\nwant\n%s", name, report, want)
	}
	if n := strings.Count(report, "\n"); n >= 60 {
		t.Errorf("%s has %d lines", name, n)
	}
}

func partitions(topic string, lags ...int64) []live.PartitionLag {
	var out []live.PartitionLag
	for i, lag := range lags {
		out = append(out, live.PartitionLag{Topic: topic, Partition: int32(i), Committed: at(1000), End: 1000 + lag, Lag: at(lag), AgeMillis: 10 * lag, Member: "consumer-1"})
	}
	return out
}

func TestLagReports(t *testing.T) {
	late := partitions("capture-events.v1", 12, 0, 3210, 40)
	late[1].Committed = nil
	late[3].Deleted = 7
	late[0].Beyond = true
	many := make([]int64, 1000)
	for i := range many {
		many[i] = int64(i % 37)
	}
	two := append(partitions("orders.v1", 5, 0), live.PartitionLag{Topic: "orders|`v2`", Partition: 0, End: 12})
	for name, g := range map[string]live.GroupLag{
		"lag_above":   {Group: "billing", State: "Stable", Members: 6, Idle: 2, Partitions: late, WorstMillis: []int64{9000, 32100}, TargetSeconds: big.NewRat(5, 1)},
		"lag_none":    {Group: "billing", State: "Empty", Partitions: partitions("orders.v1", 0, 0), WorstMillis: []int64{0}, TargetSeconds: big.NewRat(5, 1)},
		"lag_many":    {Group: "billing", State: "Stable", Members: 12, Partitions: partitions("orders.v1", many...), WorstMillis: []int64{360}},
		"lag_partly":  {Group: "a\nb", State: "Stable", Members: 1, Partitions: two, WorstMillis: []int64{50}, TargetSeconds: big.NewRat(5, 1)},
		"lag_unknown": {Group: "new", State: "Stable", Members: 1, Partitions: two[2:], WorstMillis: []int64{0}},
	} {
		t.Run(name, func(t *testing.T) { golden(t, name, g.Report()) })
	}
}

func TestReadinessReports(t *testing.T) {
	ready := swap()
	blocked := swap()
	blocked.FromEnds[1].After = 9
	blocked.Groups = append(blocked.Groups, live.GroupReadiness{Group: "audit|x", State: "Empty", Lag: []int64{3, 4000}, Uncommitted: []int32{1}})
	many := swap()
	many.FromEnds = make([]live.Growth, 1000)
	many.Groups = nil
	for i := range 50 {
		g := live.GroupReadiness{Group: fmt.Sprintf("group-%02d", i), State: "Stable", Lag: make([]int64, 1000)}
		for p := range g.Lag {
			g.Lag[p] = int64(p * i % 11)
		}
		many.Groups = append(many.Groups, g)
	}
	none := swap()
	none.Nobody = true
	none.Groups, none.RequireTraffic, none.ToDelivers, none.ToEnds = nil, false, false, none.ToEnds[1:2]
	for name, r := range map[string]live.Readiness{"ready": ready, "ready_blocked": blocked, "ready_many": many, "ready_no_groups": none} {
		t.Run(name, func(t *testing.T) { golden(t, name, r.Report()) })
	}
}
