package provider

import (
	"time"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

const (
	defaultLookback           = 24 * time.Hour
	defaultThroughputInterval = time.Minute
	// longestMeasured bounds lookback and interval.
	longestMeasured = 10 * 365 * 24 * time.Hour
)

func throughputSchema() schema.Schema {
	number := func(text string) schema.Attribute {
		return schema.NumberAttribute{Computed: true, MarkdownDescription: text}
	}
	text := func(text string) schema.Attribute {
		return schema.StringAttribute{Computed: true, MarkdownDescription: text}
	}
	at := func(other string, text string) schema.Attribute {
		return schema.StringAttribute{
			Optional:            true,
			Validators:          []validator.String{timeValidator{}, stringvalidator.AlsoRequires(path.MatchRoot(other)), stringvalidator.ConflictsWith(path.MatchRoot("lookback"))},
			MarkdownDescription: text,
		}
	}
	return schema.Schema{
		MarkdownDescription: "Measures what arrived in a topic over time: the peak and the event size that `throughput_profile` is made of. " +
			"It asks the brokers' time index for the offset at each interval's edge, reads no record and never writes. " +
			"It needs the right Describe on the topic; DescribeConfigs and Read on the topic and Describe on the cluster tell more.\n\n" +
			"A record counts at the latest timestamp up to it in its partition. A measured value moves from plan to plan: copy it into the profile, or compare it in a `check`; an `output` of it changes in every plan.\n\n" +
			"It asks once for each interval and partition in which records arrive, many partitions in one request; quiet stretches cost nothing. 50 partitions with records in each of 10,000 intervals took 1 min 41 s on one broker: take a larger `interval` for many busy partitions.",
		Attributes: map[string]schema.Attribute{
			"topic": schema.StringAttribute{
				Required:            true,
				Validators:          []validator.String{stringvalidator.LengthBetween(1, maxTopicName)},
				MarkdownDescription: "The Kafka topic name, such as `orders.v2`. A topic that is not there is an error.",
			},
			"lookback": schema.StringAttribute{
				Optional:            true,
				Validators:          []validator.String{durationValidator{time.Nanosecond, longestMeasured}},
				MarkdownDescription: "How far back to measure, up to now, such as `168h`; lengthened to whole intervals. Default: `24h`, without `from` and `to`.",
			},
			"from": at("to", "The start of the time to measure, in RFC 3339, such as `2026-11-30T10:00:00Z`; together with `to`, in place of `lookback`. Not before 1970."),
			"to":   at("from", "The end of the time to measure, in RFC 3339, which does not belong to it. Not in the future."),
			"interval": schema.StringAttribute{
				Optional:            true,
				Validators:          []validator.String{durationValidator{time.Second, longestMeasured}},
				MarkdownDescription: "The time that a rate is taken over, at least `1s`; at most 10,000 of them make up the time to measure. Default: `1m`. The shorter it is, the higher the peak. A last interval that is shorter than the others is rated over its own length, but never over less than a second.",
			},
			"peak_events_per_sec":                   number("The largest rate of an interval over all partitions together, to 6 decimals. Null where nothing is measured."),
			"peak_at":                               text("The start of the interval at the peak, the first of equals, in RFC 3339 and UTC. Null without records."),
			"mean_events_per_sec":                   number("`records` over the time from `covered_from` on, but never over less than a second, to 6 decimals. Null where nothing is measured."),
			"burst_factor":                          number("The peak over the mean, to 3 decimals. Null without records."),
			"records":                               schema.Int64Attribute{Computed: true, MarkdownDescription: "The records that arrived from `covered_from` on. Records in transactions that were aborted count, and so do transaction markers."},
			"covered_from":                          text("From when on the logs tell all, in RFC 3339 and UTC: the start of the time to measure, or a later edge, with a warning, where a partition's log start has moved and is the first record in that time, or nothing is left in it, since retention may have deleted others before it. It cannot have where they are newer than `retention.ms` allows for, without `retention.bytes`: what DeleteRecords takes is not noticed then. At the end of the time to measure nothing is measured."),
			"avg_event_size_kb":                     number("What a record takes in the leaders' logs, in KiB, to 3 decimals: stored bytes, compressed where the records are, of one replica, over the records of the whole log. Records that were deleted from a segment that is still there make it too large. Null without records, and without the right Describe on the cluster, with a warning."),
			"hottest_partition_peak_events_per_sec": number("The largest rate of an interval in a single partition, to 6 decimals. Null where nothing is measured."),
			"series": schema.ListNestedAttribute{
				Computed:            true,
				MarkdownDescription: "The intervals from `covered_from` on.",
				NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
					"start":          text("The start of the interval, in RFC 3339 and UTC."),
					"events_per_sec": number("The rate over all partitions together, to 6 decimals."),
				}},
			},
			"report": text("All of it in Markdown, for a pull request, with the lines to copy into `throughput_profile`; under 60 lines."),
		},
	}
}
