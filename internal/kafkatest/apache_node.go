package kafkatest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/twmb/franz-go/pkg/kgo"
)

// apacheNode is one broker and controller.
type apacheNode struct {
	id      int
	dir     string
	base    int      // the first of its ports, one for each of the listeners
	java    []string // the command with its options and class path
	process *process
	killed  bool // by a test
	log     requestLog
	probes  map[listener]*kgo.Client // connected to this node alone
}

// address is where a listener of the node listens.
func (n *apacheNode) address(l listener) string {
	return fmt.Sprintf("127.0.0.1:%d", n.base+slices.Index(listeners, l))
}

// javaCommand is the command of a node's processes without the class to run.
func javaCommand(libs string, heapMiB int) ([]string, error) {
	path, err := exec.LookPath("java")
	if home := os.Getenv("JAVA_HOME"); home != "" {
		path, err = exec.LookPath(filepath.Join(home, "bin", "java"))
	}
	if err != nil {
		return nil, fmt.Errorf("starting Apache Kafka needs Java 17 or later, on PATH or in JAVA_HOME: %w", err)
	}
	return []string{
		path, fmt.Sprintf("-Xmx%dm", heapMiB), "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
		"-cp", filepath.Join(libs, "*"),
	}, nil
}

func (n *apacheNode) command(args ...string) *exec.Cmd {
	args = append(append([]string{"-Dlog4j2.configurationFile=file:" + n.file(loggingFile)}, n.java[1:]...), args...)
	return exec.Command(n.java[0], args...)
}

// format gives the node's data folder the cluster's id and the SCRAM users.
func (n *apacheNode) format(clusterID string) error {
	args := []string{"kafka.tools.StorageTool", "format", "--cluster-id", clusterID, "--config", n.file(propertiesFile)}
	for _, mechanism := range []string{"SCRAM-SHA-256", "SCRAM-SHA-512"} {
		for user, password := range map[string]string{AdminUser: AdminPassword, ReaderUser: ReaderPassword} {
			args = append(args, "--add-scram", fmt.Sprintf("%s=[name=%s,password=%s]", mechanism, user, password))
		}
	}
	cmd := n.command(args...)
	var output bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, &output
	p, err := startProcess(cmd)
	if err != nil {
		return err
	}
	<-p.ended
	if !cmd.ProcessState.Success() {
		return fmt.Errorf("format node %d: %s\n%s", n.id, cmd.ProcessState, tail(output.String()))
	}
	return nil
}

// start runs the node on the data it has.
func (n *apacheNode) start() error {
	output, err := os.OpenFile(n.file(nodeLogFile), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer output.Close() // the child has its own
	cmd := n.command("kafka.Kafka", n.file(propertiesFile))
	cmd.Stdout, cmd.Stderr = output, output
	n.process, err = startProcess(cmd)
	n.killed = false
	return err
}

// ready waits until the node shows that many live brokers.
func (n *apacheNode) ready(ctx context.Context, brokers int) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-n.process.ended:
			cancel()
		case <-ctx.Done():
		}
	}()
	probe, err := n.probe(plaintext)
	if err != nil {
		return err
	}
	err = poll(ctx, func() error {
		live, err := liveNodes(ctx, probe.SeedBrokers()[0])
		if err == nil && len(live) != brokers {
			err = fmt.Errorf("shows the brokers %v, want %d", live, brokers)
		}
		return err
	})
	if err != nil && !n.process.running() {
		err = errors.New("ended")
	}
	if err != nil {
		text, _ := os.ReadFile(n.file(nodeLogFile))
		return fmt.Errorf("node %d is not ready: %w\n%s", n.id, err, tail(string(text)))
	}
	return nil
}

// tail is the last 20 lines of a log.
func tail(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(0, len(lines)-20):], "\n")
}
