package provider_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/function"
	frameworkprovider "github.com/hashicorp/terraform-plugin-framework/provider"

	"github.com/shelf-analytics/terraform-provider-capture/internal/provider"
)

// sizingRules are the files of the example.
var sizingRules = []string{"main.tf", "sizing.tftest.hcl"}

// A team's rules hold without a broker, and a run says which of them does not.
func TestExampleSizingRules(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, nil, "")
	for _, name := range sizingRules {
		w.write(name, example(t, "sizing-rules/"+name))
	}
	w.run("test", "-no-color").exits(0).says("Success! 7 passed, 0 failed.")

	// The rule that the example shows as a comment, and a weaker one in the module.
	rules := example(t, "sizing-rules/sizing.tftest.hcl")
	shown, rest, found := strings.Cut(rules, "  # assert {\n")
	block, after, ended := strings.Cut(rest, "  # }\n")
	if !found || !ended {
		t.Fatal("the example shows no failing rule")
	}
	w.write("sizing.tftest.hcl", shown+"  assert {\n"+strings.ReplaceAll(block, "  # ", "  ")+"  }\n"+after)
	module := example(t, "sizing-rules/main.tf")
	weaker := strings.Replace(module, "busiest_consumer_factor <= 1.5", "busiest_consumer_factor <= 2", 1)
	if weaker == module {
		t.Fatal("the module has no rule for the busiest consumer")
	}
	w.write("main.tf", weaker)
	w.run("test", "-no-color").exits(1).says(
		`run "story_needs_18_partitions"... fail`, "The topic gets 18 partitions; the team allows 12.",
		`run "thin_headroom_is_uneven"... fail`, "Missing expected failure",
		"Failure! ", " 2 failed")
}

// Each function is shown by an example, which its page has word by word.
func TestEveryFunctionHasAnExample(t *testing.T) {
	functions, ok := provider.New("test")().(frameworkprovider.ProviderWithFunctions)
	if !ok {
		t.Fatal("the provider has no functions")
	}
	for _, create := range functions.Functions(t.Context()) {
		var resp function.MetadataResponse
		create().Metadata(t.Context(), function.MetadataRequest{}, &resp)
		text := example(t, "functions/"+resp.Name+"/function.tf")
		if !strings.Contains(text, "provider::capture::"+resp.Name+"(") {
			t.Errorf("the example of %s does not call it", resp.Name)
		}
		page, err := os.ReadFile(filepath.Join("..", "..", "docs", "functions", resp.Name+".md"))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(page), strings.TrimSpace(text)) {
			t.Errorf("the page of %s does not show its example", resp.Name)
		}
	}
}
