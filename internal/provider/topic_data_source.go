package provider

import (
	"context"
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafka"
)

type topicDataSource struct {
	data *providerData
}

var (
	_ datasource.DataSource              = (*topicDataSource)(nil)
	_ datasource.DataSourceWithConfigure = (*topicDataSource)(nil)
)

func newTopicDataSource() datasource.DataSource { return &topicDataSource{} }

func (d *topicDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_topic"
}

func (d *topicDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	text := func(text string) schema.Attribute {
		return schema.StringAttribute{Computed: true, MarkdownDescription: text}
	}
	integer := func(text string) schema.Attribute {
		return schema.Int64Attribute{Computed: true, MarkdownDescription: text}
	}
	brokers := func(text string) schema.Attribute {
		return schema.ListAttribute{Computed: true, ElementType: types.Int64Type, MarkdownDescription: text}
	}
	resp.Schema = schema.Schema{
		MarkdownDescription: "Reads one topic of the cluster: its partitions with their offsets and sizes, and its configs. It never writes, and never creates the topic.",
		Attributes: map[string]schema.Attribute{
			"topic": schema.StringAttribute{
				Required:            true,
				Validators:          []validator.String{stringvalidator.LengthBetween(1, maxTopicName)},
				MarkdownDescription: "The Kafka topic name, such as `orders.v2`. A topic that is not there is an error.",
			},
			"topic_id":           text("Kafka's topic UUID in Kafka's own base64url text. Null where the broker has no topic IDs."),
			"partitions":         integer("The partition count."),
			"replication_factor": integer("The replication factor; in the middle of a reassignment, the smallest of the partitions."),
			"internal":           schema.BoolAttribute{Computed: true, MarkdownDescription: "Whether the topic is one of Kafka's own, such as `__consumer_offsets`."},
			"config": schema.MapAttribute{
				Computed: true, ElementType: types.StringType,
				MarkdownDescription: "The configs that are set on the topic itself, by key. A sensitive value is null: brokers do not tell it.",
			},
			"effective_config": schema.MapNestedAttribute{
				Computed:            true,
				MarkdownDescription: "All configs that hold for the topic, by key, inherited ones included.",
				NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
					"value":     text("The value; null where it is sensitive."),
					"source":    text("Where the value comes from, by Kafka's name: `DYNAMIC_TOPIC_CONFIG` (set on the topic), `DYNAMIC_BROKER_CONFIG`, `DYNAMIC_DEFAULT_BROKER_CONFIG`, `STATIC_BROKER_CONFIG` or `DEFAULT_CONFIG`."),
					"sensitive": schema.BoolAttribute{Computed: true, MarkdownDescription: "Whether the broker keeps the value to itself."},
				}},
			},
			"partition_details": schema.ListNestedAttribute{
				Computed:            true,
				MarkdownDescription: "The partitions, in the order of their numbers.",
				NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
					"partition":        integer("The partition's number, from 0."),
					"leader":           integer("The ID of the broker that leads the partition. Null where none does at the moment; the offsets and `bytes` are then null too."),
					"replicas":         brokers("The IDs of the brokers that hold a replica, the preferred leader first."),
					"in_sync_replicas": brokers("The IDs of the brokers whose replica is in sync, in ascending order."),
					"start_offset":     integer("The log start: the offset of the oldest record that is still there."),
					"end_offset":       integer("The last stable offset: where a consumer that reads committed records stands once it has read everything. Records of a transaction that is still open lie behind it. It is not a count: offsets of compacted records and transaction markers are in it."),
					"bytes":            integer("The size of the leader's log in bytes, as stored (compressed, one replica). Null where it is not known; without the right Describe on the cluster it is null everywhere, with a warning."),
				}},
			},
		},
	}
}

func (d *topicDataSource) Configure(_ context.Context, req datasource.ConfigureRequest, resp *datasource.ConfigureResponse) {
	d.data = shared(req.ProviderData, &resp.Diagnostics)
}

func (d *topicDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var model topicDataModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &model)...)
	if resp.Diagnostics.HasError() || !readable(d.data, &resp.Diagnostics) {
		return
	}
	topic := model.Topic.ValueString()
	live, err := d.data.client.TopicDetail(ctx, topic)
	if err != nil {
		resp.Diagnostics.Append(topicNotRead(ctx, d.data.client, path.Root("topic"), topic, err))
		return
	}
	entries, err := d.data.client.Configs(ctx, topic)
	if err != nil {
		resp.Diagnostics.Append(failure(summaryNotRead, "The topic's configs could not be read.", topic, err))
		return
	}
	if live.BytesErr != nil {
		resp.Diagnostics.Append(sizeUnknown(topic, live.BytesErr))
	}
	model.set(live, entries)
	resp.Diagnostics.Append(resp.State.Set(ctx, &model)...)
}

// sizeUnknown says why bytes is null.
func sizeUnknown(topic string, err error) diag.Diagnostic {
	const why = "The sizes of the topic's logs could not be read, and bytes is null where it is not known."
	var refused *kafka.Error
	if errors.As(err, &refused) && refused.Reason == kafka.ReasonUnauthorized {
		return diag.NewWarningDiagnostic(summarySizeUnknown, detail(
			fmt.Sprintf("%s The principal lacks the right %s on the cluster. Grant it, or use another principal.", why, refused.Right),
			fact("Topic", topic), fact("Missing right", refused.Right+" on the cluster"), fact("Error", refused.Error())))
	}
	if text, facts, ok := connectionFacts(err); ok {
		return diag.NewWarningDiagnostic(summarySizeUnknown, detail(why+" "+text, append([]labelled{fact("Topic", topic)}, facts...)...))
	}
	return diag.NewWarningDiagnostic(summarySizeUnknown, detail(why, fact("Topic", topic), fact("Error", err)))
}

// readable reports whether there is a client at all.
func readable(data *providerData, diags *diag.Diagnostics) bool {
	if data != nil && data.client != nil {
		return true
	}
	diags.AddError(summaryConnection, "The provider block holds values that are not known yet, so that there is no cluster to read from. Apply what they depend on first, or name it in the depends_on of the data source, which is then read at apply.")
	return false
}
