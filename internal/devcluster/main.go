// Command devcluster runs a command with an embedded Kafka cluster beside it.
//
//	devcluster [-brokers N] COMMAND [ARGUMENT...]
//
// The cluster listens on free loopback ports, holds its data in memory and ends
// with the command. The command finds it in KAFKA_BOOTSTRAP_SERVERS. The exit
// code is the command's.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"

	"github.com/twmb/franz-go/pkg/kfake"
)

func main() {
	brokers := flag.Int("brokers", 3, "number of brokers")
	flag.Parse()
	if flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "usage: devcluster [-brokers N] COMMAND [ARGUMENT...]")
		os.Exit(2)
	}
	code, err := run(*brokers, flag.Args())
	if err != nil {
		fmt.Fprintln(os.Stderr, "devcluster:", err)
	}
	os.Exit(code)
}

// run starts the cluster, runs the command, and returns its exit code.
func run(brokers int, command []string) (int, error) {
	cluster, err := kfake.NewCluster(kfake.NumBrokers(brokers), kfake.ClusterID("devcluster"))
	if err != nil {
		return 1, fmt.Errorf("the embedded cluster did not start: %w", err)
	}
	defer cluster.Close()

	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	servers := strings.Join(cluster.ListenAddrs(), ",")
	for _, entry := range os.Environ() {
		if !strings.HasPrefix(entry, "KAFKA_") { // settings of another cluster
			cmd.Env = append(cmd.Env, entry)
		}
	}
	cmd.Env = append(cmd.Env, "KAFKA_BOOTSTRAP_SERVERS="+servers)
	fmt.Fprintf(os.Stderr, "devcluster: %d brokers at %s; their topics end with the command\n", brokers, servers)
	// An interrupt reaches the command through the terminal; the cluster must
	// outlive it, so that Terraform can finish what it has begun.
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)

	if err := cmd.Start(); err != nil {
		return 1, err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for waiting := true; waiting; {
		select {
		case s := <-signals:
			if s == syscall.SIGTERM {
				err = errors.Join(err, cmd.Process.Signal(s))
			}
		case err = <-ended:
			waiting = false
		}
	}
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		return max(exit.ExitCode(), 1), nil
	case err != nil:
		return 1, err
	}
	return 0, nil
}
