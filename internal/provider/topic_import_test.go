package provider_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafkatest"
)

func (w *workspace) imports(id string) result {
	w.t.Helper()
	return w.run("import", "-no-color", "-input=false", this, id)
}

// importBlock adds an import block to the configuration.
func (w *workspace) importBlock(id string) {
	w.t.Helper()
	w.write("import.tf", "import {\n  to = capture_topic.this\n  id = \""+id+"\"\n}\n")
}

// foreign starts a topic that the second client created.
func foreign(t *testing.T, partitions int, config map[string]string) (*kafkatest.Cluster, *workspace, vars, kafkatest.TopicState) {
	t.Helper()
	cluster := startAlone(t)
	name := cluster.TopicName("orders")
	cluster.CreateTopic(name, partitions, 1, config)
	base := vars{"name": name, "profile": profile(12)}
	return cluster, newWorkspace(t, cluster, "topic").set(base), base, live(t, cluster, name, partitions)
}

func TestImportByCommand(t *testing.T) {
	config := map[string]string{"retention.ms": "86400000", "cleanup.policy": "compact"}
	cluster, w, base, was := foreign(t, 18, config)
	name := base["name"].(string)
	w.set(base.with(vars{"config": config}))
	mark := cluster.Mark()
	w.imports(name).exits(0).says("Import successful!")
	w.wants(this, vars{
		"name": name, "version": nil, "topic": name, "topic_id": was.ID, "partitions": 18, "established_partitions": nil,
		"replication_factor": 1, "config": config, "deletion_protection": true, "pinned_partitions": nil, "sizing": nil,
	})
	w.plan().exits(2).says("will be updated in-place", "+ established_partitions = 18", "0 to add, 1 to change, 0 to destroy").
		lacks("Warning: ", "~ partitions", "~ config", "~ deletion_protection", "~ topic")
	w.applied().says("0 added, 1 changed, 0 destroyed")
	wantWrites(t, cluster, mark)
	w.wants(this, vars{"partitions": 18, "established_partitions": 18, "config": config, "deletion_protection": true, "topic_id": was.ID})
	wantConfig(t, cluster, name, config)
	untouched(t, cluster, name, was)
	// From here on it is protected like any other.
	w.destroy().exits(1).says("Topic Destroy Refused")
}

func TestImportByBlock(t *testing.T) {
	cluster, w, base, was := foreign(t, 18, nil)
	name := base["name"].(string)
	w.importBlock(name)
	mark := cluster.Mark()
	w.plan().exits(2).says("will be updated in-place", "(imported from \""+name+"\")", "1 to import, 0 to add, 1 to change, 0 to destroy",
		"+ established_partitions = 18").lacks("Warning: ")
	w.applied().says("1 imported, 0 added, 1 changed, 0 destroyed")
	wantWrites(t, cluster, mark)
	w.wants(this, vars{"topic": name, "topic_id": was.ID, "partitions": 18, "established_partitions": 18, "config": nil, "deletion_protection": true})
	untouched(t, cluster, name, was)
	w.remove("import.tf")
	w.unchanged()
}

func TestImportOfAVersion(t *testing.T) {
	for _, c := range []struct{ split, block bool }{{false, false}, {true, false}, {false, true}, {true, true}} {
		cluster := startAlone(t)
		w := newWorkspace(t, cluster, "topic")
		name := cluster.TopicName("orders")
		topic := name + ".v3"
		cluster.CreateTopic(topic, 18, 1, nil)
		was := live(t, cluster, topic, 18)
		v := vars{"name": topic}
		if c.split {
			v = vars{"name": name, "topic_version": 3}
		}
		w.set(v)
		if c.block {
			w.importBlock(topic)
		} else {
			w.imports(topic).exits(0)
			w.wants(this, vars{"topic": topic, "topic_id": was.ID})
		}
		mark := cluster.Mark()
		w.plan().exits(2).says("will be updated in-place", "0 to add, 1 to change, 0 to destroy").lacks("must be replaced", "Warning: ")
		w.applied()
		wantWrites(t, cluster, mark)
		w.wants(this, vars{"name": v["name"], "version": v["topic_version"], "topic": topic, "topic_id": was.ID, "established_partitions": 18})
		untouched(t, cluster, topic, was)
	}
}

func TestImportAdoptsTheRequiredCount(t *testing.T) {
	for _, partitions := range []int{21, 24} { // required, and recommended as a multiple of 12 consumers
		cluster, w, base, was := foreign(t, partitions, nil)
		name := base["name"].(string)
		w.set(base.with(vars{"profile": profile(14), "rounding": "consumer_multiple"}))
		w.imports(name).exits(0)
		mark := cluster.Mark()
		w.plan().exits(2).lacks("Warning: ", "Error: ")
		w.applied().says("1 changed")
		wantWrites(t, cluster, mark)
		w.wants(this, vars{"partitions": partitions, "established_partitions": partitions})
		untouched(t, cluster, name, was)
	}
}

