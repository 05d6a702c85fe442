package provider

import (
	"context"
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafka"
	"github.com/shelf-analytics/terraform-provider-capture/internal/sizing"
)

// topicPlanner carries one ModifyPlan call.
type topicPlanner struct {
	data *providerData
	req  resource.ModifyPlanRequest
	resp *resource.ModifyPlanResponse

	config, plan, state topicModel
	private             topicPrivate
	wanted              demand
	// warnings are shown only in a plan that changes the topic.
	warnings diag.Diagnostics
}

func (p *topicPlanner) run(ctx context.Context) {
	creating := p.req.State.Raw.IsNull()
	if !creating {
		p.add(p.req.State.Get(ctx, &p.state))
	}
	if p.req.Plan.Raw.IsNull() {
		switch {
		case p.failed():
		case protected(p.state.DeletionProtection):
			p.refuse(destroyRefused(p.state))
		default:
			p.add(p.holds(ctx, p.state.Topic.ValueString()))
		}
		return
	}
	p.add(p.req.Config.Get(ctx, &p.config))
	p.add(p.req.Plan.Get(ctx, &p.plan))
	private, diags := readPrivate(ctx, p.req.Private)
	p.add(diags)
	if p.failed() {
		return
	}
	p.private = private
	p.wanted, diags = p.plan.demand(ctx)
	p.add(diags)
	if p.failed() {
		return
	}
	p.plan.Topic = topicName(p.plan.Name, p.plan.Version)

	switch {
	case creating:
		p.create(ctx)
	case !p.plan.Topic.Equal(p.state.Topic):
		p.replace(ctx)
	default:
		p.update(ctx)
	}
	if p.failed() {
		return
	}
	p.add(p.resp.Plan.Set(ctx, p.plan))
	if creating || !p.resp.Plan.Raw.Equal(p.req.State.Raw) {
		p.add(p.warnings)
	}
}

func (p *topicPlanner) add(diags diag.Diagnostics) { p.resp.Diagnostics.Append(diags...) }

func (p *topicPlanner) refuse(d diag.Diagnostic) { p.resp.Diagnostics.Append(d) }

func (p *topicPlanner) failed() bool { return p.resp.Diagnostics.HasError() }

// create plans a new topic. It is also the second half of a replacement: then
// the private state of the old topic is there.
func (p *topicPlanner) create(ctx context.Context) {
	if p.private.Topic != "" && p.private.Protected {
		p.refuse(p.replacementRefused(p.private.Topic))
		return
	}
	decided, sized := p.derive(sizing.Observation{})
	if p.failed() {
		return
	}
	switch {
	case sized != nil:
		p.plan.Partitions = types.Int64Value(decided.Partitions)
		p.plan.EstablishedPartitions = p.plan.Partitions
		p.plan.Sizing = sizingObject(*sized, p.wanted, decided.Partitions)
		if decided.Finding == sizing.FindingPinnedBelow {
			p.warnings.Append(p.finding(decided.Finding, *sized, decided.Partitions))
		}
		p.judgeSkew(*sized, decided.Partitions, false)
	case p.wanted.pinned > 0:
		p.plan.Partitions = types.Int64Value(p.wanted.pinned)
		p.plan.EstablishedPartitions = p.plan.Partitions
		p.plan.Sizing = types.ObjectUnknown(sizingTypes)
	default:
		p.plan.Partitions = types.Int64Unknown()
		p.plan.EstablishedPartitions = types.Int64Unknown()
		p.plan.Sizing = types.ObjectUnknown(sizingTypes)
	}
	if p.failed() {
		return
	}
	driver := sizing.DriverThroughput
	if sized != nil {
		driver = sized.Driver
	}
	p.limitPartitions(driver)
	p.claimTopic()
	if !p.failed() {
		p.dryRun(ctx)
	}
}

// replace applies the rules for a change of the resulting topic name.
func (p *topicPlanner) replace(ctx context.Context) {
	old := p.state.Topic.ValueString()
	if protected(p.state.DeletionProtection) {
		p.refuse(p.replacementRefused(old))
		return
	}
	p.add(p.holds(ctx, old))
	for name, changed := range map[string]bool{
		"name":    !p.plan.Name.Equal(p.state.Name),
		"version": !p.plan.Version.Equal(p.state.Version),
	} {
		if changed {
			p.resp.RequiresReplace = append(p.resp.RequiresReplace, path.Root(name))
		}
	}
	p.plan.TopicID = types.StringUnknown()
	p.plan.Partitions = types.Int64Unknown()
	p.plan.EstablishedPartitions = types.Int64Unknown()
	p.plan.Sizing = types.ObjectUnknown(sizingTypes)
	if p.config.ReplicationFactor.IsNull() {
		p.plan.ReplicationFactor = wholeUnknown()
	}
}

// update plans an existing topic: the guard, then configs.
func (p *topicPlanner) update(ctx context.Context) {
	p.plan.TopicID = p.state.TopicID
	p.replicationFactor()
	if p.failed() {
		return
	}
	p.guard(ctx)
	if p.failed() {
		return
	}
	p.configs(ctx)
}

