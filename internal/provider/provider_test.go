package provider_test

import (
	"encoding/json"
	"fmt"
	"testing"

	frameworkdatasource "github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/function"
	frameworkprovider "github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	frameworkresource "github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/shelf-analytics/terraform-provider-capture/internal/provider"
)

func TestSchemaOfTheServer(t *testing.T) {
	server, err := providerserver.NewProtocol6WithError(provider.New("test")())()
	if err != nil {
		t.Fatal(err)
	}
	resp, err := server.GetProviderSchema(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range resp.Diagnostics {
		t.Errorf("%s: %s", d.Summary, d.Detail)
	}
	if resp.Provider == nil || resp.ResourceSchemas["capture_topic"] == nil || resp.Functions["size_partitions"] == nil {
		t.Errorf("the schema lacks the provider, capture_topic or size_partitions: %v, %v", resp.ResourceSchemas, resp.Functions)
	}
}

// Every schema passes the framework's own checks of defaults, names and nesting.
func TestSchemaImplementations(t *testing.T) {
	ctx := t.Context()
	p := provider.New("test")()
	var schema frameworkprovider.SchemaResponse
	p.Schema(ctx, frameworkprovider.SchemaRequest{}, &schema)
	schema.Diagnostics.Append(schema.Schema.ValidateImplementation(ctx)...)
	for _, d := range schema.Diagnostics {
		t.Errorf("provider: %s: %s", d.Summary(), d.Detail())
	}
	resources := p.Resources(ctx)
	if len(resources) == 0 {
		t.Error("no resources")
	}
	for _, create := range resources {
		var resp frameworkresource.SchemaResponse
		create().Schema(ctx, frameworkresource.SchemaRequest{}, &resp)
		resp.Diagnostics.Append(resp.Schema.ValidateImplementation(ctx)...)
		for _, d := range resp.Diagnostics {
			t.Errorf("resource: %s: %s", d.Summary(), d.Detail())
		}
	}
	for _, create := range p.DataSources(ctx) {
		var resp frameworkdatasource.SchemaResponse
		create().Schema(ctx, frameworkdatasource.SchemaRequest{}, &resp)
		resp.Diagnostics.Append(resp.Schema.ValidateImplementation(ctx)...)
		for _, d := range resp.Diagnostics {
			t.Errorf("data source: %s: %s", d.Summary(), d.Detail())
		}
	}
	functions, ok := p.(frameworkprovider.ProviderWithFunctions)
	if !ok {
		t.Fatal("the provider has no functions")
	}
	for _, create := range functions.Functions(ctx) {
		var resp function.DefinitionResponse
		create().Definition(ctx, function.DefinitionRequest{}, &resp)
		checked := function.DefinitionValidateResponse{}
		resp.Definition.ValidateImplementation(ctx, function.DefinitionValidateRequest{}, &checked)
		resp.Diagnostics.Append(checked.Diagnostics...)
		for _, d := range resp.Diagnostics {
			t.Errorf("function: %s: %s", d.Summary(), d.Detail())
		}
	}
}

// attribute is one attribute as terraform providers schema prints it.
type attribute struct {
	Description string
	Sensitive   bool
	NestedType  *struct{ Attributes map[string]attribute } `json:"nested_type"`
}

type schemaBlock struct {
	Description string
	Attributes  map[string]attribute
	BlockTypes  map[string]json.RawMessage `json:"block_types"`
}

func TestSchemaDescriptions(t *testing.T) {
	w := newWorkspace(t, nil, "topic")
	r := w.run("providers", "schema", "-json").exits(0)
	var report struct {
		Schemas map[string]struct {
			Provider    struct{ Block schemaBlock }
			Resources   map[string]struct{ Block schemaBlock } `json:"resource_schemas"`
			DataSources map[string]struct{ Block schemaBlock } `json:"data_source_schemas"`
			Functions   map[string]struct {
				Summary, Description string
				Parameters           []struct{ Name, Description string }
			}
		} `json:"provider_schemas"`
	}
	if err := json.Unmarshal([]byte(r.raw), &report); err != nil {
		t.Fatalf("%v\n%s", err, r.raw)
	}
	ours, ok := report.Schemas[provider.Address]
	if !ok {
		t.Fatalf("no schema of %s", provider.Address)
	}
	check := func(where string, b schemaBlock) {
		if b.Description == "" {
			t.Errorf("%s has no description", where)
		}
		if len(b.BlockTypes) > 0 {
			t.Errorf("%s has blocks; nested attributes take their place", where)
		}
		described(t, where, b.Attributes)
	}
	check("provider", ours.Provider.Block)
	for name, schema := range ours.Resources {
		check(name, schema.Block)
	}
	for name, schema := range ours.DataSources {
		check(name, schema.Block)
	}
	for name, f := range ours.Functions {
		if f.Summary == "" || f.Description == "" {
			t.Errorf("%s has no summary or description", name)
		}
		for _, parameter := range f.Parameters {
			if parameter.Description == "" {
				t.Errorf("%s: parameter %s has no description", name, parameter.Name)
			}
		}
	}
	connection := ours.Provider.Block.Attributes
	for object, members := range map[string][]string{"sasl": {"password"}, "tls": {"client_key", "client_key_passphrase"}} {
		for _, member := range members {
			if nested := connection[object].NestedType; nested == nil || !nested.Attributes[member].Sensitive {
				t.Errorf("%s.%s is not sensitive", object, member)
			}
		}
	}
	if _, there := ours.Resources["capture_topic"].Block.Attributes["id"]; there {
		t.Error("capture_topic has an id")
	}
}

// described asserts a description of every attribute, nested ones too.
func described(t *testing.T, where string, attributes map[string]attribute) {
	t.Helper()
	if len(attributes) == 0 {
		t.Errorf("%s has no attributes", where)
	}
	for name, a := range attributes {
		at := fmt.Sprintf("%s.%s", where, name)
		if a.Description == "" {
			t.Errorf("%s has no description", at)
		}
		if a.NestedType != nil {
			described(t, at, a.NestedType.Attributes)
		}
	}
}
