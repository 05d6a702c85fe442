package provider_test

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
)

// outputs writes a configuration whose outputs are the expressions, by name.
func (w *workspace) outputs(expressions map[string]string) {
	w.t.Helper()
	text := providerHead(w.t)
	for name, expression := range expressions {
		text += fmt.Sprintf("output %q {\n  value = %s\n}\n", name, strings.ReplaceAll(expression, "::", "provider::capture::"))
	}
	w.write("main.tf", text)
}

// values are all outputs of the state.
func (w *workspace) values() map[string]any {
	w.t.Helper()
	text, err := w.command("output", "-json").Output()
	if err != nil {
		w.t.Fatalf("terraform output: %v", err)
	}
	var outputs map[string]struct{ Value any }
	if err := json.Unmarshal(text, &outputs); err != nil {
		w.t.Fatal(err)
	}
	values := make(map[string]any)
	for name, output := range outputs {
		values[name] = output.Value
	}
	return values
}

func TestFunctions(t *testing.T) {
	t.Parallel()
	calls := map[string]struct {
		call string
		want any
	}{
		"partition":              {`::partition_for("store-42:fixture-317", 12, "murmur2")`, 8.0},
		"partition_default":      {`::partition_for("store-42:fixture-317", 12, null)`, 8.0},
		"partition_of_one":       {`::partition_for("anything", 1, "crc32")`, 0.0},
		"key":                    {`::capture_key("store-42", "fixture-317")`, "store-42:fixture-317"},
		"key_of_more":            {`::capture_key("1", "2", "shelf-3", "left")`, "1:2:shelf-3:left"},
		"topic":                  {`::topic_name("orders", 2)`, "orders.v2"},
		"topic_without_version":  {`::topic_name("orders", null)`, "orders"},
		"topic_of_249":           {`length(::topic_name(join("", [for i in range(246) : "a"]), 1))`, 249.0},
		"moved_not_at_all":       {`::moved_key_share(12, 12)`, 0.0},
		"moved_down":             {`::moved_key_share(18, 12)`, 0.666667},
		"shards":                 {`::salt_shards(0.4, 12, 0.2)`, 8.0},
		"shards_default":         {`::salt_shards(0.4, 12, null)`, 8.0},
		"shards_of_noise":        {`::salt_shards(0.1 + 0.3, 12, 0.1 * 2)`, 8.0}, // 4.8/0.6 exactly, although 0.1 x 2 has noise
		"shards_at_least_one":    {`::salt_shards(0, 12, 0.2)`, 1.0},
		"shards_at_most_as_many": {`::salt_shards(1, 12, 0.0001)`, 12.0},
		"agrees_with_the_topic":  {`::partition_for(::capture_key("store-42", "fixture-317"), 12, "murmur2")`, 8.0},
	}
	var moved []struct {
		From, To int
		Share    float64 `json:"moved_share"`
	}
	readJSON(t, "../sizing/testdata/moved_share.json", &moved)
	for i, golden := range moved {
		calls[fmt.Sprintf("moved_%d", i)] = struct {
			call string
			want any
		}{fmt.Sprintf("::moved_key_share(%d, %d)", golden.From, golden.To), golden.Share}
	}
	var placed []struct {
		Key       *string
		Partition map[string]map[string]int
	}
	readJSON(t, "../partitioner/testdata/partitioners.json", &placed)
	for i, golden := range placed {
		for name, partitions := range golden.Partition {
			if golden.Key == nil || i%6 != 0 {
				continue // each has a test in package partitioner
			}
			calls[fmt.Sprintf("placed_%d_%s", i, name)] = struct {
				call string
				want any
			}{fmt.Sprintf("::partition_for(jsondecode(%q), 360, %q)", jsonText(t, *golden.Key), name), float64(partitions["360"])}
		}
	}
	expressions := map[string]string{}
	for name, call := range calls {
		expressions[name] = call.call
	}
	w := newWorkspace(t, nil, "")
	w.outputs(expressions)
	w.applied()
	got := w.values()
	for name, call := range calls {
		if !reflect.DeepEqual(got[name], call.want) {
			t.Errorf("%s: %s is %v, want %v", name, call.call, got[name], call.want)
		}
	}
}

func readJSON(t *testing.T, path string, into any) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatal(err)
	}
}

