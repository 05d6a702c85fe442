package provider

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafka"
)

type topicResource struct {
	data *providerData
}

var (
	_ resource.ResourceWithConfigure      = (*topicResource)(nil)
	_ resource.ResourceWithValidateConfig = (*topicResource)(nil)
	_ resource.ResourceWithModifyPlan     = (*topicResource)(nil)
	_ resource.ResourceWithImportState    = (*topicResource)(nil)
)

func newTopicResource() resource.Resource { return &topicResource{} }

func (r *topicResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_topic"
}

func (r *topicResource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = topicSchema(ctx)
}

func (r *topicResource) Configure(_ context.Context, req resource.ConfigureRequest, resp *resource.ConfigureResponse) {
	r.data = shared(req.ProviderData, &resp.Diagnostics)
}

// ValidateConfig checks what more than one attribute decides.
func (r *topicResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var config topicModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	resp.Diagnostics.Append(config.validate(ctx)...)
}

func (r *topicResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	p := topicPlanner{data: r.data, req: req, resp: resp}
	p.run(ctx)
}

func (r *topicResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan topicModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	timeout, diags := plan.Timeouts.Create(ctx, defaultCreateTimeout)
	resp.Diagnostics.Append(diags...)
	topic := plan.Topic.ValueString()
	if !r.reachable(&resp.Diagnostics, topic) || resp.Diagnostics.HasError() {
		return
	}
	bounded, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	set, _ := managedConfig(plan.Config)
	spec := kafka.TopicSpec{
		Name: topic, Partitions: plan.Partitions.ValueInt64(), ReplicationFactor: plan.ReplicationFactor.ValueInt64(), Configs: set,
	}
	created, err := r.data.client.Create(bounded, spec)
	if err != nil {
		resp.Diagnostics.Append(createDiagnostic(spec, err))
		return
	}
	tflog.Info(ctx, "topic created", map[string]any{"topic": topic, "partitions": created.Partitions})

	plan.TopicID = nullable(created.ID)
	plan.EstablishedPartitions = plan.Partitions
	if plan.ReplicationFactor.IsUnknown() {
		plan.ReplicationFactor = wholeNull()
		if created.ReplicationFactor > 0 {
			plan.ReplicationFactor = whole(created.ReplicationFactor)
		}
	}
	if created.Hidden {
		resp.Diagnostics.Append(r.lookAt(bounded, &plan))
	}
	private := topicPrivate{Topic: topic, TopicID: plan.TopicID.ValueString(), Protected: protected(plan.DeletionProtection), Created: time.Now().UTC()}
	resp.Diagnostics.Append(asWarnings(private.write(ctx, resp.Private))...)
	resp.Diagnostics.Append(asWarnings(resp.State.Set(ctx, plan))...)
}

