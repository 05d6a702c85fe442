package live_test

import (
	"math/big"
	"testing"

	"github.com/shelf-analytics/terraform-provider-capture/internal/live"
)

func at(n int64) *int64 { return &n }

func TestP95IsTheNearestRank(t *testing.T) {
	tests := []struct {
		name    string
		samples []int64 // milliseconds
		p95     string
		last    string
	}{
		{"one", []int64{1500}, "1.5", "1.5"},
		{"two", []int64{3000, 1000}, "3", "1"},
		{"19: the largest", []int64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19}, "0.019", "0.019"},
		{"20: the second", []int64{20, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19}, "0.019", "0.019"},
		{"21: the second", []int64{21, 20, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19}, "0.02", "0.019"},
		{"none", nil, "0", "0"},
	}
	for _, test := range tests {
		g := live.GroupLag{WorstMillis: test.samples}
		if want, _ := new(big.Rat).SetString(test.p95); g.P95Seconds().Cmp(want) != 0 {
			t.Errorf("%s: p95 %s, want %s", test.name, g.P95Seconds().FloatString(3), test.p95)
		}
		if want, _ := new(big.Rat).SetString(test.last); g.MaxSeconds().Cmp(want) != 0 {
			t.Errorf("%s: max %s, want %s", test.name, g.MaxSeconds().FloatString(3), test.last)
		}
	}
}

func TestWithinTarget(t *testing.T) {
	known, unknown := live.PartitionLag{Lag: at(0)}, live.PartitionLag{}
	five := big.NewRat(5, 1)
	tests := []struct {
		name       string
		partitions []live.PartitionLag
		millis     int64
		target     *big.Rat
		want       string
	}{
		{"no target", []live.PartitionLag{known}, 9000, nil, "null"},
		{"below", []live.PartitionLag{known}, 4999, five, "true"},
		{"at the target", []live.PartitionLag{known}, 5000, five, "true"},
		{"above", []live.PartitionLag{known}, 5001, five, "false"},
		{"some unknown, below", []live.PartitionLag{known, unknown}, 0, five, "null"},
		{"some unknown, above", []live.PartitionLag{known, unknown}, 5001, five, "false"},
		{"nothing to look at", nil, 0, five, "null"},
	}
	for _, test := range tests {
		g := live.GroupLag{Partitions: test.partitions, WorstMillis: []int64{test.millis}, TargetSeconds: test.target}
		got := "null"
		if within := g.WithinTarget(); within != nil {
			got = map[bool]string{true: "true", false: "false"}[*within]
		}
		if got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

func TestTheWorstPartitionIsTheOldest(t *testing.T) {
	g := live.GroupLag{Partitions: []live.PartitionLag{
		{Partition: 0, Lag: at(900), AgeMillis: 10},
		{Partition: 1, Lag: at(5), AgeMillis: 7000},
		{Partition: 2, Lag: at(6), AgeMillis: 7000},
		{Partition: 3},
	}}
	if p := g.Worst(); p == nil || p.Partition != 2 {
		t.Errorf("the worst is %+v", p)
	}
	if g.MaxLag() != 900 || g.TotalLag() != 911 {
		t.Errorf("max %d, total %d", g.MaxLag(), g.TotalLag())
	}
}
