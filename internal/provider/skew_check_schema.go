package provider

import (
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/shelf-analytics/terraform-provider-capture/internal/partitioner"
)

const (
	defaultKeySeparator = ":"
	defaultTolerance    = "0.2"

	maxPartitions = 100_000
	// maxCompared bounds compare_partitions added up, and with it their memory.
	maxCompared = 1_000_000
)

func skewCheckSchema() schema.Schema {
	positive := []validator.Number{decimalValidator{above: "0"}}
	count := []validator.Int64{int64validator.Between(1, maxPartitions)}
	attributes := map[string]schema.Attribute{
		"files": schema.ListAttribute{
			ElementType: types.StringType, Required: true,
			Validators:          []validator.List{listvalidator.SizeAtLeast(1), listvalidator.NoNullValues(), listvalidator.ValueStringsAre(stringvalidator.LengthAtLeast(1))},
			MarkdownDescription: "Paths and globs (`**` stands for any directories; it does not follow links to them) of the key files, relative to the working directory where they are not absolute. A path that is missing, a directory or a pipe, and a glob that matches nothing, are errors. A file named twice is read once, with a warning. Files compressed with gzip or zstd are told by their content.",
		},
		"format": schema.StringAttribute{
			Optional:            true,
			Validators:          []validator.String{stringvalidator.LengthAtLeast(1)},
			MarkdownDescription: "What a row is: `lines` (default), one key a line; `csv` or `tsv`, with RFC 4180 quotes; `jsonl`, one JSON object a line. An empty line is a record without a key in all of them.",
		},
		"key_fields": schema.ListAttribute{
			ElementType: types.StringType, Optional: true,
			Validators:          []validator.List{listvalidator.NoNullValues()},
			MarkdownDescription: "Which fields make the key; required except for `lines`. `csv` and `tsv`: names of the header, or positions from 1 where `header` is false. `jsonl`: paths such as `store.id`; `\\.` is a dot within a name, a number the index of an array.",
		},
		"key_separator": schema.StringAttribute{
			Optional:            true,
			MarkdownDescription: "What joins several key fields to a composite key. Default: `:`, as in `store_id:fixture_id`. Where a part is empty or null, the record has no key.",
		},
		"count_field": schema.StringAttribute{
			Optional:            true,
			Validators:          []validator.String{stringvalidator.LengthAtLeast(1)},
			MarkdownDescription: "The field that says how many records a row stands for, an integer of at least 0. Without it each row is one record.",
		},
		"header": schema.BoolAttribute{
			Optional:            true,
			MarkdownDescription: "Whether the first row of `csv` and `tsv` names the columns. Default: true.",
		},
		"key_encoding": schema.StringAttribute{
			Optional:            true,
			Validators:          []validator.String{stringvalidator.LengthAtLeast(1)},
			MarkdownDescription: "How the text in the file stands for the bytes that the client serialises, since those place the record: `raw` (default, the bytes as they are), `hex`, `base64`, `int32` or `int64` (decimal text for 4 or 8 big-endian bytes, as Kafka's IntegerSerializer and LongSerializer write). A composite key is decoded once its parts are joined.",
		},
		"partitions": schema.Int64Attribute{
			CustomType: wholeNumberType{}, Required: true, Validators: count,
			MarkdownDescription: "The partition count to check, 1 to 100000: a literal, or `provider::capture::size_partitions(...).recommended_partitions`. Taken from a `capture_topic` it would be a cycle, or known only at apply.",
		},
		"partitioner": schema.StringAttribute{
			Optional:            true,
			Validators:          []validator.String{oneOf{partitioner.Names()}},
			MarkdownDescription: "How the producing client places keys; see the table above. Default: `murmur2`.",
		},
		"tolerance": schema.NumberAttribute{
			Optional: true, Validators: positive,
			MarkdownDescription: "How far above the mean a partition may be before it counts as hot, above 0. Default: 0.2, which is 20%.",
		},
		"compare_partitions": schema.ListAttribute{
			ElementType: wholeNumberType{}, Optional: true,
			Validators:          []validator.List{listvalidator.ValueInt64sAre(count...)},
			MarkdownDescription: "Other partition counts to compare in the same pass, each 1 to 100000, together at most 1,000,000.",
		},
		"capacity": schema.SingleNestedAttribute{
			Optional:            true,
			MarkdownDescription: "What arrives in a burst and what the consumers handle; with it `projection` says how far the busiest consumer falls behind.",
			Attributes: map[string]schema.Attribute{
				"events_per_sec":          schema.NumberAttribute{Required: true, Validators: positive, MarkdownDescription: "Events per second of the whole topic in the burst. Above 0."},
				"consumer_events_per_sec": schema.NumberAttribute{Required: true, Validators: positive, MarkdownDescription: "Events per second that one consumer handles. Above 0."},
				"consumers":               schema.Int64Attribute{CustomType: wholeNumberType{}, Required: true, Validators: []validator.Int64{int64validator.AtLeast(1)}, MarkdownDescription: "Consumers in the group, at least 1."},
				"burst_seconds":           schema.NumberAttribute{Optional: true, Validators: positive, MarkdownDescription: "How long the burst lasts, in seconds. Above 0. Default: 3600."},
				"base_events_per_sec":     schema.NumberAttribute{Optional: true, Validators: []validator.Number{decimalValidator{least: "0"}}, MarkdownDescription: "Events per second of the whole topic after the burst, at least 0. Without it `drain_seconds` is null where there is a backlog."},
			},
		},
	}
	for name, attribute := range skewCheckOutputs() {
		attributes[name] = attribute
	}
	return schema.Schema{
		MarkdownDescription: "Reads sampled key files while planning, without any broker, and says on which partition each record would land, whether the key is flat, and what to do where it is not.",
		Attributes:          attributes,
	}
}

