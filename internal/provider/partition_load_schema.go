package provider

import (
	"time"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

const (
	defaultLoadWindow = 10 * time.Second
	leastLoadWindow   = time.Second
	mostLoadWindow    = 10 * time.Minute
)

func partitionLoadSchema() schema.Schema {
	integer := func(text string) schema.Attribute {
		return schema.Int64Attribute{Computed: true, MarkdownDescription: text}
	}
	number := func(text string) schema.Attribute {
		return schema.NumberAttribute{Computed: true, MarkdownDescription: text}
	}
	text := func(text string) schema.Attribute {
		return schema.StringAttribute{Computed: true, MarkdownDescription: text}
	}
	return schema.Schema{
		MarkdownDescription: "Observes for a while how many records each partition of a topic takes, and says whether the load is even. " +
			"It compares the ends of the logs at the beginning and at the end of the window, and reads no record; a plan takes that long. " +
			"What arrives counts, whether or not it is committed: records of open and aborted transactions do, and so does the marker that ends a transaction, one in each partition that it wrote to. Compaction and retention change nothing. " +
			"A measured load differs from plan to plan: assert on it in a `check` that the data block stands beside, not in, and let no output or resource take its numbers.\n\n" +
			"The statistics are for records that are placed one by one, as keys are. Records without a key go to one partition a batch at a time (KIP-480, KIP-794), so that a short window may call an even load skewed: take a longer one there.",
		Attributes: map[string]schema.Attribute{
			"topic": schema.StringAttribute{
				Required:            true,
				Validators:          []validator.String{stringvalidator.LengthBetween(1, maxTopicName)},
				MarkdownDescription: "The Kafka topic name, such as `orders.v2`. A topic that is not there is an error, and so is one that is recreated or gets partitions while it is observed.",
			},
			"window": schema.StringAttribute{
				Optional:            true,
				Validators:          []validator.String{durationValidator{least: leastLoadWindow, most: mostLoadWindow}},
				MarkdownDescription: "How long to observe, `1s` to `10m`. Default: `10s`.",
			},
			"tolerance": schema.NumberAttribute{
				Optional:            true,
				Validators:          []validator.Number{decimalValidator{above: "0"}},
				MarkdownDescription: "How far above the mean a partition may be before it counts as hot, above 0. Default: 0.2, which is 20%.",
			},
			"partitions": schema.ListNestedAttribute{
				Computed:            true,
				MarkdownDescription: "The partitions, in the order of their numbers.",
				NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
					"partition":       integer("The partition's number, from 0."),
					"records_per_sec": number("Records a second that arrived, over the time that really passed between the two readings, to 3 decimals."),
					"share":           number("Its part of all records that arrived, 0 to 1, to 6 decimals. Null where none did."),
					"bytes":           integer("The size of the leader's log in bytes at the end of the window, as stored (compressed, one replica). Null where it is not known; without the right Describe on the cluster it is null everywhere, with a warning."),
				}},
			},
			"mean_records_per_sec": number("Records a second that a partition took on average, to 3 decimals. Where the verdict is `skewed`, no partition need be near it: size by the fullest."),
			"peak_to_mean_ratio":   number("Records of the fullest partition over the mean, to 3 decimals. Null where no record arrived."),
			"hot_partitions": schema.ListAttribute{
				Computed: true, ElementType: types.Int64Type,
				MarkdownDescription: "The numbers of the partitions that are hot: above the mean x (1 + `tolerance`). The fullest first; empty unless the verdict is `skewed`.",
			},
			"balanced":         schema.BoolAttribute{Computed: true, MarkdownDescription: "Whether no partition is hot. Null where the verdict is `idle` or `insufficient_sample`."},
			"records_observed": integer("Records that arrived in the window, on all partitions together."),
			"noise_floor":      number("How far above the mean chance alone lifts the fullest of evenly loaded partitions, 19 times of 20 at most, for this many records, to 4 decimals: 0.05 is 5%. Null where no record arrived."),
			"minimum_sample":   integer("Records at which the noise floor is as low as `tolerance`; at most 2^63 - 1."),
			"verdict": text("`idle`: no record arrived. `insufficient_sample`: fewer than `minimum_sample` did, and chance can explain or hide a hot partition. " +
				"`balanced`: no partition is hot. `skewed`: some are; with fewer than `minimum_sample` records only where chance would put as many on the fullest partition in less than one case of 20, even if that were meant to have 1 + `tolerance` times the mean. A single partition is balanced."),
			"report": text("All of it in Markdown, for a pull request; under 60 lines."),
		},
	}
}
