package skew_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/big"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/shelf-analytics/terraform-provider-capture/internal/skew"
)

// sample is a set of keys with counts, skewed by chance.
type sample struct {
	keys   [][]byte
	counts []int64
}

func randomSample(r *rand.Rand) sample {
	var s sample
	for i := range 1 + r.IntN(3000) {
		s.keys = append(s.keys, []byte(fmt.Sprintf("key-%d", i)))
		s.counts = append(s.counts, 1+int64(math.Pow(10, 3*r.Float64())))
	}
	for range r.IntN(4) {
		s.counts[r.IntN(len(s.counts))] *= 1 + r.Int64N(2000)
	}
	return s
}

func (s sample) shuffled(r *rand.Rand) sample {
	shuffled := sample{slices.Clone(s.keys), slices.Clone(s.counts)}
	r.Shuffle(len(s.keys), func(i, j int) {
		shuffled.keys[i], shuffled.keys[j] = shuffled.keys[j], shuffled.keys[i]
		shuffled.counts[i], shuffled.counts[j] = shuffled.counts[j], shuffled.counts[i]
	})
	return shuffled
}

// split has each count in two parts, the second at the end.
func (s sample) split(r *rand.Rand) sample {
	parts := sample{slices.Clone(s.keys), slices.Clone(s.counts)}
	for i, count := range s.counts {
		if count > 1 {
			part := 1 + r.Int64N(count-1)
			parts.keys = append(parts.keys, s.keys[i])
			parts.counts = append(parts.counts, part)
			parts.counts[i] -= part
		}
	}
	return parts
}

func (s sample) scaled(by int64) sample {
	scaled := sample{keys: s.keys}
	for _, count := range s.counts {
		scaled.counts = append(scaled.counts, count*by)
	}
	return scaled
}

func randomOptions(t *testing.T, r *rand.Rand) skew.Options {
	names := []string{"murmur2", "crc32", "fnv1a", "fnv1a_reference", "kafkajs_legacy", "polynomial31"}
	o := options(t, names[r.IntN(len(names))], 1+r.IntN(60), []string{"0.05", "0.2", "1/3", "1.5"}[r.IntN(4)])
	o.Compare = []int{1 + r.IntN(60), 1 + r.IntN(2000)}
	return o
}

func TestLoadsSumToRecords(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 30 {
		s := randomSample(r)
		result := check(t, randomOptions(t, r), s.keys, s.counts)
		var records, distinct, all int64
		for _, load := range result.Loads {
			records += load.Records
			distinct += load.DistinctKeys
		}
		for _, count := range s.counts {
			all += count
		}
		if records != all || result.Records != all || distinct != int64(len(s.keys)) || result.DistinctKeys != distinct {
			t.Fatalf("%d records in the loads, %d in all, want %d; %d and %d distinct keys, want %d", records, result.Records, all, distinct, result.DistinctKeys, len(s.keys))
		}
	}
}

// What is the same for every order, every split, and every scale of the counts.
func TestOrderSplitAndScaleChangeNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for range 30 {
		s := randomSample(r)
		o := randomOptions(t, r)
		want := check(t, o, s.keys, s.counts)
		for name, other := range map[string]sample{"order": s.shuffled(r), "split": s.split(r)} {
			if got := check(t, o, other.keys, other.counts); !reflect.DeepEqual(got, want) {
				t.Fatalf("%s: got %+v, want %+v", name, got, want)
			}
		}
		scaled := s.scaled(1000)
		got := check(t, o, scaled.keys, scaled.counts)
		if got.PeakToMeanRatio.Cmp(want.PeakToMeanRatio) != 0 || got.EffectiveKeys.Cmp(want.EffectiveKeys) != 0 || got.SaltedRatio.Cmp(want.SaltedRatio) != 0 {
			t.Fatalf("scaled: ratio %s, effective keys %s, want %s, %s", got.PeakToMeanRatio, got.EffectiveKeys, want.PeakToMeanRatio, want.EffectiveKeys)
		}
		for p, load := range got.Loads {
			if load.Hot != want.Loads[p].Hot || load.Cause != want.Loads[p].Cause {
				t.Fatalf("scaled: partition %d is %+v, was %+v", p, load, want.Loads[p])
			}
		}
	}
}

// The loads of a comparison are those of a check at that count.
func TestComparison(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 20 {
		s := randomSample(r)
		o := randomOptions(t, r)
		result := check(t, o, s.keys, s.counts)
		for i, n := range o.Compare {
			alone := o
			alone.Partitions, alone.Compare = n, nil
			want := check(t, alone, s.keys, s.counts)
			got := result.Comparison[i]
			if got.Partitions != n || got.PeakToMeanRatio.Cmp(want.PeakToMeanRatio) != 0 || got.HotPartitionCount != want.HotPartitionCount {
				t.Fatalf("%+v, want ratio %s and %d hot", got, want.PeakToMeanRatio, want.HotPartitionCount)
			}
		}
	}
}

