package skew

import "math/big"

// Verdict is what a sample of keys says about the load of the partitions.
type Verdict string

const (
	// Balanced says that no partition is hot, and the sample is large enough to say so.
	Balanced Verdict = "balanced"
	// InsufficientSample says that noise alone explains what is seen, or could hide more.
	InsufficientSample Verdict = "insufficient_sample"
	// KeySkew says that every hot partition is hot because of heavy keys on it.
	KeySkew Verdict = "key_skew"
	// PartitionSkew says that no hot partition is hot because of heavy keys.
	PartitionSkew Verdict = "partition_skew"
	// Mixed says that both causes occur.
	Mixed Verdict = "mixed"
)

// Cause is why a partition is hot.
type Cause string

const (
	// CauseKey says that without the heavy keys on it it would not be hot.
	CauseKey Cause = "key"
	// CausePartition says that it would be hot without them too.
	CausePartition Cause = "partition"
)

// Result is what a pass over sampled keys found, at one partition count. No
// number in it is rounded.
type Result struct {
	Partitions int
	// Tolerance is how far above the mean a partition may be; 0.2 is 20%.
	Tolerance *big.Rat
	// Records counts the records with a key.
	Records int64
	// DistinctKeys is an estimate with a standard error of 1.7% or better
	// where DistinctExact is false.
	DistinctKeys  int64
	DistinctExact bool
	// MeanPerPartition is Records over Partitions.
	MeanPerPartition *big.Rat
	// PeakToMeanRatio is the records of the fullest partition over the mean.
	PeakToMeanRatio *big.Rat
	// HottestPartition is the fullest; the lowest of equals.
	HottestPartition int
	// HottestKeyShare is the share of all records that the most frequent key
	// has, 0 to 1. Where HottestKeyShareBound is true no key has more than
	// 1/4096, and it is that bound.
	HottestKeyShare      *big.Rat
	HottestKeyShareBound bool
	// Loads has every partition, by number.
	Loads []Load
	// HotPartitionCount counts the loads that are hot.
	HotPartitionCount int
	Verdict           Verdict
	// TooFewKeys: so few keys explain the hot partitions that no heavy key
	// explains; another count or hash would not help.
	TooFewKeys bool
	// NoiseFloor is how far above the mean the fullest partition of a flat key
	// is, 19 times of 20 at most, for this many records.
	NoiseFloor float64
	// MinimumSample is the number of records whose noise floor is the tolerance.
	MinimumSample int64
	// EffectiveKeys is one over the sum of squared key shares: so many keys of
	// equal share spread as unevenly. An upper bound where DistinctExact is false.
	EffectiveKeys *big.Rat
	// ExpectedRatio is the peak-to-mean ratio that a good hash is expected to
	// give for that many effective keys.
	ExpectedRatio float64
	// HotKeys has all heavy keys, the heaviest first, equals by key bytes.
	HotKeys []HotKey
	// SaltedRatio is the peak-to-mean ratio once every hot key is salted as
	// HotKeys says.
	SaltedRatio *big.Rat
	// Comparison has the other partition counts, in the order asked for.
	Comparison []Comparison
}

// IsBalanced tells that no partition is hot.
func (r *Result) IsBalanced() bool { return r.HotPartitionCount == 0 }

// HottestShare is the share of all records on the fullest partition, 0 to 1.
func (r *Result) HottestShare() *big.Rat {
	return big.NewRat(r.Loads[r.HottestPartition].Records, r.Records)
}

// Load is one partition's part.
type Load struct {
	Records int64
	// DistinctKeys is -1 where it is not known.
	DistinctKeys int64
	Hot          bool
	// Cause is empty where the partition is not hot.
	Cause Cause
}

// HotKey is a heavy key and what salting it takes.
type HotKey struct {
	Key     []byte
	Records int64
	// Share of all records, 0 to 1.
	Share *big.Rat
	// Partition is where the key lands unsalted.
	Partition int
	// Shards is the number of partitions that it takes; 1: it stays as it is.
	Shards int
	// Suffixes are the numbers i for which key + "#" + i lands on the chosen
	// partitions, in the order chosen. Empty where Shards is 1, or where
	// SuffixesMissing is true: no suffix was found for some partition, or the
	// hot keys together would need more of them than are listed.
	Suffixes        []int64
	SuffixesMissing bool
}

// Comparison is what the same keys do on another partition count.
type Comparison struct {
	Partitions        int
	PeakToMeanRatio   *big.Rat
	HotPartitionCount int
}
