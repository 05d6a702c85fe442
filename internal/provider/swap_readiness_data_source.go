package provider

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

type swapReadinessDataSource struct {
	data *providerData
}

var (
	_ datasource.DataSource                   = (*swapReadinessDataSource)(nil)
	_ datasource.DataSourceWithConfigure      = (*swapReadinessDataSource)(nil)
	_ datasource.DataSourceWithValidateConfig = (*swapReadinessDataSource)(nil)
)

// Bounds of a window in which topics are watched.
const (
	minWindow     = time.Second
	maxWindow     = 10 * time.Minute
	defaultWindow = 10 * time.Second
)

func newSwapReadinessDataSource() datasource.DataSource { return &swapReadinessDataSource{} }

func (d *swapReadinessDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_swap_readiness"
}

func (d *swapReadinessDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	text := func(text string) schema.Attribute {
		return schema.StringAttribute{Computed: true, MarkdownDescription: text}
	}
	integer := func(text string) schema.Attribute {
		return schema.Int64Attribute{Computed: true, MarkdownDescription: text}
	}
	flag := func(text string) schema.Attribute {
		return schema.BoolAttribute{Computed: true, MarkdownDescription: text}
	}
	topic := []validator.String{stringvalidator.LengthBetween(1, maxTopicName)}
	resp.Schema = schema.Schema{
		MarkdownDescription: "Says whether one version of a topic may be retired for the next: nobody writes to it any more, every group has drained it, and the next version receives. " +
			"It watches both topics for `window`, fetches unread records to tell transaction markers and aborted records from those that a consumer would get, and writes, joins and commits nothing.",
		Attributes: map[string]schema.Attribute{
			"from": schema.StringAttribute{Required: true, Validators: topic, MarkdownDescription: "The topic to retire, such as `orders.v1`."},
			"to":   schema.StringAttribute{Required: true, Validators: topic, MarkdownDescription: "The topic that takes its place, such as `orders.v2`."},
			"group_names": schema.SetAttribute{
				Optional: true, ElementType: types.StringType,
				Validators:          []validator.Set{setvalidator.ValueStringsAre(stringvalidator.LengthAtLeast(1))},
				MarkdownDescription: "The consumer groups that must drain `from`. A named group without any commit on `from` has all of it to read. Empty: nobody needs what `from` holds. Default: every group with commits on `from` or with a member that reads it, share groups with what they have acknowledged. That none is hidden takes the right Describe on the cluster and on the groups.",
			},
			"window": schema.StringAttribute{
				Optional:            true,
				Validators:          []validator.String{durationValidator{least: minWindow, most: maxWindow}},
				MarkdownDescription: "How long both topics are watched, `1s` to `10m`. Default: `10s`. Longer than the longest pause of any producer.",
			},
			"require_traffic_on_to": schema.BoolAttribute{
				Optional:            true,
				MarkdownDescription: "Whether `to` must receive a record within the window that a consumer of committed records gets. Default: true.",
			},
			"ready": flag("Whether nothing blocks: `from` is frozen, no transaction is open on it, every group has drained it, and `to` receives or need not."),
			"blockers": schema.ListAttribute{
				Computed: true, ElementType: types.StringType,
				MarkdownDescription: "What blocks, as sentences, each with the next step. Empty where `ready` is true.",
			},
			"from_frozen":            flag("Whether the end offset of every partition of `from` was the same at both ends of the window."),
			"from_records_in_window": integer("How far the ends of `from` moved within the window, in offsets: records, those of open transactions included, and transaction markers."),
			"to_records_in_window":   integer("How far the ends of `to` moved within the window, in offsets."),
			"from_partitions":        integer("The partition count of `from`."),
			"to_partitions":          integer("The partition count of `to`."),
			"groups": schema.ListNestedAttribute{
				Computed:            true,
				MarkdownDescription: "The groups, by name.",
				NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
					"group":                  text("The consumer group's ID."),
					"state":                  text("Its state, by Kafka's name, such as `Stable` or `Empty` (no member). Null where the broker does not tell it."),
					"lag":                    integer("The records of `from` to read, over all partitions. A partition without a commit counts from its log start."),
					"uncommitted_partitions": schema.ListAttribute{Computed: true, ElementType: types.Int64Type, MarkdownDescription: "The partitions of `from` on which the group has no commit."},
					"drained":                flag("Whether no record that a consumer of committed records would get lies between its commits and the last stable offsets. Where compaction has removed records, `lag` counts their offsets, and this does not."),
				}},
			},
			"report": text("The readiness in Markdown: what blocks in the first line, the next steps, the groups, and a bar per partition of `from`."),
		},
	}
}

func (d *swapReadinessDataSource) Configure(_ context.Context, req datasource.ConfigureRequest, resp *datasource.ConfigureResponse) {
	d.data = shared(req.ProviderData, &resp.Diagnostics)
}

// ValidateConfig checks what more than one attribute decides.
func (d *swapReadinessDataSource) ValidateConfig(ctx context.Context, req datasource.ValidateConfigRequest, resp *datasource.ValidateConfigResponse) {
	var model swapReadinessModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &model)...)
	resp.Diagnostics.Append(model.validate()...)
}

func (d *swapReadinessDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var model swapReadinessModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &model)...)
	resp.Diagnostics.Append(model.validate()...) // for what was not known before
	if resp.Diagnostics.HasError() || !readable(d.data, &resp.Diagnostics) {
		return
	}
	wanted, diags := model.wanted(ctx)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	watcher := swapWatcher{client: d.data.client, wanted: wanted}
	readiness := watcher.watch(ctx)
	resp.Diagnostics.Append(watcher.diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	model.set(readiness)
	resp.Diagnostics.Append(resp.State.Set(ctx, &model)...)
}
