package provider_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// block is a resource's arguments as HCL expressions; an empty one leaves the
// argument out. A dotted name replaces a member of throughput_profile or skew.
type block map[string]string

// hcl is a resource with arguments that are valid but for those of the block.
func (b block) hcl(label string) string {
	arguments := block{"name": `"valid"`, "target_consumers": "1"}
	nested := map[string]block{"throughput_profile": {"peak_events_per_sec": "1", "avg_event_size_kb": "1"}}
	for name, value := range b {
		object, member, dotted := strings.Cut(name, ".")
		switch {
		case !dotted:
			arguments[name] = value
			delete(nested, name)
		case nested[object] == nil:
			nested[object] = block{member: value}
		default:
			nested[object][member] = value
		}
	}
	for object, members := range nested {
		arguments[object] = "{\n" + members.lines() + "}"
	}
	return fmt.Sprintf("resource \"capture_topic\" %q {\n%s}\n", label, arguments.lines())
}

func (b block) lines() string {
	var text strings.Builder
	for _, name := range slices.Sorted(maps.Keys(b)) {
		if b[name] != "" {
			fmt.Fprintf(&text, "%s = %s\n", name, b[name])
		}
	}
	return text.String()
}

// providerHead is the beginning of the topic fixture, up to its variables.
func providerHead(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "topic", "main.tf"))
	if err != nil {
		t.Fatal(err)
	}
	head, _, _ := strings.Cut(string(text), "variable")
	return head
}

// finding is one error of terraform validate.
type finding struct {
	Severity, Summary, Detail string
	Snippet                   struct{ Context, Code string }
}

// validated returns the errors of terraform validate by the resource's label.
func (w *workspace) validated() map[string][]finding {
	w.t.Helper()
	var report struct{ Diagnostics []finding }
	r := w.run("validate", "-json")
	if err := json.Unmarshal([]byte(r.raw), &report); err != nil {
		w.t.Fatalf("terraform validate: %v\n%s", err, r.raw)
	}
	found := make(map[string][]finding)
	for _, f := range report.Diagnostics {
		_, label, ok := strings.Cut(f.Snippet.Context, `resource "capture_topic" "`)
		if f.Severity == "error" && ok {
			label = strings.TrimSuffix(label, `"`)
			found[label] = append(found[label], f)
		} else if f.Severity == "error" {
			w.t.Errorf("an error of no resource: %+v", f)
		}
	}
	return found
}

func quoted(n int) string { return fmt.Sprintf("%q", strings.Repeat("a", n)) }

