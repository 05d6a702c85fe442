package provider_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafkatest"
)

func TestMain(m *testing.M) {
	code := kafkatest.Run(m)
	if err := plugin.remove(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = max(code, 1)
	}
	os.Exit(code)
}

// pluginBuild is the built provider that the terraform command runs.
type pluginBuild struct {
	once sync.Once
	dir  string
	err  error
}

var plugin pluginBuild

func (b *pluginBuild) folder(t *testing.T) string {
	t.Helper()
	b.once.Do(func() {
		if b.dir, b.err = os.MkdirTemp("", "capture-plugin-"); b.err != nil {
			return
		}
		cmd := exec.Command("go", "build", "-o", filepath.Join(b.dir, "terraform-provider-capture"), "../..")
		if out, err := cmd.CombinedOutput(); err != nil {
			b.err = fmt.Errorf("go build: %w\n%s", err, out)
		}
	})
	if b.err != nil {
		t.Fatal(b.err)
	}
	return b.dir
}

func (b *pluginBuild) remove() error {
	if b.dir == "" {
		return nil
	}
	return os.RemoveAll(b.dir)
}

// vars are the values of a configuration's variables.
type vars map[string]any

// workspace is a folder in which the terraform command runs with the built plugin.
type workspace struct {
	t   *testing.T
	dir string
	env []string
}

// newWorkspace copies testdata/<fixture> to a new folder. The provider finds the
// cluster in its environment.
func newWorkspace(t *testing.T, cluster *kafkatest.Cluster, fixture string) *workspace {
	t.Helper()
	w := &workspace{t: t, dir: t.TempDir()}
	if fixture != "" {
		w.add(fixture)
	}
	w.write("dev.tfrc", fmt.Sprintf("provider_installation {\n  dev_overrides { \"shelf-analytics/capture\" = %q }\n  direct {}\n}\n", plugin.folder(t)))
	for _, entry := range os.Environ() {
		if !strings.HasPrefix(entry, "TF_") && !strings.HasPrefix(entry, "KAFKA_") {
			w.env = append(w.env, entry)
		}
	}
	w.setenv("TF_CLI_CONFIG_FILE", filepath.Join(w.dir, "dev.tfrc"))
	w.setenv("TF_IN_AUTOMATION", "1")
	w.setenv("CHECKPOINT_DISABLE", "1")
	if cluster != nil {
		w.setenv("KAFKA_BOOTSTRAP_SERVERS", strings.Join(cluster.BootstrapServers(), ","))
	}
	return w
}

// add copies testdata/<fixture> to the folder too.
func (w *workspace) add(fixture string) *workspace {
	w.t.Helper()
	if err := os.CopyFS(w.dir, os.DirFS(filepath.Join("testdata", fixture))); err != nil {
		w.t.Fatal(err)
	}
	return w
}

// remove deletes a file of the configuration.
func (w *workspace) remove(name string) {
	w.t.Helper()
	if err := os.Remove(filepath.Join(w.dir, name)); err != nil {
		w.t.Fatal(err)
	}
}

func (w *workspace) setenv(name, value string) { w.env = append(w.env, name+"="+value) }

func (w *workspace) write(name, text string) {
	w.t.Helper()
	if err := os.WriteFile(filepath.Join(w.dir, name), []byte(text), 0o600); err != nil {
		w.t.Fatal(err)
	}
}

func (w *workspace) mkdir(name string) {
	w.t.Helper()
	if err := os.Mkdir(filepath.Join(w.dir, name), 0o700); err != nil {
		w.t.Fatal(err)
	}
}

// set gives the variables of the next commands their values.
func (w *workspace) set(v vars) *workspace {
	w.t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		w.t.Fatal(err)
	}
	w.write("terraform.tfvars.json", string(text))
	return w
}

// result is what a terraform command printed and its exit code.
type result struct {
	t    *testing.T
	args string
	code int
	raw  string
	// text is raw with all white space folded, so that line breaks do not count.
	text string
}

func (w *workspace) command(args ...string) *exec.Cmd {
	cmd := exec.Command("terraform", args...)
	cmd.Dir, cmd.Env = w.dir, w.env
	return cmd
}

// run runs one terraform command.
func (w *workspace) run(args ...string) result {
	w.t.Helper()
	cmd := w.command(args...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		w.t.Fatal(err)
	}
	return w.result(args, cmd.ProcessState.ExitCode(), out.String())
}

