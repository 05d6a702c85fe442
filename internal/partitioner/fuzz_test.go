package partitioner_test

import (
	"bytes"
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/shelf-analytics/terraform-provider-capture/internal/partitioner"
)

// FuzzPartition checks every partitioner on any key against its oracle, and
// that nothing but the bytes of the key decides.
func FuzzPartition(f *testing.F) {
	for _, key := range []string{"", "a", "21", "abc", "1234", "12345", "1468509572224", "store-42:fixture-317", "çé:ñ", "\xff\xfe\x00\x80"} {
		f.Add([]byte(key), uint32(11), uint8(3))
	}
	f.Fuzz(func(t *testing.T, key []byte, count uint32, offset uint8) {
		if len(key) > 300 {
			t.Skip("longer than any branch of a hash needs")
		}
		n := int(count%100_000) + 1
		before := bytes.Clone(key)
		elsewhere := slices.Concat(bytes.Repeat([]byte{0xa5}, int(offset)), key, []byte{0x5a, 0x5a, 0x5a})
		moved := elsewhere[int(offset) : int(offset)+len(key)]
		for _, name := range partitioner.Names() {
			p, _ := partitioner.ByName(name)
			got := p.Partition(key, n)
			if got < 0 || got >= n {
				t.Fatalf("%s: %q among %d: partition %d", name, key, n, got)
			}
			want, err := partitionOracle(name, key, n)
			if err != nil {
				t.Fatal(err)
			}
			if got != want && (!p.UTF8Only() || utf8.Valid(key)) {
				t.Errorf("%s: %q among %d: partition %d, want %d", name, key, n, got, want)
			}
			if again := p.Partition(moved, n); again != got {
				t.Errorf("%s: %q elsewhere: partition %d, then %d", name, key, got, again)
			}
			digests := make([]uint32, 3)
			p.Digests([][]byte{key, []byte("other"), moved}, digests)
			if d := p.Digest(key); d != digests[0] || d != digests[2] || int(uint64(d)%uint64(n)) != got {
				t.Errorf("%s: %q among %d: digest %d, of many %d, partition %d", name, key, n, d, digests, got)
			}
		}
		if !bytes.Equal(key, before) {
			t.Errorf("the key changed from %q to %q", before, key)
		}
	})
}
