// Package partitioner says to which partition a Kafka client sends a record,
// from the serialised bytes of its key. It computes what the clients compute,
// bit by bit; the golden vectors in testdata and the clients' own published
// vectors are its tests.
//
// Each name stands for a placement by key bytes and partition count alone.
// What clients do with records without a key, and clients that ignore the key
// (the default of segmentio kafka-go's Writer is round robin), are not here:
// neither placement follows from the key. An empty key is hashed as any other.
package partitioner

// Partitioner is one way of placing keys. Two are equal where they place every
// key alike by definition; the zero value is murmur2, the default.
type Partitioner struct {
	algorithm algorithm
}

// algorithm is an index of known.
type algorithm uint8

const (
	murmur2Algorithm algorithm = iota
	crc32Algorithm
	fnv1aAlgorithm
	fnv1aReferenceAlgorithm
	kafkajsLegacyAlgorithm
	polynomial31Algorithm
)

// known has the name of each algorithm and the clients whose default it is,
// as a phrase.
var known = [...]struct{ name, clients string }{
	murmur2Algorithm:        {"murmur2", "Java, Kafka Streams, Connect, franz-go, kafka-python, kafkajs 2"},
	crc32Algorithm:          {"crc32", "librdkafka: confluent-kafka-python, confluent-kafka-go, confluent-kafka-dotnet, rust-rdkafka, node-rdkafka"},
	fnv1aAlgorithm:          {"fnv1a", "Sarama, kafka-go Hash"},
	fnv1aReferenceAlgorithm: {"fnv1a_reference", "Sarama's reference hasher, kafka-go ReferenceHash"},
	kafkajsLegacyAlgorithm:  {"kafkajs_legacy", "kafkajs 1"},
	polynomial31Algorithm:   {"polynomial31", "nobody: a teaching hash"},
}

// Names returns the names of all partitioners, the default first.
func Names() []string {
	names := make([]string, len(known))
	for i, k := range known {
		names[i] = k.name
	}
	return names
}

// ByName returns the partitioner of a name, and whether there is one.
func ByName(name string) (Partitioner, bool) {
	for i, k := range known {
		if k.name == name {
			return Partitioner{algorithm(i)}, true
		}
	}
	return Partitioner{}, false
}

// Name returns the name, such as "murmur2".
func (p Partitioner) Name() string { return known[p.algorithm].name }

// Clients says who produces so by default, such as "kafkajs 1".
func (p Partitioner) Clients() string { return known[p.algorithm].clients }

// UTF8Only tells that only keys in UTF-8 have a defined partition. Others are
// for the caller to refuse; here each of their bad bytes counts as U+FFFD.
func (p Partitioner) UTF8Only() bool { return p.algorithm == polynomial31Algorithm }

// Partition returns the partition of a key, 0 to partitions-1. There must be
// one partition at least.
func (p Partitioner) Partition(key []byte, partitions int) int {
	return int(uint64(p.Digest(key)) % uint64(partitions))
}

// Digest returns a number whose remainder by n is the partition of the key
// among n partitions, for every n from 1 to 2^31-1: the hash of the key, with
// what the client does about negative hashes applied.
func (p Partitioner) Digest(key []byte) uint32 {
	switch p.algorithm {
	case crc32Algorithm:
		return crc32(key)
	case fnv1aAlgorithm:
		return absolute(fnv1a(key))
	case fnv1aReferenceAlgorithm:
		return fnv1a(key) & positive
	case kafkajsLegacyAlgorithm:
		return kafkajsLegacy(key) & positive
	case polynomial31Algorithm:
		return polynomial31(key)
	default:
		return murmur2(key) & positive
	}
}

// Digests stores the digest of every key in into, which must be as long as
// keys. It is for many keys: the choice of the hash is made once.
func (p Partitioner) Digests(keys [][]byte, into []uint32) {
	into = into[:len(keys)]
	switch p.algorithm {
	case crc32Algorithm:
		for i, key := range keys {
			into[i] = crc32(key)
		}
	case fnv1aAlgorithm:
		for i, key := range keys {
			into[i] = absolute(fnv1a(key))
		}
	case fnv1aReferenceAlgorithm:
		for i, key := range keys {
			into[i] = fnv1a(key) & positive
		}
	case kafkajsLegacyAlgorithm:
		for i, key := range keys {
			into[i] = kafkajsLegacy(key) & positive
		}
	case polynomial31Algorithm:
		for i, key := range keys {
			into[i] = polynomial31(key)
		}
	default:
		for i, key := range keys {
			into[i] = murmur2(key) & positive
		}
	}
}

// positive masks the sign bit off a hash, as Kafka's Utils.toPositive does
// (clients/src/main/java/org/apache/kafka/common/utils/Utils.java). It is not
// the absolute value.
const positive = 0x7fffffff
