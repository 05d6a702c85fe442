package provider

import "sync"

// readsAtOnce is how many topics or groups are read at the same time.
const readsAtOnce = 8

// sideBySide does something for each of n, a few at the same time, and returns
// once all are done.
func sideBySide(n int, do func(i int)) {
	var group sync.WaitGroup
	free := make(chan struct{}, readsAtOnce)
	for i := range n {
		group.Go(func() {
			free <- struct{}{}
			defer func() { <-free }()
			do(i)
		})
	}
	group.Wait()
}
