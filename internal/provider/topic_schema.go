package provider

import (
	"context"
	"math/big"
	"regexp"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/numberdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/shelf-analytics/terraform-provider-capture/internal/sizing"
)

const (
	defaultHeadroomFactor = "1.5"
	defaultCeiling        = "10"

	defaultCreateTimeout = 2 * time.Minute
	defaultReadTimeout   = 2 * time.Minute
	defaultUpdateTimeout = 60 * time.Minute
	defaultDeleteTimeout = 5 * time.Minute
)

func topicSchema(ctx context.Context) schema.Schema {
	positive := []validator.Number{decimalValidator{above: "0"}}
	return schema.Schema{
		MarkdownDescription: "A Kafka topic whose partition count is derived from a measured throughput profile. " +
			"The count is decided once, when the topic is created: no plan ever changes the count of an existing topic, because that re-maps keys and breaks the order per key. Growth is a new version of the topic beside the old one.\n\n" +
			"Sizes are binary: KB is 1024 bytes, MB is 1024 KB.",
		Attributes: map[string]schema.Attribute{
			"name": schema.StringAttribute{
				Required: true,
				Validators: []validator.String{
					stringvalidator.LengthBetween(1, maxTopicName),
					stringvalidator.RegexMatches(regexp.MustCompile(`^[a-zA-Z0-9._-]*$`), "may hold only ASCII letters, digits, '.', '_' and '-'"),
					stringvalidator.NoneOf(".", ".."),
					notInternal{},
				},
				MarkdownDescription: "Name of the topic, or with `version` its first part. The resulting topic name has 1 to 249 characters of `[a-zA-Z0-9._-]`. A change of the resulting name replaces the topic, which `deletion_protection` refuses.",
			},
			"version": schema.Int64Attribute{
				CustomType:          wholeNumberType{},
				Optional:            true,
				Validators:          []validator.Int64{int64validator.AtLeast(1)},
				MarkdownDescription: "Version of the topic, at least 1: the topic is `<name>.v<version>`. Without it the topic is `name`.",
			},
			"throughput_profile": schema.SingleNestedAttribute{
				Required:            true,
				MarkdownDescription: "The measured load that the topic must carry.",
				Attributes: map[string]schema.Attribute{
					"peak_events_per_sec":        schema.NumberAttribute{Required: true, Validators: positive, MarkdownDescription: "Events per second at the peak, measured; not an average. Above 0."},
					"avg_event_size_kb":          schema.NumberAttribute{Required: true, Validators: positive, MarkdownDescription: "Mean size of an event in KB (1024 bytes). Above 0."},
					"per_partition_ceiling_mb_s": schema.NumberAttribute{Optional: true, Computed: true, Default: numberdefault.StaticBigFloat(literal(defaultCeiling)), Validators: positive, MarkdownDescription: "What one partition with its consumer sustains, in MB/s (1024 KB). Above 0. Default: 10."},
					"consumer_events_per_sec":    schema.NumberAttribute{Optional: true, Validators: positive, MarkdownDescription: "Events per second that one consumer handles. Above 0. Without it the consumers' rate does not size the topic."},
				},
			},
			"target_consumers": schema.Int64Attribute{
				CustomType:          wholeNumberType{},
				Required:            true,
				Validators:          []validator.Int64{int64validator.AtLeast(1)},
				MarkdownDescription: "The most consumers of one group that should work at once, at least 1.",
			},
			"headroom_factor": schema.NumberAttribute{
				Optional: true, Computed: true,
				Default:             numberdefault.StaticBigFloat(literal(defaultHeadroomFactor)),
				Validators:          []validator.Number{decimalValidator{least: "1"}},
				MarkdownDescription: "Room to grow: the need is multiplied by it. At least 1. Default: 1.5.",
			},
			"minimum_headroom_factor": schema.NumberAttribute{
				Optional:            true,
				Validators:          []validator.Number{decimalValidator{least: "1"}},
				MarkdownDescription: "How far growth may eat into the headroom before a new version is demanded, from 1 to `headroom_factor`. Without it any count below the required one is refused.",
			},
			"rounding": schema.StringAttribute{
				Optional: true, Computed: true,
				Default:             stringdefault.StaticString(string(sizing.RoundingNone)),
				Validators:          []validator.String{stringvalidator.OneOf(sizing.Roundings()...)},
				MarkdownDescription: "What the required count is rounded up to: `none` (default), `consumer_multiple` (a multiple of `target_consumers`, so that all consumers own the same number) or `highly_composite` (1 2 4 6 12 24 36 48 60 120 ... 10080, which many consumer counts divide).",
			},
			"skew": schema.SingleNestedAttribute{
				Optional:            true,
				MarkdownDescription: "How unevenly the keys load the partitions, as measured; meant to be taken from `capture_skew_check`. It never changes the count: it warns where the hottest partition is above the ceiling, and refuses a create where one key is more than a partition or a consumer carries.",
				Attributes: map[string]schema.Attribute{
					"peak_to_mean_ratio": schema.NumberAttribute{Optional: true, Validators: []validator.Number{decimalValidator{least: "1"}}, MarkdownDescription: "Records of the fullest partition over the mean of all. At least 1."},
					"hottest_key_share":  schema.NumberAttribute{Optional: true, Validators: []validator.Number{decimalValidator{least: "0", most: "1"}}, MarkdownDescription: "The heaviest key's part of all records, 0 to 1."},
				},
			},
			"pinned_partitions": schema.Int64Attribute{
				CustomType:          wholeNumberType{},
				Optional:            true,
				Validators:          []validator.Int64{int64validator.Between(1, 100_000)},
				MarkdownDescription: "A count set by hand, 1 to 100000, in place of the derived one: for co-partitioned joins, adopted topics and accepted drift. On an existing topic it must equal the live count.",
			},
			"replication_factor": schema.Int64Attribute{
				CustomType: wholeNumberType{},
				Optional:   true, Computed: true,
				Validators:          []validator.Int64{int64validator.Between(1, 32_767)},
				MarkdownDescription: "Replicas of each partition. Default: the broker's. In state it is the smallest over the partitions. It cannot be changed on an existing topic in this release.",
			},
			"config": schema.MapAttribute{
				ElementType: types.StringType, Optional: true,
				MarkdownDescription: "Topic configs to manage, such as `retention.ms`. Only these keys are managed: a key taken out is reset to its default, other keys are neither shown nor touched, and a null value is as if left out. Values compare as the broker reads them.",
			},
			"deletion_protection": schema.BoolAttribute{
				Optional: true, Computed: true,
				Default:             booldefault.StaticBool(true),
				MarkdownDescription: "While true, every plan that destroys or replaces the topic is refused. Default: true. To delete a topic, apply `false` first.",
			},
			"timeouts":               timeoutsAttribute(ctx),
			"topic":                  schema.StringAttribute{Computed: true, MarkdownDescription: "The Kafka topic name, and the import ID."},
			"topic_id":               schema.StringAttribute{Computed: true, MarkdownDescription: "Kafka's topic UUID in Kafka's own base64url text. Null where the broker has no topic IDs."},
			"partitions":             schema.Int64Attribute{Computed: true, MarkdownDescription: "The live partition count."},
			"established_partitions": schema.Int64Attribute{Computed: true, MarkdownDescription: "The count that this resource created, adopted or acknowledged. A refresh never changes it, so that a count changed outside Terraform shows."},
			"sizing": schema.SingleNestedAttribute{
				Computed:            true,
				MarkdownDescription: "The derivation of the count. It is computed anew only where an input or the live count changes.",
				Attributes:          sizingAttributes(),
			},
		},
	}
}

