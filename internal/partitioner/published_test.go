package partitioner

import "testing"

// published is a hash that somebody other than us wrote down.
type published struct {
	key  string
	hash uint32
}

// signed is a hash that its source prints as a signed number.
func signed(h int32) uint32 { return uint32(h) }

func check(t *testing.T, hash func([]byte) uint32, vectors []published) {
	t.Helper()
	for _, v := range vectors {
		if got := hash([]byte(v.key)); got != v.hash {
			t.Errorf("%q: got %d (%d), want %d", v.key, got, int32(got), v.hash)
		}
	}
}

func TestPublishedMurmur2(t *testing.T) {
	check(t, murmur2, []published{
		// Kafka: UtilsTest.testMurmur2, clients/src/test/java/org/apache/kafka/common/utils.
		{"21", signed(-973932308)},
		{"foobar", signed(-790332482)},
		{"a-little-bit-long-string", signed(-985981536)},
		{"a-little-bit-longer-string", signed(-1486304829)},
		{"lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8", signed(-58897971)},
		{"abc", 479470107},
		// librdkafka: src/rdmurmur2.c, unittest_murmur2.
		{"kafka", 0xd067cf64},
		{"giberish123456789", 0x8f552b0c},
		{"1234", 0x9fc97b14},
		{"234", 0xe7c009ca},
		{"34", 0x873930da},
		{"4", 0x5a4b5ca1},
		{"PreAmbleWillBeRemoved,ThePrePartThatIs", 0x78424f1c},
		{"reAmbleWillBeRemoved,ThePrePartThatIs", 0x4a62b377},
		{"eAmbleWillBeRemoved,ThePrePartThatIs", 0xe0e4e09e},
		{"AmbleWillBeRemoved,ThePrePartThatIs", 0x62b8b43f},
		{"", 0x106e08d9},
		// kafkajs 2: src/producer/partitioners/default/murmur2.spec.js, made with Java.
		{"0", 971027396},
		{"1", signed(-1993445489)},
		{"128", signed(-326012175)},
		{"2187", signed(-1508407203)},
		{"16384", signed(-325739742)},
		{"279936", 1462227128},
		{"4782969", signed(-1182699775)},
		{"10000000", signed(-1830336757)},
		{"170859375", signed(-1658323481)},
		{"100:48069", 1009543857},
	})
}

func TestPublishedKafkajsLegacy(t *testing.T) {
	check(t, kafkajsLegacy, []published{
		// kafkajs: src/producer/partitioners/legacy/murmur2.spec.js.
		{"0", 272173970},
		{"1", 1311020360},
		{"128", 2053105854},
		{"2187", signed(-2081355488)},
		{"16384", 204404061},
		{"78125", signed(-677491393)},
		{"279936", signed(-622460209)},
		{"823543", 651276451},
		{"2097152", 944683677},
		{"4782969", signed(-892695770)},
		{"10000000", signed(-1778616326)},
		{"19487171", signed(-518311627)},
		{"35831808", 556972389},
		{"62748517", signed(-233806557)},
		{"105413504", signed(-109398538)},
		{"170859375", 102939717},
	})
}

func TestPublishedCRC32(t *testing.T) {
	check(t, crc32, []published{
		// The check value of CRC-32/ISO-HDLC in the catalogue of CRC algorithms.
		{"123456789", 0xcbf43926},
		// librdkafka: tests/0048-partitioner.c.
		{"", 0},
		{"23456", 0xb1b451d7},
		{"this is another string with more length to it perhaps", 0xb0150df7},
		{"hejsan", 0xd077037e},
	})
}

func TestPublishedFNV1a(t *testing.T) {
	check(t, fnv1a, []published{
		// IETF draft-eastlake-fnv; Go: src/hash/fnv/fnv_test.go.
		{"", 0x811c9dc5},
		{"a", 0xe40c292c},
		{"ab", 0x4d2505ca},
		{"abc", 0x1a47e90b},
		{"foobar", 0xbf9cf968},
	})
	sarama := func(key []byte) uint32 { return absolute(fnv1a(key)) }
	check(t, sarama, []published{
		// librdkafka: src/rdfnv1a.c, unittest_fnv1a: as Sarama's HashPartitioner.
		{"kafka", 0xd33c4e1},
		{"giberish123456789", 0x77a58295},
		{"1234", 0x23bdd03},
		{"234", 0x2dea3cd2},
		{"34", 0x740fa83e},
		{"4", 0x310ca263},
		{"PreAmbleWillBeRemoved,ThePrePartThatIs", 0x65cbd69c},
		{"reAmbleWillBeRemoved,ThePrePartThatIs", 0x6e49c79a},
		{"eAmbleWillBeRemoved,ThePrePartThatIs", 0x69eed356},
		{"AmbleWillBeRemoved,ThePrePartThatIs", 0x6abcc023},
		{"", 0x7ee3623b},
	})
}

func TestPublishedPartitions(t *testing.T) {
	tests := []struct {
		name, key  string
		partitions int
		want       int
	}{
		// kafka-python: test/test_partitioner.py.
		{"murmur2", "", 1000, 681},
		{"murmur2", "a", 1000, 524},
		{"murmur2", "ab", 1000, 434},
		{"murmur2", "abc", 1000, 107},
		{"murmur2", "123456789", 1000, 566},
		{"murmur2", "\x00 ", 1000, 742},
		// kafka-go: balancer_test.go, TestHashBalancer.
		{"fnv1a", "blah", 2, 0},
		{"fnv1a", "blah", 3, 1},
		{"fnv1a", "boop", 3, 2},
		{"fnv1a", "20", 16, 1},
	}
	for _, test := range tests {
		p, _ := ByName(test.name)
		if got := p.Partition([]byte(test.key), test.partitions); got != test.want {
			t.Errorf("%s: %q among %d: got %d, want %d", test.name, test.key, test.partitions, got, test.want)
		}
	}
}