func (r *topicResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state topicModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	private, diags := readPrivate(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	timeout, diags := state.Timeouts.Read(ctx, defaultReadTimeout)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() || r.data == nil || r.data.unknown {
		return // the cluster is not known yet: the state stays as it is
	}
	bounded, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	topic := state.Topic.ValueString()
	live, err := r.data.client.Topic(bounded, topic, private.Created)
	switch {
	case errors.Is(err, kafka.ErrNotFound):
		// Terraform keeps private state over the removal, and the create that
		// follows must not be taken for a replacement.
		resp.Diagnostics.AddWarning(summaryGone, detail(
			"The topic is in the state, and the cluster does not have it: it was deleted outside Terraform, or these are the brokers of another cluster (cluster_id in the provider block guards against that). The plan creates it anew, empty.",
			fact("Topic", topic), fact("Topic ID", state.TopicID.ValueString())))
		resp.Diagnostics.Append(topicPrivate{}.write(ctx, resp.Private)...)
		resp.State.RemoveResource(ctx)
		return
	case errors.Is(err, kafka.ErrNotVisible):
		resp.Diagnostics.AddWarning(summaryNotVisible, detail(
			"No broker shows the topic, and either the controller has it or could not be asked, so it stays in the state as it was. Plan again in a few minutes; a principal with the Create right can ask the controller.",
			fact("Topic", topic)))
		return
	case err != nil:
		resp.Diagnostics.Append(failure(summaryNotRead, "The topic could not be read; its state stays as it was.", topic, err))
		return
	}
	resp.Diagnostics.Append(state.observe(live, &private)...)
	if len(state.Config.Elements()) > 0 {
		entries, err := r.data.client.Configs(bounded, topic)
		if err != nil {
			resp.Diagnostics.Append(failure(summaryNotRead, "The topic's configs could not be read; its state stays as it was.", topic, err))
			return
		}
		state.Config = refreshedConfig(state.Config, entries)
	}
	resp.Diagnostics.Append(private.write(ctx, resp.Private)...)
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
}

// Update sends what may change on a live topic: configs. The partition count
// never does; an acknowledged count is stored in the state alone.
func (r *topicResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state topicModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	private, diags := readPrivate(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	timeout, diags := plan.Timeouts.Update(ctx, defaultUpdateTimeout)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	topic := state.Topic.ValueString()
	from, _ := managedConfig(state.Config)
	to, _ := managedConfig(plan.Config)
	if change, _ := configChange(topic, from, to, state.EstablishedPartitions.IsNull()); !empty(change) {
		if !r.reachable(&resp.Diagnostics, topic) {
			return
		}
		bounded, cancel := context.WithTimeout(ctx, timeout)
		defer cancel()
		live, err := r.data.client.Topic(bounded, topic, private.Created)
		if err == nil && state.isAnother(live) {
			resp.Diagnostics.Append(anotherTopic(state, "changed"))
			return
		}
		if err := r.data.client.AlterConfigs(bounded, change); err != nil {
			resp.Diagnostics.Append(refusalDiagnostic(summaryUpdateFailed, "The topic's configs could not be changed.", topic, change.Set, err))
			return
		}
		tflog.Info(ctx, "topic configs changed", map[string]any{"topic": topic, "set": len(change.Set), "reset": len(change.Reset)})
	}
	if plan.ReplicationFactor.IsUnknown() {
		plan.ReplicationFactor = state.ReplicationFactor
	}
	private = topicPrivate{Topic: topic, TopicID: plan.TopicID.ValueString(), Protected: protected(plan.DeletionProtection), Created: private.Created}
	resp.Diagnostics.Append(private.write(ctx, resp.Private)...)
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
}

func (r *topicResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state topicModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	timeout, diags := state.Timeouts.Delete(ctx, defaultDeleteTimeout)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	topic := state.Topic.ValueString()
	if protected(state.DeletionProtection) {
		resp.Diagnostics.Append(destroyRefused(state))
		return
	}
	if !r.reachable(&resp.Diagnostics, topic) {
		return
	}
	bounded, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	err := r.data.client.Delete(bounded, topic, state.TopicID.ValueString())
	switch {
	case errors.Is(err, kafka.ErrRecreated):
		resp.Diagnostics.Append(anotherTopic(state, "deleted"))
	case err != nil:
		resp.Diagnostics.Append(failure(summaryDeleteFailed, "The topic could not be deleted, or the brokers did not confirm it in time.", topic, err))
	default:
		tflog.Info(ctx, "topic deleted", map[string]any{"topic": topic})
	}
}

// ImportState adopts a topic by its name. What it cannot know (the profile) is
// left to the configuration; what is set on the topic is taken over.
func (r *topicResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	topic := req.ID
	if !topicNamePattern.MatchString(topic) || len(topic) > maxTopicName {
		resp.Diagnostics.AddError("Invalid Import ID", detail("The import ID is the full Kafka topic name, such as orders.v2: 1 to 249 of the characters a-z, A-Z, 0-9, '.', '_' and '-'.", fact("Import ID", strconv.Quote(topic))))
		return
	}
	if !r.reachable(&resp.Diagnostics, topic) {
		return
	}
	bounded, cancel := context.WithTimeout(ctx, defaultReadTimeout)
	defer cancel()
	live, err := r.data.client.Topic(bounded, topic, time.Time{})
	switch {
	case errors.Is(err, kafka.ErrNotFound):
		resp.Diagnostics.AddError(summaryNotFound, detail("There is no such topic to import. The import ID is the full Kafka topic name, such as orders.v2.", fact("Topic", topic)))
		return
	case err != nil:
		resp.Diagnostics.Append(failure(summaryNotRead, "The topic could not be imported.", topic, err))
		return
	}
	entries, err := r.data.client.Configs(bounded, topic)
	if err != nil {
		resp.Diagnostics.Append(failure(summaryNotRead, "The topic could not be imported: its configs could not be read.", topic, err))
		return
	}
	state := topicModel{Topic: types.StringValue(topic), DeletionProtection: types.BoolValue(true)}
	var private topicPrivate
	resp.Diagnostics.Append(state.observe(live, &private)...)
	resp.Diagnostics.Append(private.write(ctx, resp.Private)...)
	for name, value := range map[string]attr.Value{
		"name":                state.Topic,
		"topic":               state.Topic,
		"topic_id":            state.TopicID,
		"partitions":          state.Partitions,
		"replication_factor":  state.ReplicationFactor,
		"config":              adoptedConfig(entries),
		"deletion_protection": state.DeletionProtection,
	} {
		resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root(name), value)...)
	}
}

// lookAt fills in what the broker left out of its answer to a create, as far as
// the principal may see it, and names the right that is missing.
func (r *topicResource) lookAt(ctx context.Context, plan *topicModel) diag.Diagnostic {
	topic := plan.Topic.ValueString()
	text, right := "The topic was created, and the principal may not look at it: the next plan cannot read it.", "Describe and DescribeConfigs"
	if live, err := r.data.client.Topic(ctx, topic, time.Now()); err == nil {
		text, right = "The topic was created, and the principal may not look at its configs: a plan that manages config cannot read them.", "DescribeConfigs"
		plan.TopicID = nullable(live.ID)
		if plan.ReplicationFactor.IsNull() {
			plan.ReplicationFactor = whole(live.ReplicationFactor)
		}
	}
	return diag.NewWarningDiagnostic(summaryDescribeUnavailable, detail(
		text+" Grant the right, or use a principal that has it.",
		fact("Topic", topic), fact("Missing right", fmt.Sprintf("%s on topic %s", right, topic))))
}

// reachable reports whether there is a client at all.
func (r *topicResource) reachable(diags *diag.Diagnostics, topic string) bool {
	if r.data != nil && r.data.client != nil {
		return true
	}
	diags.AddError(summaryConnection, detail("The provider block holds values that are not known yet, so that there is no cluster to talk to. Apply what they depend on first.", fact("Topic", topic)))
	return false
}

// asWarnings keeps Create from failing once the topic exists: Terraform would
// taint the resource and plan to delete the topic.
func asWarnings(diags diag.Diagnostics) diag.Diagnostics {
	var out diag.Diagnostics
	for _, d := range diags {
		out.AddWarning(d.Summary(), d.Detail())
	}
	return out
}
