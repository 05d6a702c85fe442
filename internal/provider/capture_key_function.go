package provider

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/function"
)

type captureKeyFunction struct{}

var _ function.Function = (*captureKeyFunction)(nil)

func newCaptureKeyFunction() function.Function { return &captureKeyFunction{} }

func (f *captureKeyFunction) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "capture_key"
}

func (f *captureKeyFunction) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary:             "The composite key of a capture event",
		MarkdownDescription: "Joins `store_id`, `fixture_id` and any further parts with `:`, as in `store-42:fixture-317`. A part must not be empty: all records without a fixture would share one key.",
		Parameters: []function.Parameter{
			function.StringParameter{Name: "store_id", MarkdownDescription: "The store."},
			function.StringParameter{Name: "fixture_id", MarkdownDescription: "The fixture, a shelf unit in the store."},
		},
		VariadicParameter: function.StringParameter{Name: "parts", MarkdownDescription: "Further parts, for a key finer than the fixture."},
		Return:            function.StringReturn{},
	}
}

func (f *captureKeyFunction) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var store, fixture string
	var further []string
	resp.Error = req.Arguments.Get(ctx, &store, &fixture, &further)
	if resp.Error != nil {
		return
	}
	parts := append([]string{store, fixture}, further...)
	for i, part := range parts {
		if part == "" {
			name := fmt.Sprintf("parts[%d]", i-2)
			if i < 2 {
				name = []string{"store_id", "fixture_id"}[i]
			}
			resp.Error = function.NewArgumentFuncError(int64(i), name+" must not be empty: every part of the key is required")
			return
		}
	}
	resp.Error = resp.Result.Set(ctx, strings.Join(parts, defaultKeySeparator))
}