func TestValidation(t *testing.T) {
	const profileOf, skewOf = "throughput_profile.", "skew."
	accepted := []block{
		{"name": quoted(249)},
		{"name": quoted(246), "version": "1"},
		{"name": `"A.b_c-9"`, "version": "12", "rounding": `"consumer_multiple"`},
		{"name": `"_x"`, "rounding": `"highly_composite"`, "pinned_partitions": "100000"},
		{"headroom_factor": "1", "minimum_headroom_factor": "1", "pinned_partitions": "1", "rounding": `"none"`},
		{"headroom_factor": "1.2", "minimum_headroom_factor": "1.2", "replication_factor": "3"},
		{"minimum_headroom_factor": "1.5"},
		{skewOf + "peak_to_mean_ratio": "1", skewOf + "hottest_key_share": "0"},
		{skewOf + "hottest_key_share": "1"},
		{profileOf + "per_partition_ceiling_mb_s": "0.001", profileOf + "consumer_events_per_sec": "0.5"},
		{profileOf + "peak_events_per_sec": `"4200"`, "config": `{ "retention.ms" = null }`},
	}
	refused := []struct {
		set             block
		attribute, text string
	}{
		// The resulting topic name.
		{block{"name": `"a b"`}, "name", "ASCII letters, digits"},
		{block{"name": `"ä"`}, "name", "ASCII letters, digits"},
		{block{"name": `"a/b"`}, "name", "ASCII letters, digits"},
		{block{"name": `"a\n"`}, "name", "ASCII letters, digits"},
		{block{"name": `""`}, "name", "between 1 and 249"},
		{block{"name": `"."`}, "name", `none of`},
		{block{"name": `".."`}, "name", `none of`},
		{block{"name": `"__x"`}, "name", "must not begin with __"},
		{block{"name": `"__x"`, "version": "1"}, "name", "must not begin with __"},
		{block{"name": quoted(250)}, "name", "between 1 and 249"},
		{block{"name": quoted(247), "version": "1"}, "name", "250 characters; Kafka takes at most 249"},
		{block{"name": ""}, "name", "required"},
		{block{"version": "0"}, "version", "at least 1"},
		{block{"version": "-1"}, "version", "at least 1"},
		// The profile.
		{block{"throughput_profile": ""}, "throughput_profile", "required"},
		{block{"throughput_profile": "null"}, "throughput_profile", "required"},
		{block{profileOf + "peak_events_per_sec": "0"}, "peak_events_per_sec", "above 0, got 0"},
		{block{profileOf + "peak_events_per_sec": "-1"}, "peak_events_per_sec", "above 0, got -1"},
		{block{profileOf + "peak_events_per_sec": ""}, "peak_events_per_sec", "required"},
		{block{profileOf + "avg_event_size_kb": "0"}, "avg_event_size_kb", "above 0, got 0"},
		{block{profileOf + "avg_event_size_kb": "-0.5"}, "avg_event_size_kb", "above 0, got -0.5"},
		{block{profileOf + "avg_event_size_kb": ""}, "avg_event_size_kb", "required"},
		{block{profileOf + "per_partition_ceiling_mb_s": "0"}, "per_partition_ceiling_mb_s", "above 0, got 0"},
		{block{profileOf + "consumer_events_per_sec": "0"}, "consumer_events_per_sec", "above 0, got 0"},
		// The rest of the sizing.
		{block{"target_consumers": ""}, "target_consumers", "required"},
		{block{"target_consumers": "0"}, "target_consumers", "at least 1"},
		{block{"target_consumers": "1.5"}, "target_consumers", "integer"},
		{block{"headroom_factor": "0.9"}, "headroom_factor", "at least 1, got 0.9"},
		{block{"minimum_headroom_factor": "0.5"}, "minimum_headroom_factor", "at least 1, got 0.5"},
		{block{"minimum_headroom_factor": "1.6"}, "minimum_headroom_factor", "must not be above headroom_factor"},
		{block{"headroom_factor": "1.2", "minimum_headroom_factor": "1.3"}, "minimum_headroom_factor", "must not be above headroom_factor"},
		{block{"rounding": `"foo"`}, "rounding", `"none" "consumer_multiple" "highly_composite"`},
		{block{"rounding": `""`}, "rounding", "value must be one of"},
		{block{skewOf + "peak_to_mean_ratio": "0.5"}, "peak_to_mean_ratio", "at least 1, got 0.5"},
		{block{skewOf + "hottest_key_share": "1.5"}, "hottest_key_share", "at least 0 and at most 1, got 1.5"},
		{block{skewOf + "hottest_key_share": "-0.1"}, "hottest_key_share", "at least 0 and at most 1, got -0.1"},
		{block{"pinned_partitions": "0"}, "pinned_partitions", "between 1 and 100000"},
		{block{"pinned_partitions": "100001"}, "pinned_partitions", "between 1 and 100000"},
		{block{"replication_factor": "0"}, "replication_factor", "between 1 and 32767"},
		{block{"replication_factor": "-1"}, "replication_factor", "between 1 and 32767"},
		// The text is that of the timeouts library, which leaves the name to the
		// anchor; Terraform does not show the anchor of a nested attribute.
		{block{"timeouts": `{ create = "soon" }`}, "", `"soon" must be`},
		{block{"timeouts": `{ create = "0s" }`}, "timeouts", "timeouts.create must be above 0"},
		{block{"timeouts": `{ delete = "-5s" }`}, "timeouts", "timeouts.delete must be above 0"},
		// Numbers out of any measure neither hang nor crash.
		{block{profileOf + "peak_events_per_sec": "1e400"}, "peak_events_per_sec", "between 1e-30 and 1e30"},
		{block{profileOf + "peak_events_per_sec": "1e-400"}, "peak_events_per_sec", "between 1e-30 and 1e30"},
		{block{profileOf + "avg_event_size_kb": "1e400"}, "avg_event_size_kb", "between 1e-30 and 1e30"},
		{block{"headroom_factor": "1e400"}, "headroom_factor", "between 1e-30 and 1e30"},
		{block{"minimum_headroom_factor": "1e400"}, "minimum_headroom_factor", "between 1e-30 and 1e30"},
		{block{skewOf + "hottest_key_share": "1e-400"}, "hottest_key_share", "between 1e-30 and 1e30"},
		{block{"target_consumers": "1e400"}, "target_consumers", "integer"},
		{block{"pinned_partitions": "1e400"}, "pinned_partitions", "integer"},
		{block{"version": "1e400"}, "version", "integer"},
	}
	w := newWorkspace(t, nil, "")
	var text strings.Builder
	text.WriteString(providerHead(t))
	for i, set := range accepted {
		text.WriteString(set.hcl(fmt.Sprintf("accepted_%d", i)))
	}
	for i, test := range refused {
		text.WriteString(test.set.hcl(fmt.Sprintf("refused_%d", i)))
	}
	w.write("main.tf", text.String())
	found := w.validated()
	for i, set := range accepted {
		if got := found[fmt.Sprintf("accepted_%d", i)]; len(got) > 0 {
			t.Errorf("%v is refused: %+v", set, got)
		}
	}
	for i, test := range refused {
		got := found[fmt.Sprintf("refused_%d", i)]
		if len(got) == 0 {
			t.Errorf("%v is accepted", test.set)
			continue
		}
		if !slices.ContainsFunc(got, func(f finding) bool {
			said := strings.Join(strings.Fields(f.Summary+" "+f.Detail), " ")
			named := strings.HasPrefix(strings.TrimSpace(f.Snippet.Code), test.attribute) || strings.Contains(said, test.attribute)
			return strings.Contains(said, test.text) && named
		}) {
			t.Errorf("%v: want %q about %s, got %+v", test.set, test.text, test.attribute, got)
		}
		for _, f := range got {
			if strings.Contains(f.Detail, "error in the provider") || strings.Contains(f.Detail, "big.Float") {
				t.Errorf("%v: a mistake of the configuration counts as one of the provider: %s", test.set, f.Detail)
			}
		}
	}
}

