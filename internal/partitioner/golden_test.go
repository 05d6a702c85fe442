package partitioner

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"strconv"
	"testing"
)

// vector is a key of testdata/partitioners.json with its hashes, and its
// partitions by partitioner and count.
type vector struct {
	KeyHex        string                    `json:"key_hex"`
	Murmur2       uint32                    `json:"murmur2"`
	CRC32         uint32                    `json:"crc32"`
	FNV1a         uint32                    `json:"fnv1a"`
	KafkajsLegacy uint32                    `json:"kafkajs_legacy"`
	Partition     map[string]map[string]int `json:"partition"`
}

func golden(t *testing.T) map[string]vector {
	t.Helper()
	text, err := os.ReadFile("testdata/partitioners.json")
	if err != nil {
		t.Fatal(err)
	}
	var list []vector
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	byKey := make(map[string]vector)
	for _, v := range list {
		key, err := hex.DecodeString(v.KeyHex)
		if err != nil {
			t.Fatal(err)
		}
		byKey[string(key)] = v
	}
	if len(byKey) != 53 {
		t.Fatalf("%d golden keys, want 53", len(byKey))
	}
	return byKey
}

func TestGoldenHashes(t *testing.T) {
	for key, v := range golden(t) {
		hashes := []struct {
			name string
			hash func([]byte) uint32
			want uint32
		}{
			{"murmur2", murmur2, v.Murmur2},
			{"crc32", crc32, v.CRC32},
			{"fnv1a", fnv1a, v.FNV1a},
			{"kafkajs_legacy", kafkajsLegacy, v.KafkajsLegacy},
		}
		for _, h := range hashes {
			if got := h.hash([]byte(key)); got != h.want {
				t.Errorf("%s(%q) = %d, want %d", h.name, key, got, h.want)
			}
		}
	}
}

func TestGoldenPartitions(t *testing.T) {
	tested := make(map[string]int)
	for key, v := range golden(t) {
		for name, byCount := range v.Partition {
			p, ok := ByName(name)
			if !ok {
				t.Fatalf("no partitioner %q", name)
			}
			for count, want := range byCount {
				n, err := strconv.Atoi(count)
				if err != nil {
					t.Fatal(err)
				}
				tested[name]++
				if got := p.Partition([]byte(key), n); got != want {
					t.Errorf("%s: %q among %d: partition %d, want %d", name, key, n, got, want)
				}
			}
		}
	}
	for _, name := range Names() {
		want := 53 * 18
		if name == "polynomial31" {
			want = 47 * 18 // the keys of text
		}
		if tested[name] != want {
			t.Errorf("%s: %d golden partitions, want %d", name, tested[name], want)
		}
	}
}
