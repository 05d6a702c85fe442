package sizing

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

func thousandth(n uint32) *big.Rat { return big.NewRat(int64(n), 1000) }

func randomInput(r *rand.Rand) Input {
	in := Input{
		Profile: Profile{
			PeakEventsPerSec:            thousandth(1 + r.Uint32N(50_000_000)),
			AvgEventSizeKB:              thousandth(1 + r.Uint32N(60_000)),
			PerPartitionCeilingMBPerSec: thousandth(1 + r.Uint32N(20_000)),
		},
		TargetConsumers: 1 + r.Int64N(200),
		HeadroomFactor:  thousandth(1000 + r.Uint32N(3000)),
		Rounding:        Rounding(Roundings()[r.IntN(3)]),
	}
	if r.IntN(2) == 0 {
		in.Profile.ConsumerEventsPerSec = thousandth(1 + r.Uint32N(5_000_000))
	}
	return in
}

// each runs check on inputs that can be sized.
func each(t *testing.T, check func(t *testing.T, r *rand.Rand, in Input, s Sizing)) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	sizedInputs := 0
	for range 2000 {
		in := randomInput(r)
		s, err := Size(in)
		if err != nil {
			continue
		}
		sizedInputs++
		check(t, r, in, s)
		if t.Failed() {
			t.Fatalf("input %+v gives %+v", in, s)
		}
	}
	if sizedInputs < 1000 {
		t.Fatalf("only %d inputs could be sized", sizedInputs)
	}
}

func TestMoreLoadNeverFewerPartitions(t *testing.T) {
	each(t, func(t *testing.T, r *rand.Rand, in Input, s Sizing) {
		more := in
		more.Profile.PeakEventsPerSec = product(in.Profile.PeakEventsPerSec, thousandth(1000+r.Uint32N(2000)))
		if m, err := Size(more); err == nil &&
			(m.RequiredPartitions < s.RequiredPartitions || m.RecommendedPartitions < s.RecommendedPartitions) {
			t.Errorf("more load gives %d, required %d", m.RecommendedPartitions, m.RequiredPartitions)
		}
	})
}

func TestCountsAreOrdered(t *testing.T) {
	each(t, func(t *testing.T, _ *rand.Rand, in Input, s Sizing) {
		if s.Need < in.TargetConsumers || s.Need < s.ThroughputPartitions || s.ThroughputPartitions < 1 {
			t.Error("need is less than a part of it")
		}
		if s.RequiredPartitions < s.Need || s.RecommendedPartitions < s.RequiredPartitions {
			t.Error("a step makes the count less")
		}
		if s.BusiestConsumerFactor.Cmp(integer(1)) < 0 || s.BusiestConsumerFactor.Cmp(integer(2)) >= 0 {
			t.Error("the busiest consumer is out of range")
		}
		if s.RequiredAt(in.HeadroomFactor) != s.RequiredPartitions || s.RequiredAt(integer(1)) != s.Need {
			t.Error("RequiredAt disagrees")
		}
	})
}

func TestRoundingProperties(t *testing.T) {
	each(t, func(t *testing.T, _ *rand.Rand, in Input, s Sizing) {
		switch got := s.RecommendedPartitions; in.Rounding {
		case RoundingNone:
			if got != s.RequiredPartitions {
				t.Error("none rounds")
			}
		case RoundingConsumerMultiple:
			if got%in.TargetConsumers != 0 || got-in.TargetConsumers >= s.RequiredPartitions {
				t.Error("not the next multiple")
			}
			if s.BusiestConsumerFactor.Cmp(integer(1)) != 0 {
				t.Error("shares are uneven")
			}
		case RoundingHighlyComposite:
			i := slices.Index(highlyComposite, got)
			if i < 0 || i > 0 && highlyComposite[i-1] >= s.RequiredPartitions {
				t.Error("not the next highly composite number")
			}
		}
	})
}

// Load and ceilings in another unit give the same counts.
func TestScaling(t *testing.T) {
	each(t, func(t *testing.T, r *rand.Rand, in Input, s Sizing) {
		k := thousandth(1 + r.Uint32N(9000))
		scaled := in
		scaled.Profile.PeakEventsPerSec = product(in.Profile.PeakEventsPerSec, k)
		scaled.Profile.PerPartitionCeilingMBPerSec = product(in.Profile.PerPartitionCeilingMBPerSec, k)
		if rate := in.Profile.ConsumerEventsPerSec; rate != nil {
			scaled.Profile.ConsumerEventsPerSec = product(rate, k)
		}
		if got := sized(t, scaled); got.RecommendedPartitions != s.RecommendedPartitions || got.Driver != s.Driver {
			t.Errorf("times %s: got %d by %s", k, got.RecommendedPartitions, got.Driver)
		}
	})
}