func TestImportOfAnotherCountNeedsAPin(t *testing.T) {
	for _, block := range []bool{false, true} {
		for _, partitions := range []int{3, 20} {
			cluster, w, base, was := foreign(t, partitions, nil)
			name := base["name"].(string)
			if block {
				w.importBlock(name)
			} else {
				w.imports(name).exits(0)
			}
			mark := cluster.Mark()
			refused := w.plan().exits(1).says("Adopted Topic Differs From The Derived Count", "recommend 18 partitions", "Topic: "+name, "-destroy -refresh=false")
			pin := regexp.MustCompile(`(?m)^\s*pinned_partitions = (\d+)$`).FindStringSubmatch(refused.raw)
			if pin == nil || pin[1] != strconv.Itoa(partitions) {
				t.Fatalf("no line that adopts %d partitions: %q\n%s", partitions, pin, refused.raw)
			}
			w.apply().exits(1).says("Adopted Topic Differs From The Derived Count")
			// The line, to the letter.
			w.write("pin_override.tf", "resource \"capture_topic\" \"this\" {\n"+pin[0]+"\n}\n")
			w.applied()
			wantWrites(t, cluster, mark)
			w.wants(this, vars{"partitions": partitions, "established_partitions": partitions, "pinned_partitions": partitions})
			untouched(t, cluster, name, was)
		}
	}
}

func TestImportWithAWrongPin(t *testing.T) {
	cluster, w, base, was := foreign(t, 20, nil)
	w.imports(base["name"].(string)).exits(0)
	w.set(base.with(vars{"pinned_partitions": 18})).plan().exits(1).says("Pinned Partitions Differ From The Live Topic", "pinned_partitions = 20")
	w.set(base.with(vars{"pinned_partitions": 20})).applied()
	untouched(t, cluster, base["name"].(string), was)
}

func TestImportOfNoTopicName(t *testing.T) {
	cluster := startAlone(t)
	w := newWorkspace(t, cluster, "topic").set(vars{"name": cluster.TopicName("orders")})
	for _, id := range []string{"bad name!", "orders/v2", strings.Repeat("x", 250)} {
		w.imports(id).exits(1).says("Invalid Import ID", "such as orders.v2", "Import ID: ")
	}
}

func TestImportOfAMissingTopic(t *testing.T) {
	cluster := startAlone(t)
	w := newWorkspace(t, cluster, "topic")
	name := cluster.TopicName("orders")
	w.set(vars{"name": name})
	w.imports(name).exits(1).says("Topic Not Found", "Topic: "+name)
	w.absent()
	w.importBlock(name)
	w.plan().exits(1).says("Topic Not Found", "Topic: "+name)
	w.apply().exits(1).says("Topic Not Found")
	if _, there := cluster.Topic(name); there {
		t.Fatal("the import created the topic")
	}
}

// printed cuts what stands between two texts out of the output.
func (r result) printed(from, to string) string {
	r.t.Helper()
	_, text, found := strings.Cut(r.raw, from)
	text, _, ended := strings.Cut(text, to)
	if !found || !ended {
		r.t.Fatalf("nothing between %q and %q in\n%s", from, to, r.raw)
	}
	return text
}

func TestImportAsPrinted(t *testing.T) {
	cluster, w, base, was := foreign(t, 18, nil)
	name := base["name"].(string)
	refused := w.plan().exits(1).says("Topic Already Exists", "Topic: "+name)
	command := strings.ReplaceAll(refused.printed("\n  terraform ", "\n"), "ADDRESS", this)
	w.run(strings.Fields(command)...).exits(0)
	w.applied().says("1 changed")
	w.wants(this, vars{"topic_id": was.ID, "established_partitions": 18})

	w2 := newWorkspace(t, cluster, "topic").set(base)
	w2.write("import.tf", strings.ReplaceAll("import {"+refused.printed("\n  import {", "\n  }\n"), "ADDRESS", this)+"\n}\n")
	w2.applied().says("1 imported, 0 added, 1 changed")
	w2.wants(this, vars{"topic_id": was.ID, "established_partitions": 18})
	untouched(t, cluster, name, was)
}

func TestImportGeneratesConfig(t *testing.T) {
	config := map[string]string{"retention.ms": "86400000", "cleanup.policy": "compact"}
	cluster, w, base, was := foreign(t, 18, config)
	name := base["name"].(string)
	w.removeBlock()
	w.importBlock(name)
	w.plan("-generate-config-out=generated.tf").exits(1).says("throughput_profile")
	text, err := os.ReadFile(filepath.Join(w.dir, "generated.tf"))
	if err != nil {
		t.Fatal(err)
	}
	hcl := string(text)
	for _, line := range []string{
		`resource "capture_topic" "this" \{`, `name += "` + name + `"`, `"?retention\.ms"? += "86400000"`, `"?cleanup\.policy"? += "compact"`,
		`deletion_protection += true`, `throughput_profile += null.*`, `target_consumers += null.*`,
	} {
		if !regexp.MustCompile(`(?m)^\s*` + line + `$`).MatchString(hcl) {
			t.Errorf("the generated configuration has no line %s:\n%s", line, hcl)
		}
	}
	w.plan().exits(1).says("throughput_profile", "target_consumers")
	hcl = regexp.MustCompile(`throughput_profile += null.*`).ReplaceAllString(hcl, "throughput_profile = { peak_events_per_sec = 4200, avg_event_size_kb = 18 }")
	hcl = regexp.MustCompile(`target_consumers += null.*`).ReplaceAllString(hcl, "target_consumers = 12")
	w.write("generated.tf", hcl)
	mark := cluster.Mark()
	w.plan().exits(2).says("1 to import, 0 to add, 1 to change, 0 to destroy").lacks("Warning: Config Keys Released")
	w.applied()
	wantWrites(t, cluster, mark)
	w.wants(this, vars{"config": config, "established_partitions": 18, "topic_id": was.ID})
	wantConfig(t, cluster, name, config)
	untouched(t, cluster, name, was)
}
