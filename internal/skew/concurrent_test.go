package skew_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"sync"
	"testing"

	"github.com/shelf-analytics/terraform-provider-capture/internal/skew"
)

// Goroutines that add new keys all at once count what one does, with a table
// that is not yet full and with one that overflows.
func TestWorkersSideBySide(t *testing.T) {
	for _, distinct := range []int{60_000, 300_000} {
		t.Run(fmt.Sprint(distinct), func(t *testing.T) {
			keys := numbered("key-", distinct)
			o := options(t, "murmur2", 12, "0.2")
			want := check(t, o, keys, nil)
			for round := range 5 {
				census := skew.NewCensus(o)
				for pass := census.Pass(); pass != nil; pass = census.Pass() {
					var workers sync.WaitGroup
					for i, adder := range pass {
						// Each key once, whoever takes it, in an order of its own.
						part := keys[i*len(keys)/len(pass) : (i+1)*len(keys)/len(pass)]
						part = append([][]byte(nil), part...)
						r := rand.New(rand.NewPCG(uint64(round), uint64(i)))
						r.Shuffle(len(part), func(i, j int) { part[i], part[j] = part[j], part[i] })
						workers.Go(func() {
							for len(part) > 0 {
								n := min(len(part), 100)
								if err := adder.Add(part[:n], nil); err != nil {
									t.Error(err)
								}
								part = part[n:]
							}
						})
					}
					workers.Wait()
				}
				got, err := census.Result(context.Background())
				if err != nil {
					t.Fatal(err)
				}
				if !reflect.DeepEqual(got, want) {
					t.Fatalf("round %d: %d distinct keys and loads %v, want %d and %v", round, got.DistinctKeys, got.Loads, want.DistinctKeys, want.Loads)
				}
			}
		})
	}
}
