package sizing

import (
	"math/big"
	"testing"
)

// computed is a/b as Terraform computes it.
func computed(a, b int64) *big.Float {
	x := new(big.Float).SetPrec(precision).SetInt64(a)
	return x.Quo(x, new(big.Float).SetPrec(precision).SetInt64(b))
}

func TestDecimalOfFractions(t *testing.T) {
	sum := computed(1, 3)
	sum.Add(sum, computed(1, 3))
	sum.Add(sum, new(big.Float).SetPrec(precision).SetInt64(1))
	tests := []struct {
		name string
		in   *big.Float
		want *big.Rat
	}{
		{"5/3", computed(5, 3), big.NewRat(5, 3)},
		{"1 + 1/3 + 1/3", sum, big.NewRat(5, 3)},
		{"-1/7", computed(-1, 7), big.NewRat(-1, 7)},
		{"1/999999999989", computed(1, 999_999_999_989), big.NewRat(1, 999_999_999_989)},
		{"1/8", computed(1, 8), big.NewRat(1, 8)},
		{"4,200 x 18 / 1,024", computed(75_600, 1024), big.NewRat(75_600, 1024)},
	}
	for _, test := range tests {
		got, err := Decimal(test.in)
		if err != nil || got.Cmp(test.want) != 0 {
			t.Errorf("%s is %v, %v; want %v", test.name, got, err, test.want)
		}
	}
}

// A literal stays what was written, even where it looks like a fraction.
func TestDecimalOfLongLiterals(t *testing.T) {
	for _, text := range []string{
		"0.3333333333333333333333333333333333333333",
		"1.234567890123456789012345678901234567891",
		"1.414213562373095048801688724209698078570",
	} {
		want, _ := new(big.Rat).SetString(text)
		got, err := ParseDecimal(text)
		if err != nil || got.Cmp(want) != 0 {
			t.Errorf("%s is %v, %v", text, got, err)
		}
	}
}

func TestFractionsAreNotOffByOne(t *testing.T) {
	for b := int64(1); b <= 60; b++ {
		for a := b; a <= 4*b; a++ {
			factor, err := Decimal(computed(a, b))
			if err != nil {
				t.Fatal(err)
			}
			s, err := Size(Input{
				Profile:         Profile{PeakEventsPerSec: big.NewRat(1, 1), AvgEventSizeKB: big.NewRat(1, 1), PerPartitionCeilingMBPerSec: big.NewRat(10, 1)},
				TargetConsumers: b, HeadroomFactor: factor, Rounding: RoundingNone,
			})
			if err != nil || s.RequiredPartitions != a {
				t.Fatalf("%d consumers x %d/%d need %d, %v; want %d", b, a, b, s.RequiredPartitions, err, a)
			}
		}
	}
}
