package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/shelf-analytics/terraform-provider-capture/internal/sizing"
)

type movedKeyShareFunction struct{}

var _ function.Function = (*movedKeyShareFunction)(nil)

func newMovedKeyShareFunction() function.Function { return &movedKeyShareFunction{} }

func (f *movedKeyShareFunction) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "moved_key_share"
}

func (f *movedKeyShareFunction) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary:             "The share of keys that another partition count moves",
		MarkdownDescription: "Returns which part of all keys, 0 to 1 to 6 decimals, lands on another partition when a topic goes from one partition count to another: 1 - min/lcm. It is why a count is never changed in place: from 12 to 18 partitions two keys of three move, and lose their order.",
		Parameters: []function.Parameter{
			function.NumberParameter{Name: "from", MarkdownDescription: "The partition count before, 1 to 100000."},
			function.NumberParameter{Name: "to", MarkdownDescription: "The partition count after, 1 to 100000."},
		},
		Return: function.NumberReturn{},
	}
}

func (f *movedKeyShareFunction) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var before, after types.Number
	resp.Error = req.Arguments.Get(ctx, &before, &after)
	if resp.Error != nil {
		return
	}
	from, invalid := wholeArgument(0, "from", before, maxPartitions)
	if invalid != nil {
		resp.Error = invalid
		return
	}
	to, invalid := wholeArgument(1, "to", after, maxPartitions)
	if invalid != nil {
		resp.Error = invalid
		return
	}
	resp.Error = resp.Result.Set(ctx, rounded(sizing.MovedShare(from, to), 6))
}