func jsonText(t *testing.T, value string) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A call with an unknown argument is unknown, and known at apply.
func TestFunctionsUnknown(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, nil, "")
	w.outputs(map[string]string{
		"partition": `::partition_for(terraform_data.unknown.output, 12, null)`,
		"key":       `::capture_key("store-42", terraform_data.unknown.output)`,
		"more":      `::capture_key("store-42", "fixture-1", terraform_data.unknown.output)`,
		"topic":     `::topic_name(terraform_data.unknown.output, 2)`,
		"moved":     `::moved_key_share(length(terraform_data.unknown.output), 12)`,
		"shards":    `::salt_shards(0.4, length(terraform_data.unknown.output), null)`,
	})
	w.write("unknown.tf", "resource \"terraform_data\" \"unknown\" {\n  input = \"fixture-317\"\n}\n")
	plan := w.plan().exits(2)
	for _, name := range []string{"partition", "key", "more", "topic", "moved", "shards"} {
		if !strings.Contains(plan.text, "+ "+name+" = (known after apply)") {
			t.Errorf("%s is known in the plan\n%s", name, plan.raw)
		}
	}
	w.applied()
	if got := w.values(); got["key"] != "store-42:fixture-317" || got["topic"] != "fixture-317.v2" || got["moved"] != 0.916667 {
		t.Errorf("outputs %v", got)
	}
}

func TestFunctionsInvalid(t *testing.T) {
	t.Parallel()
	calls := map[string]struct{ call, says string }{
		"partition_key":     {`::partition_for(null, 12, null)`, `Invalid value for "key" parameter: argument must not be null`},
		"partition_none":    {`::partition_for("a", 0, null)`, "partitions must be from 1 to 100000, got 0"},
		"partition_many":    {`::partition_for("a", 100001, null)`, "partitions must be from 1 to 100000, got 100001"},
		"partition_half":    {`::partition_for("a", 1.5, null)`, "partitions must be an integer, got 1.5"},
		"partition_name":    {`::partition_for("a", 12, "murmur3")`, `partitioner must be one of murmur2, crc32, fnv1a, fnv1a_reference, kafkajs_legacy, polynomial31, got "murmur3"`},
		"key_store":         {`::capture_key("", "1")`, "store_id must not be empty"},
		"key_fixture":       {`::capture_key("1", "")`, "fixture_id must not be empty"},
		"key_part":          {`::capture_key("1", "2", "3", "")`, "parts[1] must not be empty"},
		"key_null":          {`::capture_key("1", null)`, `Invalid value for "fixture_id" parameter: argument must not be null`},
		"topic_version":     {`::topic_name("orders", 0)`, "version must be from 1 to"},
		"topic_half":        {`::topic_name("orders", 1.5)`, "version must be an integer, got 1.5"},
		"topic_characters":  {`::topic_name("or ders", 1)`, `got "or ders"`},
		"topic_internal":    {`::topic_name("__orders", 1)`, `got "__orders"`},
		"topic_dots":        {`::topic_name("..", 1)`, `got ".."`},
		"topic_empty":       {`::topic_name("", 1)`, `got ""`},
		"topic_long":        {`::topic_name(join("", [for i in range(247) : "a"]), 1)`, "has 250 characters; Kafka takes at most 249"},
		"moved_from":        {`::moved_key_share(0, 12)`, "from must be from 1 to 100000, got 0"},
		"moved_to":          {`::moved_key_share(12, -1)`, "to must be from 1 to 100000, got -1"},
		"moved_null":        {`::moved_key_share(null, 12)`, `Invalid value for "from" parameter: argument must not be null`},
		"shards_share":      {`::salt_shards(1.1, 12, null)`, "share must be from 0 to 1, got 1.1"},
		"shards_negative":   {`::salt_shards(-0.1, 12, null)`, "share must be from 0 to 1, got -0.1"},
		"shards_partitions": {`::salt_shards(0.4, 0, null)`, "partitions must be from 1 to 100000, got 0"},
		"shards_tolerance":  {`::salt_shards(0.4, 12, 0)`, "tolerance must be above 0, got 0"},
		"shards_tiny":       {`::salt_shards(1e-400, 12, 0.2)`, "between 1e-30 and 1e30"},
	}
	expressions := map[string]string{}
	for name, call := range calls {
		expressions[name] = call.call
	}
	w := newWorkspace(t, nil, "")
	w.outputs(expressions)
	r := w.plan().exits(1)
	for _, call := range calls {
		r.says(call.says)
	}
	if got := strings.Count(r.text, "Error: "); got != len(calls) {
		t.Errorf("%d errors of %d calls\n%s", got, len(calls), r.raw)
	}
	r.lacks("panic", "big.Float", "error in the provider")
}
