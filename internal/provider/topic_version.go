package provider

import (
	"context"
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/shelf-analytics/terraform-provider-capture/internal/sizing"
)

// nextVersion is the HCL of the next version that is free on the cluster, with
// the planned inputs as literals. Configs are left to the user: their values
// may be sensitive.
func (p *topicPlanner) nextVersion(ctx context.Context) string {
	name, version := splitVersion(p.plan.Topic.ValueString())
	version = p.freeVersion(ctx, name, max(version+1, 2))
	top := assignments{
		{"name", strconv.Quote(name)},
		{"version", fmt.Sprint(version)},
		{"target_consumers", fmt.Sprint(p.wanted.input.TargetConsumers)},
	}
	top.number("headroom_factor", p.wanted.input.HeadroomFactor)
	top.number("minimum_headroom_factor", p.wanted.minimumHeadroom)
	if rounding := p.wanted.input.Rounding; rounding != sizing.RoundingNone {
		top = append(top, assignment{"rounding", strconv.Quote(string(rounding))})
	}
	if rf := p.config.ReplicationFactor; !rf.IsNull() && !rf.IsUnknown() {
		top = append(top, assignment{"replication_factor", fmt.Sprint(rf.ValueInt64())})
	}
	var profile assignments
	profile.number("peak_events_per_sec", p.wanted.input.Profile.PeakEventsPerSec)
	profile.number("avg_event_size_kb", p.wanted.input.Profile.AvgEventSizeKB)
	profile.number("per_partition_ceiling_mb_s", p.wanted.input.Profile.PerPartitionCeilingMBPerSec)
	profile.number("consumer_events_per_sec", p.wanted.input.Profile.ConsumerEventsPerSec)

	lines := []string{fmt.Sprintf("resource \"capture_topic\" \"%s_v%d\" {", label(name), version)}
	lines = append(lines, top.lines("  ")...)
	lines = append(lines, "  throughput_profile = {")
	lines = append(lines, profile.lines("    ")...)
	lines = append(lines, "  }")
	if p.wanted.skew != nil {
		var skew assignments
		skew.number("peak_to_mean_ratio", p.wanted.skew.PeakToMeanRatio)
		skew.number("hottest_key_share", p.wanted.skew.HottestKeyShare)
		lines = append(lines, "  skew = {")
		lines = append(lines, skew.lines("    ")...)
		lines = append(lines, "  }")
	}
	if set, _ := managedConfig(p.plan.Config); len(set) > 0 {
		lines = append(lines, "  # config: copy it from the old resource")
	}
	lines = append(lines, "}")
	return "  " + strings.Join(lines, "\n  ")
}

// assignment is one attribute with a literal value.
type assignment struct{ name, value string }

type assignments []assignment

// number appends a number where it is given.
func (a *assignments) number(name string, value *big.Rat) {
	if value != nil {
		*a = append(*a, assignment{name, sizing.Text(value, 40)})
	}
}

// lines aligns the values as terraform fmt does.
func (a assignments) lines(indent string) []string {
	width := 0
	for _, x := range a {
		width = max(width, len(x.name))
	}
	out := make([]string, len(a))
	for i, x := range a {
		out[i] = fmt.Sprintf("%s%-*s = %s", indent, width, x.name, x.value)
	}
	return out
}

// freeVersion is the first from the given one that the cluster does not have.
// Where it cannot be asked, that is the given one.
func (p *topicPlanner) freeVersion(ctx context.Context, name string, from int64) int64 {
	if p.data == nil || p.data.client == nil {
		return from
	}
	snapshot, err := p.data.client.Snapshot(ctx)
	if err != nil {
		return from
	}
	for {
		if _, taken := snapshot.Topics[versioned(name, from)]; !taken {
			return from
		}
		from++
	}
}

// newestVersion is the highest version of the topic above its own, and its
// partitions; 0 where there is none or the cluster cannot be asked.
func (p *topicPlanner) newestVersion(ctx context.Context) (topic string, partitions int64) {
	if p.data == nil || p.data.client == nil {
		return "", 0
	}
	snapshot, err := p.data.client.Snapshot(ctx)
	if err != nil {
		return "", 0
	}
	name, newest := splitVersion(p.plan.Topic.ValueString())
	for other, live := range snapshot.Topics {
		if base, version := splitVersion(other); base == name && version > newest {
			topic, newest, partitions = other, version, live.Partitions
		}
	}
	return topic, partitions
}

// replacementRefused explains that a version is a resource of its own.
func (p *topicPlanner) replacementRefused(old string) diag.Diagnostic {
	name, version := splitVersion(old)
	target := types.StringValue("another topic")
	if topic := p.plan.Topic; !topic.IsUnknown() {
		target = topic
	}
	what := fmt.Sprintf("This plan would delete the topic %s and create %s in its place: records and group offsets would be lost.", old, target.ValueString())
	if p.plan.Topic.IsUnknown() {
		what = fmt.Sprintf("name or version is known only at apply, so that this plan may delete the topic %s with its records and group offsets.", old)
	}
	next := max(version+1, 2)
	example := []string{
		fmt.Sprintf("resource \"capture_topic\" \"%s_v%d\" {", label(name), next),
		fmt.Sprintf("  name    = %q", name),
		fmt.Sprintf("  version = %d", next),
		"  # throughput_profile, target_consumers, ...",
		"}",
	}
	// A topic without a version is the first of them.
	key, value := max(version, 1), "null"
	if version > 0 {
		value = fmt.Sprint(version)
	}
	loop := []string{
		fmt.Sprintf("resource \"capture_topic\" \"%s\" {", label(name)),
		fmt.Sprintf("  for_each = { v%d = %s, v%d = %d }", key, value, next, next),
		fmt.Sprintf("  name     = %q", name),
		"  version  = each.value",
		"  # throughput_profile, target_consumers, ...",
		"}",
		"",
		"moved {",
		"  from = ADDRESS",
		fmt.Sprintf("  to   = capture_topic.%s[\"v%d\"]", label(name), key),
		"}",
	}
	return diag.NewErrorDiagnostic(summaryReplacementRefused, detail(
		fmt.Sprintf("%s deletion_protection is true in the state, so the provider refuses it. A new version of a topic is a second resource beside the old one:\n\n  %s\n\nor a for_each over versions in place of this block (ADDRESS is its address now):\n\n  %s\n\nTo really replace the topic, apply deletion_protection = false with the old name first. %s",
			what, strings.Join(example, "\n  "), strings.Join(loop, "\n  "), destroyInstead),
		fact("Topic", old)))
}

func destroyRefused(state topicModel) diag.Diagnostic {
	return diag.NewErrorDiagnostic(summaryDestroyRefused, detail(
		fmt.Sprintf("This plan would delete the topic with its records, and deletion_protection is true in the state. To delete it, set deletion_protection = false in its block (put the block back where it is gone) and apply that; then destroy, or remove the block. To keep the topic and only stop managing it, use a removed block with destroy = false, or terraform state rm. (Where an error about its partitions stops the apply of deletion_protection = false, add pinned_partitions = %d to it.)", state.Partitions.ValueInt64()),
		fact("Topic", state.Topic.ValueString())))
}

var notInLabel = regexp.MustCompile(`[^a-zA-Z0-9_]+`)

// label is a Terraform resource label made of a topic name.
func label(topic string) string {
	text := strings.Trim(notInLabel.ReplaceAllString(topic, "_"), "_")
	if text == "" || text[0] >= '0' && text[0] <= '9' {
		text = "topic_" + text
	}
	return text
}