// What only the whole derivation shows is refused by the plan, without a broker.
func TestValidationOfTheDerivedCount(t *testing.T) {
	for _, test := range []struct {
		name, attribute, text string
		set                   vars
	}{
		{"highly composite above its end", "rounding", "highly_composite ends at 10080", vars{"rounding": "highly_composite", "profile": profile(6721)}},
		{"more than a topic can have", "throughput_profile", "more than the 2147483647 that a topic can have", vars{"profile": map[string]any{"peak_events_per_sec": 1e29, "avg_event_size_kb": 1e29}}},
		{"more consumers than a topic can have", "target_consumers", "more than the 2147483647 that a topic can have", vars{"target_consumers": 4_000_000_000}},
		{"headroom beyond a topic", "headroom_factor", "more than the 2147483647 that a topic can have", vars{"headroom_factor": 1e29}},
		{"a consumer that handles nothing", "consumer_events_per_sec", "more than the 2147483647 that a topic can have", vars{"profile": map[string]any{"peak_events_per_sec": 1e29, "avg_event_size_kb": 1e-29, "consumer_events_per_sec": 1e-29}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := newWorkspace(t, nil, "topic")
			w.set(vars{"name": "any"}.with(test.set))
			w.plan().exits(1).says("Invalid Sizing Input", test.text, "with "+this, test.attribute)
		})
	}
	t.Run("the last highly composite number", func(t *testing.T) {
		w := newWorkspace(t, nil, "topic")
		w.set(vars{"name": "any", "rounding": "highly_composite", "profile": profile(6720), "pinned_partitions": 12})
		w.plan().exits(2).says("+ recommended_partitions = 10080")
	})
}

// The guard of an existing topic ends every refusal with the way to destroy.
func TestValidationOfTheDerivedCountOfAnExistingTopic(t *testing.T) {
	cluster := start(t)
	w := newWorkspace(t, cluster, "topic")
	base := vars{"name": cluster.TopicName("composite"), "profile": profile(1), "target_consumers": 1}
	w.set(base).applied()
	w.set(base.with(vars{"rounding": "highly_composite", "profile": profile(6721)}))
	w.plan().exits(1).says("Invalid Sizing Input", "highly_composite ends at 10080", "-destroy -refresh=false")
}
