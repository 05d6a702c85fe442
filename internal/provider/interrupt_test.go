package provider_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafkatest"
)

// running is a terraform command whose output can be waited for.
type running struct {
	w    *workspace
	args []string
	cmd  *exec.Cmd
	done chan error

	mu      sync.Mutex
	changed chan struct{}
	out     bytes.Buffer
}

// Write takes the command's output.
func (r *running) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	close(r.changed)
	r.changed = make(chan struct{})
	return r.out.Write(p)
}

func (w *workspace) start(args ...string) *running {
	w.t.Helper()
	r := &running{w: w, args: args, cmd: w.command(args...), done: make(chan error, 1), changed: make(chan struct{})}
	r.cmd.Stdout, r.cmd.Stderr = r, r
	if err := r.cmd.Start(); err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { _ = r.cmd.Process.Kill() })
	go func() { r.done <- r.cmd.Wait() }()
	return r
}

// says waits until the command has printed the text.
func (r *running) says(text string) {
	r.w.t.Helper()
	ctx, cancel := context.WithTimeout(r.w.t.Context(), time.Minute)
	defer cancel()
	for {
		r.mu.Lock()
		said, changed := strings.Contains(r.out.String(), text), r.changed
		r.mu.Unlock()
		if said {
			return
		}
		select {
		case <-changed:
		case <-ctx.Done():
			r.w.t.Fatalf("terraform %s did not say %q:\n%s", strings.Join(r.args, " "), text, r.out.String())
		}
	}
}

func (r *running) interrupt() {
	r.w.t.Helper()
	if err := r.cmd.Process.Signal(os.Interrupt); err != nil && !errors.Is(err, os.ErrProcessDone) {
		r.w.t.Fatal(err)
	}
}

func (r *running) end() result {
	r.w.t.Helper()
	select {
	case err := <-r.done:
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			r.w.t.Fatal(err)
		}
	case <-time.After(2 * time.Minute):
		r.w.t.Fatalf("terraform %s does not end", strings.Join(r.args, " "))
	}
	return r.w.result(r.args, r.cmd.ProcessState.ExitCode(), r.out.String())
}

var applyArgs = []string{"apply", "-no-color", "-input=false", "-auto-approve"}

// An interrupt while the create is on its way: Terraform waits for the answer,
// and the topic is in the state.
func TestInterruptedCreate(t *testing.T) {
	kafkatest.NeedsKfake(t, "it holds a request back")
	cluster := startAlone(t)
	w := newWorkspace(t, cluster, "connect")
	topic := cluster.TopicName("interrupted")
	w.set(vars{"name": topic})
	arrived, release := make(chan struct{}), make(chan struct{})
	var once sync.Once
	cluster.Intercept(kmsg.CreateTopics.Int16(), func(req kmsg.Request) (kmsg.Response, error, bool) {
		if changes(req) {
			once.Do(func() {
				close(arrived)
				cluster.Kfake().SleepControl(func() { <-release })
			})
		}
		return nil, nil, false
	})
	r := w.start(applyArgs...)
	select {
	case <-arrived:
	case err := <-r.done:
		t.Fatalf("terraform apply ended without a create: %v\n%s", err, r.out.String())
	}
	r.interrupt()
	r.says("Interrupt received")
	close(release)
	r.end().lacks("panic", "crash")

	state, there := cluster.Topic(topic)
	if !there || state.Partitions != 3 {
		t.Fatalf("the topic is %+v, %v; want 3 partitions", state, there)
	}
	w.wants(this, vars{"topic": topic, "topic_id": state.ID, "partitions": 3, "established_partitions": 3})
	w.unchanged()
}

// An interrupt at any moment leaves nothing half done: the topic is in the
// state, or there is none, or the next plan says how to import it.
func TestInterruptedApply(t *testing.T) {
	cluster := startAlone(t)
	for _, moment := range []string{"Terraform will perform the following actions", this + ": Creating..."} {
		t.Run(moment, func(t *testing.T) {
			w := newWorkspace(t, cluster, "connect")
			topic := cluster.TopicName("interrupted")
			w.set(vars{"name": topic})
			r := w.start(applyArgs...)
			r.says(moment)
			r.interrupt()
			r.end().lacks("panic", "crash")

			_, there := cluster.Topic(topic)
			stored := w.resource(this) != nil
			switch {
			case stored && !there:
				t.Fatal("the state holds a topic that is not there")
			case stored:
				w.unchanged()
			case there:
				w.plan().exits(1).says("Topic Already Exists", "terraform import ADDRESS "+topic)
			default:
				w.plan().exits(2).says("1 to add")
			}
		})
	}
}
