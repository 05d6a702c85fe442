package provider

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/shelf-analytics/terraform-provider-capture/internal/live"
)

type consumerLagDataSource struct {
	data *providerData
}

var (
	_ datasource.DataSource              = (*consumerLagDataSource)(nil)
	_ datasource.DataSourceWithConfigure = (*consumerLagDataSource)(nil)
)

const (
	defaultLagInterval = time.Second
	maxLagSamples      = 10000
)

func newConsumerLagDataSource() datasource.DataSource { return &consumerLagDataSource{} }

func (d *consumerLagDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_consumer_lag"
}

func (d *consumerLagDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	text := func(text string) schema.Attribute {
		return schema.StringAttribute{Computed: true, MarkdownDescription: text}
	}
	integer := func(text string) schema.Attribute {
		return schema.Int64Attribute{Computed: true, MarkdownDescription: text}
	}
	number := func(text string) schema.Attribute {
		return schema.NumberAttribute{Computed: true, MarkdownDescription: text}
	}
	resp.Schema = schema.Schema{
		MarkdownDescription: "Reads how far a consumer group, of the classic protocol or of KIP-848, is behind the end of its topics. " +
			"The alarm is on the worst partition, never on the total: one full partition is late while the others idle. " +
			"It fetches the oldest unread record of each partition that is behind for its timestamp, joins no group and commits nothing.",
		Attributes: map[string]schema.Attribute{
			"group": schema.StringAttribute{
				Required:            true,
				Validators:          []validator.String{stringvalidator.LengthAtLeast(1)},
				MarkdownDescription: "The consumer group's ID. A group that is not there is an error.",
			},
			"topics": schema.SetAttribute{
				Optional: true, ElementType: types.StringType,
				Validators:          []validator.Set{setvalidator.SizeAtLeast(1), setvalidator.ValueStringsAre(stringvalidator.LengthBetween(1, maxTopicName))},
				MarkdownDescription: "The topics to look at. Default: every topic on which the group has a commit or a member owns a partition.",
			},
			"samples": schema.Int64Attribute{
				CustomType: wholeNumberType{}, Optional: true,
				Validators:          []validator.Int64{int64validator.Between(1, maxLagSamples)},
				MarkdownDescription: "How often to look, 1 to 10000. Default: 1.",
			},
			"interval": schema.StringAttribute{
				Optional:            true,
				Validators:          []validator.String{durationValidator{least: 100 * time.Millisecond, most: 10 * time.Minute}},
				MarkdownDescription: "The time from one look to the next, `100ms` to `10m`. Default: `1s`.",
			},
			"lag_target_seconds": schema.NumberAttribute{
				Optional:            true,
				Validators:          []validator.Number{decimalValidator{least: "0"}},
				MarkdownDescription: "The largest `max_lag_seconds` that is tolerated, in seconds, at least 0.",
			},
			"state":        text("The group's state in the last sample, by Kafka's name, such as `Stable` or `Empty` (no member)."),
			"members":      integer("The number of members."),
			"idle_members": integer("The number of members that own no partition: more consumers than partitions do nothing."),
			"partitions": schema.ListNestedAttribute{
				Computed:            true,
				MarkdownDescription: "The partitions in the last sample, by topic and number.",
				NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
					"topic":            text("The topic."),
					"partition":        integer("The partition's number, from 0."),
					"committed_offset": integer("The offset of the next record that the group reads. Null without a commit; the lag then counts from the log start."),
					"end_offset":       integer("The last stable offset: where a consumer that reads committed records stands once it has read everything."),
					"lag":              integer("The records to read: end offset minus committed offset (or log start, where that is above), never negative. Transaction markers and aborted records do not count, as far as they lie in what is fetched: up to the first record to deliver and 64 KiB around it, and in topics with transactions 64 MiB of all partitions. Offsets that compaction has removed count. 0 where nothing is left to deliver. Null where the group has no commit on any partition of the topic."),
					"lag_seconds":      number("The age of the oldest record to read, by its timestamp and this machine's clock, in seconds. 0 without lag, null where lag is."),
					"member":           text("The ID of the member that owns the partition. Null where none does."),
				}},
			},
			"max_lag":         integer("The largest `lag` of a partition in the last sample. Null where no lag is known."),
			"max_lag_seconds": number("The largest `lag_seconds` of a partition in the last sample. Null where no lag is known."),
			"p95_lag_seconds": number("The nearest-rank 95th percentile, over the samples, of the largest `lag_seconds`. With one sample it is that one."),
			"total_lag":       integer("The records to read over all partitions in the last sample. It hides a late partition: alarm on `max_lag_seconds`."),
			"within_target":   schema.BoolAttribute{Computed: true, MarkdownDescription: "Whether `max_lag_seconds` is at most `lag_target_seconds`. Null without a target, and where some lag is not known and the others are within it."},
			"report":          text("The lag in Markdown: the worst partition in the first line, then a bar per partition."),
		},
	}
}

func (d *consumerLagDataSource) Configure(_ context.Context, req datasource.ConfigureRequest, resp *datasource.ConfigureResponse) {
	d.data = shared(req.ProviderData, &resp.Diagnostics)
}

func (d *consumerLagDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var model consumerLagModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &model)...)
	if resp.Diagnostics.HasError() || !readable(d.data, &resp.Diagnostics) {
		return
	}
	wanted, diags := model.wanted(ctx)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	lag := live.GroupLag{Group: wanted.group, TargetSeconds: decimal(path.Root("lag_target_seconds"), model.LagTargetSeconds, &resp.Diagnostics)}
	observer := lagObserver{client: d.data.client, wanted: wanted}
	resp.Diagnostics.Append(observer.observe(ctx, &lag)...)
	if resp.Diagnostics.HasError() {
		return
	}
	model.set(lag)
	resp.Diagnostics.Append(resp.State.Set(ctx, &model)...)
}