// Numbers with more divisors than all below them, counted afresh.
func TestHighlyComposite(t *testing.T) {
	var want []int64
	divisors := make([]int, 10081)
	most := 0
	for d := 1; d < len(divisors); d++ {
		for n := d; n < len(divisors); n += d {
			divisors[n]++
		}
	}
	for n := 1; n < len(divisors); n++ {
		if divisors[n] > most {
			most = divisors[n]
			want = append(want, int64(n))
		}
	}
	if !slices.Equal(want, highlyComposite) {
		t.Errorf("got %v, want %v", highlyComposite, want)
	}
}

// naive calculates in integers: all inputs but the consumers in thousandths,
// rate 0 for none. It returns -1 where a count is too large.
func naive(peak, size, ceiling, rate, consumers, headroom uint32, rounding Rounding) (required, recommended int64) {
	const limit = 1<<31 - 1
	up := func(numerator, denominator *big.Int) int64 {
		q := new(big.Int).Add(numerator, denominator)
		q.Sub(q, big.NewInt(1)).Quo(q, denominator)
		if q.Cmp(big.NewInt(limit)) > 0 {
			return -1
		}
		return q.Int64()
	}
	times := func(factors ...uint32) *big.Int {
		n := big.NewInt(1)
		for _, f := range factors {
			n.Mul(n, big.NewInt(int64(f)))
		}
		return n
	}
	counts := []int64{up(times(peak, size), times(1000, 1024, ceiling)), up(times(consumers), times(1))}
	if rate != 0 {
		counts = append(counts, up(times(peak), times(rate)))
	}
	if slices.Contains(counts, -1) {
		return -1, -1
	}
	need := slices.Max(counts)
	required = up(times(uint32(need), headroom), times(1000))
	if required < 0 {
		return -1, -1
	}
	recommended = required
	switch rounding {
	case RoundingConsumerMultiple:
		recommended = up(times(uint32(required)), times(consumers)) * int64(consumers)
	case RoundingHighlyComposite:
		recommended = -1
		for _, n := range highlyComposite {
			if n >= required {
				recommended = n
				break
			}
		}
	}
	if recommended > limit {
		recommended = -1
	}
	return required, recommended
}

func FuzzSize(f *testing.F) {
	f.Add(uint32(4_200_000), uint32(18_000), uint32(10_000), uint32(0), uint32(12), uint32(1500), uint8(0))
	f.Add(uint32(2_000_000), uint32(2_000), uint32(10_000), uint32(83_000), uint32(12), uint32(2000), uint8(2))
	f.Add(uint32(6_144_000), uint32(2_100), uint32(300), uint32(0), uint32(1), uint32(1000), uint8(1))
	f.Add(uint32(4_294_967_295), uint32(4_294_967_295), uint32(1), uint32(1), uint32(4_294_967_295), uint32(4_294_967_295), uint8(1))
	f.Fuzz(func(t *testing.T, peak, size, ceiling, rate, consumers, headroom uint32, rounding uint8) {
		in := Input{
			Profile:         Profile{thousandth(peak), thousandth(size), thousandth(ceiling), nil},
			TargetConsumers: int64(consumers),
			HeadroomFactor:  thousandth(headroom),
			Rounding:        Rounding(Roundings()[int(rounding)%len(Roundings())]),
		}
		if rate != 0 {
			in.Profile.ConsumerEventsPerSec = thousandth(rate)
		}
		s, err := Size(in)
		if peak == 0 || size == 0 || ceiling == 0 || consumers == 0 || headroom < 1000 {
			if _, ok := errors.AsType[*InputError](err); !ok {
				t.Fatalf("got %v, want an input error", err)
			}
			return
		}
		required, recommended := naive(peak, size, ceiling, rate, consumers, headroom, in.Rounding)
		if recommended < 0 {
			if _, ok := errors.AsType[*CountError](err); !ok {
				t.Fatalf("got %v, want a count error", err)
			}
			return
		}
		if err != nil || s.RequiredPartitions != required || s.RecommendedPartitions != recommended {
			t.Fatalf("got %d, %d, %v, want %d, %d", s.RequiredPartitions, s.RecommendedPartitions, err, required, recommended)
		}
		s.Explain(in.Profile, Context{Partitions: int64(rate % 100), Skew: &Skew{HottestKeyShare: thousandth(rate % 1001), PeakToMeanRatio: in.HeadroomFactor}})
	})
}
