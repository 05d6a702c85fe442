package provider_test

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/shelf-analytics/terraform-provider-capture"

// pkg is a package as go list describes it.
type pkg struct {
	ImportPath string
	Imports    []string // of the code that ships
	Deps       []string // the same, through others
}

func packages(t *testing.T) map[string]pkg {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports,Deps", module+"/...")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	all := make(map[string]pkg)
	decoder := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var p pkg
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all[p.ImportPath] = p
	}
}

// standard tells a package of the standard library: its first element has no dot.
func standard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}

// The dependency arrow: main, then provider, then the packages that it composes;
// these import none of each other, but may import the form of reports.
func TestArrow(t *testing.T) {
	const (
		internal  = module + "/internal/"
		composer  = internal + "provider"
		leaf      = internal + "markdown"
		framework = "github.com/hashicorp/terraform-plugin-"
		client    = "github.com/twmb/franz-go"
	)
	all := packages(t)
	for _, path := range []string{module, composer, internal + "kafka", internal + "keyfile", leaf, internal + "partitioner", internal + "sizing", internal + "skew"} {
		if _, there := all[path]; !there {
			t.Fatalf("go list shows no %s", path)
		}
	}
	// What runs in tests or beside the provider may use what it tests.
	beside := []string{internal + "bench", internal + "devcluster", internal + "kafkatest"}
	for path, p := range all {
		for _, imported := range p.Imports {
			switch {
			case strings.HasPrefix(imported, framework) && path != module && path != composer && path != internal+"bench":
				t.Errorf("%s imports %s: the framework belongs to main and %s", path, imported, composer)
			case strings.HasPrefix(imported, internal) && path != module && path != composer && imported != leaf && !slices.Contains(beside, path):
				t.Errorf("%s imports its sibling %s", path, imported)
			case strings.HasPrefix(imported, client) && path == composer:
				t.Errorf("%s imports %s: brokers belong to %skafka", path, imported, internal)
			case slices.Contains(beside, imported) && !slices.Contains(beside, path):
				t.Errorf("%s imports %s, which is for tests", path, imported)
			case path == module && strings.HasPrefix(imported, internal) && imported != composer:
				t.Errorf("main imports %s beside %s", imported, composer)
			}
		}
	}
	for _, pure := range []string{"live", "markdown", "partitioner", "sizing"} {
		for _, dependency := range all[internal+pure].Deps {
			if !standard(dependency) && dependency != leaf {
				t.Errorf("%s depends on %s: it is for the standard library and the form of reports alone", pure, dependency)
			}
		}
	}
	for _, dependency := range all[module].Deps {
		if slices.Contains(beside, dependency) || strings.HasPrefix(dependency, client+"/pkg/kfake") {
			t.Errorf("the provider ships %s", dependency)
		}
	}
}
