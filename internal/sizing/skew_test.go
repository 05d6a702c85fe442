package sizing

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
)

// quotient returns the value of a number, or of two with a stroke between.
func quotient(t *testing.T, s string) *big.Rat {
	t.Helper()
	a, b, found := strings.Cut(s, "/")
	if !found {
		return rat(t, s)
	}
	return ratio(rat(t, a), rat(t, b))
}

func TestHottestPartition(t *testing.T) {
	tests := []struct {
		ratio      string
		partitions int64
		mb, used   string
		above      bool
		needed     int64
		headroom   string
	}{
		{"1", 18, "4.1015625", "0.41015625", false, 8, "1"},
		{"3", 18, "12.3046875", "1.23046875", true, 23, "1.92"},
		{"3", 23, "221.484375/23", "22.1484375/23", false, 23, "1.92"},
		{"3", 22, "221.484375/22", "22.1484375/22", true, 23, "1.92"},
		{"1.5", 8, "13.842773437500", "1.38427734375", true, 12, "1"},
		{"4", 24, "12.3046875", "1.23046875", true, 30, "2.5"},
	}
	in := example(t)
	s := sized(t, in)
	for _, test := range tests {
		h := s.HottestPartition(in.Profile, Skew{PeakToMeanRatio: rat(t, test.ratio)}, test.partitions)
		if h.MBPerSec.Cmp(quotient(t, test.mb)) != 0 || h.Utilization.Cmp(quotient(t, test.used)) != 0 ||
			h.AboveCeiling != test.above || h.PartitionsNeeded != test.needed || h.HeadroomNeeded.Cmp(rat(t, test.headroom)) != 0 {
			t.Errorf("%v: got %+v", test, h)
		}
	}
}

// A partition exactly at its ceiling is not above it.
func TestHottestPartitionAtCeiling(t *testing.T) {
	in := input(t, "5120", "18", "10", "", 2, "1", "none")
	h := sized(t, in).HottestPartition(in.Profile, Skew{PeakToMeanRatio: rat(t, "2")}, 18)
	if h.AboveCeiling || h.PartitionsNeeded != 18 || h.Utilization.Cmp(integer(1)) != 0 {
		t.Errorf("got %+v", h)
	}
}

func TestHottestPartitionEdges(t *testing.T) {
	in := example(t)
	s := sized(t, in)
	if h := s.HottestPartition(in.Profile, Skew{HottestKeyShare: rat(t, "0.5")}, 18); h != (Hottest{}) {
		t.Errorf("without a ratio: got %+v", h)
	}
	if h := s.HottestPartition(in.Profile, Skew{PeakToMeanRatio: rat(t, "2")}, 0); h != (Hottest{}) {
		t.Errorf("without partitions: got %+v", h)
	}
	if h := s.HottestPartition(in.Profile, Skew{PeakToMeanRatio: rat(t, "1e30")}, 18); h.PartitionsNeeded != math.MaxInt64 {
		t.Errorf("got %d", h.PartitionsNeeded)
	}
}

// What is named as the remedy is one, and no less would do.
func TestHottestPartitionRemedy(t *testing.T) {
	each(t, func(t *testing.T, r *rand.Rand, in Input, s Sizing) {
		skew := Skew{PeakToMeanRatio: thousandth(1000 + r.Uint32N(9000))}
		h := s.HottestPartition(in.Profile, skew, s.RecommendedPartitions)
		if s.HottestPartition(in.Profile, skew, h.PartitionsNeeded).AboveCeiling {
			t.Errorf("%d partitions do not carry it", h.PartitionsNeeded)
		}
		if less := h.PartitionsNeeded - 1; less > 0 && !s.HottestPartition(in.Profile, skew, less).AboveCeiling {
			t.Errorf("%d partitions carry it too", less)
		}
		if s.RequiredAt(h.HeadroomNeeded) < h.PartitionsNeeded {
			t.Errorf("headroom %s does not give %d", h.HeadroomNeeded, h.PartitionsNeeded)
		}
	})
}

func TestHottestKey(t *testing.T) {
	tests := []struct {
		share, rate               string
		reported                  bool
		overCeiling, overConsumer bool
		mb, events                string
	}{
		{"", "", false, false, false, "", ""},
		{"0", "", false, false, false, "", ""},
		{"0.1", "", false, false, false, "", ""},
		{"0.5", "", true, true, false, "36.9140625", "2100"},
		{"0.1", "400", true, false, true, "7.3828125", "420"},
		{"0.1", "420", false, false, false, "", ""},
		{"1", "400", true, true, true, "73.828125", "4200"},
	}
	for _, test := range tests {
		in := input(t, "4200", "18", "10", test.rate, 12, "1.5", "none")
		k := sized(t, in).HottestKey(in.Profile, Skew{HottestKeyShare: rat(t, test.share)})
		if (k != nil) != test.reported {
			t.Errorf("%v: got %+v", test, k)
			continue
		}
		if k != nil && (k.OverCeiling != test.overCeiling || k.OverConsumer != test.overConsumer ||
			k.MBPerSec.Cmp(rat(t, test.mb)) != 0 || k.EventsPerSec.Cmp(rat(t, test.events)) != 0) {
			t.Errorf("%v: got %+v", test, k)
		}
	}
	// A key exactly at the ceiling is carried.
	in := input(t, "5120", "18", "9", "", 2, "1", "none")
	if k := sized(t, in).HottestKey(in.Profile, Skew{HottestKeyShare: rat(t, "0.1")}); k != nil {
		t.Errorf("at the ceiling: got %+v", k)
	}
}