// overrides is Terraform's notice about the built plugin.
var overrides = regexp.MustCompile(`(?s)\n*Warning: Provider development overrides are in effect.*?releases\.\n`)

func (w *workspace) result(args []string, code int, out string) result {
	out = overrides.ReplaceAllString(out, "")
	return result{t: w.t, args: strings.Join(args, " "), code: code, raw: out, text: strings.Join(strings.Fields(out), " ")}
}

func (w *workspace) plan(args ...string) result {
	w.t.Helper()
	return w.run(append([]string{"plan", "-no-color", "-input=false", "-detailed-exitcode"}, args...)...)
}

func (w *workspace) apply(args ...string) result {
	w.t.Helper()
	return w.run(append([]string{"apply", "-no-color", "-input=false", "-auto-approve"}, args...)...)
}

// applied applies, and asserts that the plan after it is empty.
func (w *workspace) applied() result {
	w.t.Helper()
	r := w.apply().exits(0)
	w.unchanged()
	return r
}

// unchanged asserts an empty plan.
func (w *workspace) unchanged() result {
	w.t.Helper()
	return w.plan().exits(0).says("No changes.")
}

// exits asserts the exit code.
func (r result) exits(code int) result {
	r.t.Helper()
	if r.code != code {
		r.t.Fatalf("terraform %s: exit code %d, want %d\n%s", r.args, r.code, code, r.raw)
	}
	return r
}

// says asserts texts in the output, whatever the line breaks.
func (r result) says(texts ...string) result {
	r.t.Helper()
	for _, text := range texts {
		if !strings.Contains(r.text, strings.Join(strings.Fields(text), " ")) {
			r.t.Fatalf("terraform %s: does not say %q\n%s", r.args, text, r.raw)
		}
	}
	return r
}

// lacks asserts that the output does not hold the texts.
func (r result) lacks(texts ...string) result {
	r.t.Helper()
	for _, text := range texts {
		if strings.Contains(r.text, strings.Join(strings.Fields(text), " ")) {
			r.t.Fatalf("terraform %s: says %q\n%s", r.args, text, r.raw)
		}
	}
	return r
}

// resources are the resources and data sources of the state, by address.
func (w *workspace) resources() map[string]map[string]any {
	w.t.Helper()
	var state struct {
		Values struct {
			RootModule struct {
				Resources []struct {
					Address string
					Values  map[string]any
				}
			} `json:"root_module"`
		}
	}
	cmd := w.command("show", "-json")
	out, err := cmd.Output()
	if err != nil {
		w.t.Fatalf("terraform show: %v\n%s", err, out)
	}
	if err := json.Unmarshal(out, &state); err != nil {
		w.t.Fatalf("terraform show: %v\n%s", err, out)
	}
	all := make(map[string]map[string]any)
	for _, r := range state.Values.RootModule.Resources {
		all[r.Address] = r.Values
	}
	return all
}

// resource is one of them; nil where it is not there.
func (w *workspace) resource(address string) map[string]any {
	w.t.Helper()
	return w.resources()[address]
}

// wants asserts attributes of a resource in the state. Numbers are compared as
// their JSON text.
func (w *workspace) wants(address string, want vars) {
	w.t.Helper()
	got := w.resource(address)
	if got == nil {
		w.t.Fatalf("%s is not in the state", address)
	}
	for name, value := range want {
		a, errA := json.Marshal(got[name])
		b, errB := json.Marshal(value)
		if errA != nil || errB != nil || !bytes.Equal(a, b) {
			w.t.Errorf("%s: %s is %s, want %s", address, name, a, b)
		}
	}
}

// absent asserts that the resource is not in the state.
func (w *workspace) absent() {
	w.t.Helper()
	if got := w.resource(this); got != nil {
		w.t.Fatalf("%s is in the state: %v", this, got)
	}
}

const this = "capture_topic.this"

// profile is a throughput profile that needs n partitions at the default
// ceiling of 10 MB/s, whatever the consumers.
func profile(n int) map[string]any {
	return map[string]any{"peak_events_per_sec": 10 * n, "avg_event_size_kb": 1024}
}

// with returns the variables with some replaced.
func (v vars) with(more vars) vars {
	out := vars{}
	for name, value := range v {
		out[name] = value
	}
	for name, value := range more {
		out[name] = value
	}
	return out
}
