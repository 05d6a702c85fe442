package provider

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/shelf-analytics/terraform-provider-capture/internal/sizing"
	"github.com/shelf-analytics/terraform-provider-capture/internal/skew"
)

type saltShardsFunction struct{}

var _ function.Function = (*saltShardsFunction)(nil)

func newSaltShardsFunction() function.Function { return &saltShardsFunction{} }

func (f *saltShardsFunction) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "salt_shards"
}

func (f *saltShardsFunction) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary:             "Over how many partitions a hot key has to be split",
		MarkdownDescription: "Returns ceil(share x partitions / (tolerance + share)), at least 1 and at most `partitions`: so many shards keep every partition within the tolerance where all other records are even. `hot_keys` of `capture_skew_check` uses the real background of a sample, and names suffixes that reach the shards.",
		Parameters: []function.Parameter{
			function.NumberParameter{Name: "share", MarkdownDescription: "The key's part of all records, 0 to 1."},
			function.NumberParameter{Name: "partitions", MarkdownDescription: "The partition count, 1 to 100000."},
			function.NumberParameter{Name: "tolerance", AllowNullValue: true, MarkdownDescription: "How far above the mean a partition may be, above 0; null: 0.2."},
		},
		Return: function.Int64Return{},
	}
}

func (f *saltShardsFunction) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var part, count, tolerated types.Number
	resp.Error = req.Arguments.Get(ctx, &part, &count, &tolerated)
	if resp.Error != nil {
		return
	}
	share, invalid := decimalArgument(0, "share", part)
	switch {
	case invalid != nil:
		resp.Error = invalid
		return
	case share.Sign() < 0 || share.Cmp(bound("1")) > 0:
		resp.Error = function.NewArgumentFuncError(0, fmt.Sprintf("share must be from 0 to 1, got %s", sizing.Text(share, 40)))
		return
	}
	partitions, invalid := wholeArgument(1, "partitions", count, maxPartitions)
	if invalid != nil {
		resp.Error = invalid
		return
	}
	tolerance := bound(defaultTolerance)
	if !tolerated.IsNull() {
		if tolerance, invalid = decimalArgument(2, "tolerance", tolerated); invalid != nil {
			resp.Error = invalid
			return
		}
		if tolerance.Sign() <= 0 {
			resp.Error = function.NewArgumentFuncError(2, fmt.Sprintf("tolerance must be above 0, got %s", sizing.Text(tolerance, 40)))
			return
		}
	}
	resp.Error = resp.Result.Set(ctx, skew.SaltShards(share, partitions, tolerance))
}
