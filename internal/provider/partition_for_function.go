package provider

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/shelf-analytics/terraform-provider-capture/internal/partitioner"
)

type partitionForFunction struct{}

var _ function.Function = (*partitionForFunction)(nil)

func newPartitionForFunction() function.Function { return &partitionForFunction{} }

func (f *partitionForFunction) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "partition_for"
}

func (f *partitionForFunction) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary:             "The partition that a producer puts a key on",
		MarkdownDescription: "Returns the partition, from 0, of a key among so many partitions, for the client that produces it. The partitioners and their clients are on the page of `capture_skew_check`. An empty key is hashed, as the Java client does; other clients spread it.",
		Parameters: []function.Parameter{
			function.StringParameter{Name: "key", MarkdownDescription: "The key, as the text whose UTF-8 bytes are serialised."},
			function.NumberParameter{Name: "partitions", MarkdownDescription: "The partition count, 1 to 100000."},
			function.StringParameter{Name: "partitioner", AllowNullValue: true, MarkdownDescription: "`murmur2`, `crc32`, `fnv1a`, `fnv1a_reference`, `kafkajs_legacy` or `polynomial31`; null: `murmur2`."},
		},
		Return: function.Int64Return{},
	}
}

func (f *partitionForFunction) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var key, name types.String
	var count types.Number
	resp.Error = req.Arguments.Get(ctx, &key, &count, &name)
	if resp.Error != nil {
		return
	}
	partitions, invalid := wholeArgument(1, "partitions", count, maxPartitions)
	if invalid != nil {
		resp.Error = invalid
		return
	}
	placing := partitioner.Names()[0]
	if !name.IsNull() {
		placing = name.ValueString()
	}
	p, ok := partitioner.ByName(placing)
	if !ok {
		resp.Error = function.NewArgumentFuncError(2, fmt.Sprintf("partitioner must be one of %s, got %q", strings.Join(partitioner.Names(), ", "), placing))
		return
	}
	resp.Error = resp.Result.Set(ctx, int64(p.Partition([]byte(key.ValueString()), int(partitions))))
}