// timeoutsAttribute is the library's, with a description, which it has no option for.
func timeoutsAttribute(ctx context.Context) schema.Attribute {
	attribute := timeouts.Attributes(ctx, timeouts.Opts{
		Create: true, Read: true, Update: true, Delete: true,
		CreateDescription: "Default: 2m.", ReadDescription: "Default: 2m.", UpdateDescription: "Default: 60m.", DeleteDescription: "Default: 5m.",
	})
	if nested, ok := attribute.(schema.SingleNestedAttribute); ok {
		nested.MarkdownDescription = "How long each operation may take, retries included, as Go durations such as `90s`."
		return nested
	}
	return attribute
}

func sizingAttributes() map[string]schema.Attribute {
	number := func(text string) schema.Attribute {
		return schema.NumberAttribute{Computed: true, MarkdownDescription: text}
	}
	count := func(text string) schema.Attribute {
		return schema.Int64Attribute{Computed: true, MarkdownDescription: text}
	}
	return map[string]schema.Attribute{
		"peak_mb_per_sec":               number("Events per second times size, in MB/s."),
		"throughput_partitions":         count("Partitions that the peak needs at the ceiling of one partition."),
		"consumer_rate_partitions":      count("Partitions that the peak needs at the rate of one consumer; null without that rate."),
		"parallelism_partitions":        count("Partitions that the consumers need to all work: `target_consumers`."),
		"driver":                        schema.StringAttribute{Computed: true, MarkdownDescription: "What decides: `throughput`, `consumer_rate` or `parallelism`."},
		"headroom_factor":               number("The headroom factor used."),
		"required_partitions":           count("The largest need times the headroom factor, rounded up. The guard compares with this."),
		"recommended_partitions":        count("The required count after `rounding`. A new topic gets this."),
		"busiest_consumer_factor":       number("Load of the busiest consumer over the mean at the recommended count and even keys; 1 where all own the same number. 4 decimals."),
		"hottest_partition_mb_per_sec":  number("Load of the hottest partition at the planned count, in MB/s; null without `skew.peak_to_mean_ratio`. 6 decimals."),
		"hottest_partition_utilization": number("The same over the ceiling of one partition; above 1 it cannot keep up. 6 decimals."),
		"explanation":                   schema.StringAttribute{Computed: true, MarkdownDescription: "The derivation in words, beginning with one line of the form `recommend 18 partitions (driver=parallelism, headroom=1.5x)`."},
	}
}

// literal is a number as Terraform would read it; for constants only.
func literal(text string) *big.Float {
	return sizing.Float(bound(text))
}
