package kafkatest

import (
	"fmt"
	"math/rand/v2"
	"net"
)

// freePorts finds n consecutive ports of 127.0.0.1 that can be listened on. They
// lie below the range that systems take outgoing connections from.
func freePorts(n int) (int, error) {
	const lowest, highest, tries = 20000, 31000, 100
	for range tries {
		if base := lowest + rand.IntN(highest-lowest-n); allFree(base, n) {
			return base, nil
		}
	}
	return 0, fmt.Errorf("no %d free ports in a row from %d to %d after %d tries", n, lowest, highest, tries)
}

func allFree(base, n int) bool {
	for port := base; port < base+n; port++ {
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err != nil {
			return false
		}
		defer l.Close()
	}
	return true
}