// replicationFactor keeps it: it cannot be changed in place yet.
func (p *topicPlanner) replicationFactor() {
	live := p.state.ReplicationFactor
	switch {
	case p.config.ReplicationFactor.IsNull():
		p.plan.ReplicationFactor = live
	case p.plan.ReplicationFactor.IsUnknown() || live.IsNull() || p.plan.ReplicationFactor.Equal(live):
	case p.plan.ReplicationFactor.ValueInt64() == p.private.LargestReplicationFactor:
		// A reassignment is on its way to it; the refresh has warned.
		p.plan.ReplicationFactor = live
	default:
		p.refuse(diag.NewAttributeErrorDiagnostic(path.Root("replication_factor"), summaryReplicationChange, detail(
			fmt.Sprintf("This release does not change the replication factor of an existing topic. Reassign the topic's replicas with Kafka's own tools (kafka-reassign-partitions) and plan again, or set replication_factor = %d. %s", live.ValueInt64(), destroyInstead),
			fact("Topic", p.state.Topic.ValueString()), fact("Live replication factor", live.ValueInt64()), fact("Configured replication factor", p.plan.ReplicationFactor.ValueInt64()))))
	}
}

// guard decides about the count. Live is the prior state's, never a fresh read:
// the decision runs again at apply, in another process.
func (p *topicPlanner) guard(ctx context.Context) {
	live, established := p.state.Partitions.ValueInt64(), p.state.EstablishedPartitions.ValueInt64()
	p.plan.Partitions = p.state.Partitions
	p.plan.EstablishedPartitions = p.state.EstablishedPartitions
	decided, sized := p.derive(sizing.Observation{Live: live, Established: established})
	if p.failed() {
		return
	}
	if sized == nil {
		p.undecided(live, established)
		return
	}
	if decided.Finding.Refuses() {
		p.judgeSkew(*sized, live, true) // what no count can carry is said first
		p.refuse(p.refusal(ctx, decided.Finding, *sized))
		return
	}
	if decided.Finding != sizing.FindingNone {
		p.warnings.Append(p.finding(decided.Finding, *sized, live))
	}
	p.plan.EstablishedPartitions = types.Int64Value(decided.Established)
	if p.plan.sameSizingInputs(p.state) && p.plan.EstablishedPartitions.Equal(p.state.EstablishedPartitions) && !p.state.Sizing.IsNull() {
		p.plan.Sizing = p.state.Sizing
	} else {
		p.plan.Sizing = sizingObject(*sized, p.wanted, live)
	}
	p.judgeSkew(*sized, live, true)
}

// undecided plans a count whose inputs are known only at apply, where the guard
// runs again. What may change then is unknown now.
func (p *topicPlanner) undecided(live, established int64) {
	p.plan.Sizing = types.ObjectUnknown(sizingTypes)
	switch {
	case p.wanted.pinKnown && p.wanted.pinned == live:
		p.plan.EstablishedPartitions = types.Int64Value(live)
	case p.wanted.pinned > 0 && p.wanted.pinned != live:
		p.refuse(p.pinnedDiffers())
	case live != established:
		p.plan.EstablishedPartitions = types.Int64Unknown()
	}
}

// derive sizes the topic and decides; the sizing is nil where an input is unknown.
func (p *topicPlanner) derive(o sizing.Observation) (sizing.Decision, *sizing.Sizing) {
	if !p.wanted.known || !p.wanted.pinKnown {
		return sizing.Decision{}, nil
	}
	sized, err := sizing.Size(p.wanted.input)
	if err != nil {
		d := sizingDiagnostic(err)
		if o.Live > 0 {
			d = ended(d, destroyInstead)
		}
		p.refuse(d)
		return sizing.Decision{}, nil
	}
	o.Pinned, o.Required, o.Recommended = p.wanted.pinned, sized.RequiredPartitions, sized.RecommendedPartitions
	if p.wanted.minimumHeadroom != nil {
		o.MinimumRequired = sized.RequiredAt(p.wanted.minimumHeadroom)
	}
	return sizing.Decide(o), &sized
}

// configs keeps the prior map where the broker reads both as the same, and
// dry-runs what is left to send.
func (p *topicPlanner) configs(ctx context.Context) {
	from, _ := managedConfig(p.state.Config)
	to, known := managedConfig(p.plan.Config)
	topic := p.state.Topic.ValueString()
	p.add(checkConfig(to, p.state.ReplicationFactor.ValueInt64(), p.wanted.eventSize()))
	if p.failed() || !known {
		return
	}
	if sameConfig(from, to) && !p.state.Config.IsNull() && !p.plan.Config.IsNull() {
		p.plan.Config = p.state.Config
		return
	}
	change, released := configChange(topic, from, to, p.state.EstablishedPartitions.IsNull())
	if len(released) > 0 {
		p.warnings.Append(configReleased(topic, released))
	}
	if empty(change) || p.data == nil || p.data.client == nil {
		return
	}
	err := p.data.client.ValidateConfigs(ctx, change)
	if err == nil {
		return
	}
	var refused *kafka.Error
	if !errors.As(err, &refused) || refused.Reason == kafka.ReasonUnauthorized {
		p.warnings.Append(notChecked(topic, err))
		return
	}
	p.refuse(refusalDiagnostic(summaryRefused, "The broker refuses the change of the topic's configs.", topic, change.Set, err))
}
