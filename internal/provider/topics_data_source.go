package provider

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafka"
)

type topicsDataSource struct {
	data *providerData
}

// topicsDataModel is the data source capture_topics.
type topicsDataModel struct {
	NameRegex       types.String `tfsdk:"name_regex"`
	IncludeInternal types.Bool   `tfsdk:"include_internal"`
	Topics          types.List   `tfsdk:"topics"`
}

var (
	_ datasource.DataSource              = (*topicsDataSource)(nil)
	_ datasource.DataSourceWithConfigure = (*topicsDataSource)(nil)
	_ validator.String                   = regexValidator{}
)

func newTopicsDataSource() datasource.DataSource { return &topicsDataSource{} }

func (d *topicsDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_topics"
}

func (d *topicsDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Lists the topics of the cluster that the principal may describe; others are left out, as Kafka does. It never writes.",
		Attributes: map[string]schema.Attribute{
			"name_regex": schema.StringAttribute{
				Optional:            true,
				Validators:          []validator.String{regexValidator{}},
				MarkdownDescription: "A regular expression (RE2) that is found anywhere in the topic name; `^` and `$` bind it to the ends. Default: every topic.",
			},
			"include_internal": schema.BoolAttribute{
				Optional:            true,
				MarkdownDescription: "Whether to list topics that Kafka marks as its own, such as `__consumer_offsets`. Default: false.",
			},
			"topics": schema.ListNestedAttribute{
				Computed:            true,
				MarkdownDescription: "The topics, sorted by name, upper case before lower case. Empty where none fits.",
				NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
					"topic":              schema.StringAttribute{Computed: true, MarkdownDescription: "The Kafka topic name."},
					"topic_id":           schema.StringAttribute{Computed: true, MarkdownDescription: "Kafka's topic UUID in Kafka's own base64url text. Null where the broker has no topic IDs."},
					"partitions":         schema.Int64Attribute{Computed: true, MarkdownDescription: "The partition count."},
					"replication_factor": schema.Int64Attribute{Computed: true, MarkdownDescription: "The replication factor; in the middle of a reassignment, the smallest of the partitions."},
				}},
			},
		},
	}
}

func (d *topicsDataSource) Configure(_ context.Context, req datasource.ConfigureRequest, resp *datasource.ConfigureResponse) {
	d.data = shared(req.ProviderData, &resp.Diagnostics)
}

func (d *topicsDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var model topicsDataModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &model)...)
	if resp.Diagnostics.HasError() || !readable(d.data, &resp.Diagnostics) {
		return
	}
	name, err := regexp.Compile(model.NameRegex.ValueString())
	if err != nil { // a value that was not known before
		resp.Diagnostics.Append(invalidRegex(path.Root("name_regex"), err))
		return
	}
	snapshot, err := d.data.client.Snapshot(ctx)
	if err != nil {
		resp.Diagnostics.Append(topicsNotRead(err))
		return
	}
	model.set(snapshot, name)
	resp.Diagnostics.Append(resp.State.Set(ctx, &model)...)
}

var listedTopicTypes = map[string]attr.Type{
	"topic": types.StringType, "topic_id": types.StringType,
	"partitions": types.Int64Type, "replication_factor": types.Int64Type,
}

// set lists the topics of the snapshot that fit.
func (m *topicsDataModel) set(snapshot *kafka.Snapshot, name *regexp.Regexp) {
	listed := make([]attr.Value, 0, len(snapshot.Topics))
	for _, topic := range slices.Sorted(maps.Keys(snapshot.Topics)) {
		live := snapshot.Topics[topic]
		if live.Internal && !m.IncludeInternal.ValueBool() || !name.MatchString(topic) {
			continue
		}
		listed = append(listed, types.ObjectValueMust(listedTopicTypes, map[string]attr.Value{
			"topic":              types.StringValue(topic),
			"topic_id":           nullable(live.ID),
			"partitions":         types.Int64Value(live.Partitions),
			"replication_factor": types.Int64Value(live.ReplicationFactor),
		}))
	}
	m.Topics = types.ListValueMust(types.ObjectType{AttrTypes: listedTopicTypes}, listed)
}

// topicsNotRead says why the topics could not be listed.
func topicsNotRead(err error) diag.Diagnostic {
	const what = "The topics could not be listed."
	if text, facts, ok := connectionFacts(err); ok {
		return diag.NewErrorDiagnostic(connectionSummary(err), detail(what+" "+text, facts...))
	}
	return diag.NewErrorDiagnostic(summaryNotRead, detail(what, fact("Error", err)))
}

// regexValidator accepts what Go's regexp package does (RE2).
type regexValidator struct{}

func (regexValidator) Description(context.Context) string { return "a regular expression (RE2)" }

func (v regexValidator) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (regexValidator) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	if _, err := regexp.Compile(req.ConfigValue.ValueString()); err != nil {
		resp.Diagnostics.Append(invalidRegex(req.Path, err))
	}
}

func invalidRegex(at path.Path, err error) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(at, "Invalid Regular Expression", fmt.Sprintf("%s must be a regular expression (RE2): %s.", at, err))
}