func skewCheckOutputs() map[string]schema.Attribute {
	integer := func(text string) schema.Attribute {
		return schema.Int64Attribute{Computed: true, MarkdownDescription: text}
	}
	number := func(text string) schema.Attribute {
		return schema.NumberAttribute{Computed: true, MarkdownDescription: text}
	}
	flag := func(text string) schema.Attribute {
		return schema.BoolAttribute{Computed: true, MarkdownDescription: text}
	}
	text := func(text string) schema.Attribute {
		return schema.StringAttribute{Computed: true, MarkdownDescription: text}
	}
	list := func(text string, attributes map[string]schema.Attribute) schema.Attribute {
		return schema.ListNestedAttribute{Computed: true, MarkdownDescription: text, NestedObject: schema.NestedAttributeObject{Attributes: attributes}}
	}
	return map[string]schema.Attribute{
		"records":             integer("Records with a key."),
		"keyless_records":     integer("Records without a key: empty lines, empty keys, null fields. A client spreads those over the partitions, so they are in no load and not in `records`. A file cannot tell an empty key from none."),
		"distinct_keys":       integer("Distinct keys; where `distinct_keys_exact` is false, an estimate with a standard error of 1.7% or better."),
		"distinct_keys_exact": flag("Whether every key was counted: up to 262,144 distinct keys of 16 MiB together."),
		"mean_per_partition":  number("`records` over `partitions`, to 1 decimal."),
		"peak_to_mean_ratio":  number("Records of the fullest partition over the mean of all, to 3 decimals. 1 is perfectly even."),
		"hottest_partition":   integer("The fullest partition; the lowest number of equals."),
		"hottest_key_share":   number("The most frequent key's part of all records, 0 to 1, to 6 decimals. Where `distinct_keys_exact` is false and no key has more than 1/4096, that bound: 0.000244."),
		"hot_partitions":      schema.MapAttribute{ElementType: types.Int64Type, Computed: true, MarkdownDescription: "Records of each hot partition by its number, the 1,000 hottest at most. A partition is hot above the mean x (1 + `tolerance`)."},
		"hot_partition_count": integer("How many partitions are hot."),
		"balanced":            flag("Whether no partition is hot. Where the sample is too small that proves little; see `verdict`."),
		"verdict":             text("`balanced`, `insufficient_sample`, `key_skew` (heavy keys make the hot partitions hot), `partition_skew` (they do not) or `mixed`."),
		"too_few_keys":        flag("Whether some hot partition is so without heavy keys, and so few keys as these would be as uneven under any good hash. Where false beside `partition_skew` or `mixed`, check `partitioner` and `key_encoding`."),
		"noise_floor":         number("How far above the mean the fullest partition of a perfectly flat key is by chance, 19 times of 20 at most, for this many records; to 4 decimals."),
		"minimum_sample":      integer("Records at which the noise floor is as low as `tolerance`; at most 2^63 - 1."),
		"effective_keys":      number("1 over the sum of the squared key shares, to 1 decimal: so many keys of equal share are as uneven. An upper bound where `distinct_keys_exact` is false."),
		"expected_ratio":      number("The `peak_to_mean_ratio` that a good hash is expected to give for that many effective keys, to 3 decimals."),
		"salted_ratio":        number("The `peak_to_mean_ratio` once every hot key is split as `hot_keys` says, to 4 decimals."),
		"report":              text("All of it in Markdown, for a pull request; under 60 lines."),
		"partition_loads":     list("The partitions by number up to 1,024 of them; above that the 100 fullest, the fullest first.", partitionLoadAttributes(integer, number, flag, text)),
		"hot_keys":            list("The heavy keys, heaviest first: with more than `tolerance`/(`partitions` - 1), 2/`distinct_keys` and 1/4096 of the records.", hotKeyAttributes(integer, number, text)),
		"comparison":          list("What the same keys do at each of `compare_partitions`.", map[string]schema.Attribute{"partitions": integer("The partition count."), "peak_to_mean_ratio": number("As above, at that count."), "hot_partitions": integer("How many partitions are hot at that count.")}),
		"projection":          projectionAttribute(number, integer),
	}
}