// Every targeted suffix lands where it is meant to, and splitting the hot keys
// that way gives the salted ratio.
func TestSaltedKeysLandAsPlanned(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	salted := 0
	for range 60 {
		s := randomSample(r)
		o := randomOptions(t, r)
		result := check(t, o, s.keys, s.counts)
		loads := make([]*big.Rat, o.Partitions)
		for p := range loads {
			loads[p] = new(big.Rat).SetInt64(result.Loads[p].Records)
		}
		for _, key := range result.HotKeys {
			if key.Shards == 1 {
				continue
			}
			salted++
			if len(key.Suffixes) != key.Shards {
				t.Fatalf("%d suffixes for %d shards", len(key.Suffixes), key.Shards)
			}
			loads[key.Partition].Sub(loads[key.Partition], new(big.Rat).SetInt64(key.Records))
			for _, suffix := range key.Suffixes {
				p := int(o.Digester.Digest(fmt.Appendf(nil, "%s#%d", key.Key, suffix))) % o.Partitions
				loads[p].Add(loads[p], big.NewRat(key.Records, int64(key.Shards)))
			}
		}
		most := slices.MaxFunc(loads, func(a, b *big.Rat) int { return a.Cmp(b) })
		if ratio := most.Quo(most, result.MeanPerPartition); ratio.Cmp(result.SaltedRatio) != 0 {
			t.Fatalf("salted as planned the ratio is %s, want %s", ratio, result.SaltedRatio)
		}
	}
	if salted < 20 {
		t.Fatalf("only %d hot keys were salted", salted)
	}
}

// many are more distinct keys than are counted exactly, with hot ones among
// them: one of 10%, one of 1%, one just over and one of exactly 1/4096.
func many(r *rand.Rand, hot map[string]int64) sample {
	var s sample
	total := int64(4096 * 80)
	for key, count := range hot {
		s.keys = append(s.keys, []byte(key))
		s.counts = append(s.counts, count)
		total -= count
	}
	for i := range total {
		s.keys = append(s.keys, []byte(fmt.Sprintf("light-%d", i)))
		s.counts = append(s.counts, 1)
	}
	return s.shuffled(r)
}

func TestBeyondTheTable(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	long := strings.Repeat("long", 300)
	hot := map[string]int64{"ten percent": 32768, long: 3277, "over": 81, "exactly": 80}
	s := many(r, hot)
	for _, partitions := range []int{5000, 900} {
		o := options(t, "murmur2", partitions, "0.2")
		want := check(t, o, s.keys, s.counts)
		if want.DistinctExact {
			t.Fatal("the distinct keys are exact")
		}
		if off := math.Abs(float64(want.DistinctKeys)/float64(len(s.keys)) - 1); off > 0.05 {
			t.Errorf("%d distinct keys of %d", want.DistinctKeys, len(s.keys))
		}
		found := make(map[string]int64)
		for _, key := range want.HotKeys {
			found[string(key.Key)] = key.Records
		}
		expected := maps.Clone(hot)
		delete(expected, "exactly")
		if !maps.Equal(found, expected) {
			t.Errorf("hot keys %v", found)
		}
		if share := big.NewRat(32768, 4096*80); want.HottestKeyShare.Cmp(share) != 0 || want.HottestKeyShareBound {
			t.Errorf("hottest key share %s, want %s", want.HottestKeyShare, share)
		}
		// 1/(0.1^2 + 0.01^2 + ...), little more.
		if effective, _ := want.EffectiveKeys.Float64(); math.Abs(effective-99.0) > 0.2 {
			t.Errorf("%.2f effective keys", effective)
		}
		if known := want.Loads[0].DistinctKeys >= 0; known != (partitions <= 1024) {
			t.Errorf("distinct keys of a partition: %d", want.Loads[0].DistinctKeys)
		}
		other := s.shuffled(r).split(r)
		if got := check(t, o, other.keys, other.counts); !reflect.DeepEqual(got, want) {
			t.Error("another order gives another result")
		}
	}
}

// Without any key over 1/4096 there is nothing to recount, and the hottest
// key's share is the bound.
func TestBeyondTheTableFlat(t *testing.T) {
	s := many(rand.New(rand.NewPCG(6, 6)), nil)
	o := options(t, "crc32", 12, "0.2")
	census := skew.NewCensus(o)
	if err := census.Pass()[0].Add(s.keys, nil); err != nil {
		t.Fatal(err)
	}
	if census.Pass() != nil {
		t.Error("a second pass over a flat key")
	}
	result, err := census.Result(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if result.Verdict != skew.Balanced || len(result.HotKeys) != 0 || !result.HottestKeyShareBound || result.HottestKeyShare.Cmp(big.NewRat(1, 4096)) != 0 {
		t.Errorf("%+v", result)
	}
	for _, load := range result.Loads {
		if want := float64(load.Records); math.Abs(float64(load.DistinctKeys)-want) > 0.06*want {
			t.Errorf("%d distinct keys of %d", load.DistinctKeys, load.Records)
		}
	}
}

func TestChangedBetweenPasses(t *testing.T) {
	for name, change := range map[string]func(pass int, s sample) sample{
		"recount": func(pass int, s sample) sample {
			if pass == 1 {
				s.counts = s.counts[1:]
				s.keys = s.keys[1:]
			}
			return s
		},
		"recall": func(pass int, s sample) sample {
			if pass == 2 {
				s.keys = slices.Clone(s.keys)
				for i, key := range s.keys {
					if len(key) > 1024 {
						s.keys[i] = key[1:]
					}
				}
			}
			return s
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := many(rand.New(rand.NewPCG(7, 7)), map[string]int64{strings.Repeat("long", 1000): 3277})
			census := skew.NewCensus(options(t, "murmur2", 5000, "0.2"))
			passes := 0
			for pass := census.Pass(); pass != nil; pass = census.Pass() {
				given := change(passes, s)
				if err := pass[0].Add(given.keys, given.counts); err != nil {
					t.Fatal(err)
				}
				passes++
			}
			if _, err := census.Result(context.Background()); !errors.Is(err, skew.ErrChanged) {
				t.Errorf("after %d passes: %v", passes, err)
			}
		})
	}
}

func TestNoKeys(t *testing.T) {
	if _, err := run(options(t, "murmur2", 12, "0.2"), nil, nil); !errors.Is(err, skew.ErrNoKeys) {
		t.Errorf("error %v", err)
	}
}
