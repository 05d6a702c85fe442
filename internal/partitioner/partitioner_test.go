package partitioner_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/shelf-analytics/terraform-provider-capture/internal/partitioner"
)

func TestNames(t *testing.T) {
	want := []string{"murmur2", "crc32", "fnv1a", "fnv1a_reference", "kafkajs_legacy", "polynomial31"}
	names := partitioner.Names()
	if !slices.Equal(names, want) {
		t.Errorf("got %v, want %v", names, want)
	}
	for _, name := range names {
		p, ok := partitioner.ByName(name)
		if !ok || p.Name() != name {
			t.Errorf("%s: got %q, %t", name, p.Name(), ok)
		}
		if p.Clients() == "" {
			t.Errorf("%s: nobody named", name)
		}
		if p.UTF8Only() != (name == "polynomial31") {
			t.Errorf("%s: UTF8Only is %t", name, p.UTF8Only())
		}
	}
	names[0] = "changed"
	if partitioner.Names()[0] != "murmur2" {
		t.Error("a caller changed the names")
	}
}

func TestByNameOfNothing(t *testing.T) {
	for _, name := range []string{"", "Murmur2", "murmur", "murmur2 "} {
		if p, ok := partitioner.ByName(name); ok {
			t.Errorf("%q gave %s", name, p.Name())
		}
	}
}

func TestDefault(t *testing.T) {
	murmur2, _ := partitioner.ByName("murmur2")
	if (partitioner.Partitioner{}) != murmur2 {
		t.Error("the zero value is not murmur2")
	}
}

// TestPolynomial31 is over code points: not over bytes, nor over UTF-16 units,
// where these keys have other digests.
func TestPolynomial31(t *testing.T) {
	tests := []struct {
		key  string
		want uint32
	}{
		{"", 0},
		{"a", 97},
		{"ab", 97*31 + 98},
		{"é", 0xe9},
		{"aé", 97*31 + 0xe9},
		{"€", 0x20ac},
		{"😀", 0x1f600},
		{"polynomial", 3215128276}, // past 2^32
	}
	p, _ := partitioner.ByName("polynomial31")
	for _, test := range tests {
		if got := p.Digest([]byte(test.key)); got != test.want {
			t.Errorf("%q: got %d, want %d", test.key, got, test.want)
		}
	}
}

// TestSigns has what clients do about a hash that is negative as a signed
// number: FNV-1a of 1468509572224 is -2^31, whose magnitude no int32 holds.
func TestSigns(t *testing.T) {
	tests := []struct {
		name, key string
		want      uint32
	}{
		{"fnv1a", "1468509572224", 1 << 31},
		{"fnv1a_reference", "1468509572224", 0},
		{"fnv1a", "", 1<<32 - 2166136261},
		{"fnv1a_reference", "", 2166136261 - 1<<31},
		{"murmur2", "21", 3321034988 - 1<<31},
		{"crc32", "21", 4252452532},
	}
	for _, test := range tests {
		p, _ := partitioner.ByName(test.name)
		if got := p.Digest([]byte(test.key)); got != test.want {
			t.Errorf("%s(%q): got %d, want %d", test.name, test.key, got, test.want)
		}
	}
}

// TestOneKeyOnePartition is what Kafka's order per key rests on: all records
// of one key go to one partition, whenever, among whichever others and from
// wherever in a buffer the key is read.
func TestOneKeyOnePartition(t *testing.T) {
	const n = 12
	for _, name := range partitioner.Names() {
		p, _ := partitioner.ByName(name)
		used := make(map[int]bool)
		for length := range 40 {
			key := []byte(fmt.Sprintf("store-%d:fixture-%d:0123456789abcdef01234567", length*7, length*13))[:length]
			want := p.Partition(key, n)
			used[want] = true
			buffer := bytes.Repeat([]byte("x"), 100)
			keys := make([][]byte, 0, 2*17)
			for offset := range 17 {
				copy(buffer[offset:], key)
				if got := p.Partition(buffer[offset:offset+length], n); got != want {
					t.Errorf("%s: %q at offset %d: partition %d, want %d", name, key, offset, got, want)
				}
				keys = append(keys, fmt.Appendf(nil, "other-%d", offset), key)
			}
			digests := make([]uint32, len(keys))
			p.Digests(keys, digests)
			for i := 1; i < len(keys); i += 2 {
				if got := int(digests[i] % n); got != want {
					t.Errorf("%s: %q as one of many: partition %d, want %d", name, key, got, want)
				}
			}
		}
		if len(used) < n/2 {
			t.Errorf("%s: 40 keys use %d of %d partitions", name, len(used), n)
		}
	}
}

func TestOnePartition(t *testing.T) {
	for _, name := range partitioner.Names() {
		p, _ := partitioner.ByName(name)
		if got := p.Partition([]byte("store-42"), 1); got != 0 {
			t.Errorf("%s: partition %d of one", name, got)
		}
	}
}