func partitionLoadAttributes(integer, number, flag, text func(string) schema.Attribute) map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"partition":     integer("Its number, from 0."),
		"records":       integer("Records with a key that land on it."),
		"share":         number("Its part of all keyed records, 0 to 1, to 6 decimals."),
		"distinct_keys": integer("Distinct keys that land on it, estimated where `distinct_keys_exact` is false; above 1,024 partitions then null."),
		"hot":           flag("Whether it is above the mean x (1 + `tolerance`)."),
		"cause":         text("Why it is hot: `key`, where it would not be without its heavy keys, or `partition`. Null where it is not hot."),
	}
}

func hotKeyAttributes(integer, number, text func(string) schema.Attribute) map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"key":       text("The key; `hex:` and its bytes where it is not printable UTF-8."),
		"records":   integer("Its records."),
		"share":     number("Its part of all keyed records, 0 to 1, to 6 decimals."),
		"partition": integer("Where it lands as it is."),
		"shards":    integer("On how many partitions it has to be split; 1: it fits where it is."),
		"suffixes":  schema.ListAttribute{ElementType: types.Int64Type, Computed: true, MarkdownDescription: "The numbers i for which the key + `#` + i lands on the chosen partitions, one for each shard. They hold for this partition count and partitioner only. Empty where `shards` is 1, and where none was found for some partition; `report` says so."},
	}
}

func projectionAttribute(number, integer func(string) schema.Attribute) schema.Attribute {
	return schema.SingleNestedAttribute{
		Computed:            true,
		MarkdownDescription: "What the burst of `capacity` does to the busiest consumer, to 3 decimals; null without `capacity`.",
		Attributes: map[string]schema.Attribute{
			"busiest_consumer_events_per_sec": number("Events per second that arrive for it."),
			"utilization":                     number("That over what a consumer handles; above 1 it falls behind."),
			"backlog_growth_per_sec":          number("Records per second by which it falls behind."),
			"backlog_records":                 number("Records that it is behind when the burst ends."),
			"max_lag_seconds":                 number("How long the last record of the burst waits."),
			"p95_lag_seconds":                 number("What 95% of the burst's records wait at most."),
			"drain_seconds":                   number("How long after the burst it has caught up; null where it never does at the base rate, or that is not given."),
			"idle_consumers":                  integer("Consumers without a partition."),
		},
	}
}
