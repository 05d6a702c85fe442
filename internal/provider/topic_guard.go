package provider

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/shelf-analytics/terraform-provider-capture/internal/sizing"
)

// refusal is the error for a finding that stops the plan.
func (p *topicPlanner) refusal(ctx context.Context, f sizing.Finding, s sizing.Sizing) diag.Diagnostic {
	switch f {
	case sizing.FindingPinnedDiffers:
		return p.pinnedDiffers()
	case sizing.FindingAdoptedDiffers:
		return p.adoptedDiffers(s)
	case sizing.FindingDrift:
		return p.drift(ctx, s)
	default:
		return p.increaseRefused(ctx, s)
	}
}

// finding is the warning for a finding that lets the plan pass.
func (p *topicPlanner) finding(f sizing.Finding, s sizing.Sizing, partitions int64) diag.Diagnostic {
	topic := fact("Topic", p.plan.Topic.ValueString())
	switch f {
	case sizing.FindingPinnedBelow:
		return diag.NewAttributeWarningDiagnostic(path.Root("pinned_partitions"), f.Summary(), detail(
			fmt.Sprintf("pinned_partitions = %d is below the %d that the profile requires (%s). The pin decides; the topic may not carry its peak.", partitions, s.RequiredPartitions, s.Line()),
			topic, fact("Pinned", partitions), fact("Required", s.RequiredPartitions)))
	case sizing.FindingDriftAccepted:
		established := p.state.EstablishedPartitions.ValueInt64()
		return diag.NewWarningDiagnostic(f.Summary(), detail(
			fmt.Sprintf("The topic %s %d partitions and has %d now, which is what the profile derives, so this plan accepts the count. %s", p.had(), established, partitions, movedSentence(established, partitions)),
			topic, fact("Established partitions", established), fact("Live partitions", partitions), fact("Keys that moved", movedPercent(established, partitions))))
	case sizing.FindingHeadroomBelowTarget:
		return diag.NewWarningDiagnostic(f.Summary(), detail(
			fmt.Sprintf("Growth has eaten into the headroom: %sx is left of the configured %sx. minimum_headroom_factor allows it; plan the next version before it is used up.", sizing.Text(s.HeadroomLeft(partitions), 2), sizing.Text(s.HeadroomFactor, 4)),
			topic, fact("Live partitions", partitions), fact("Required", s.RequiredPartitions), fact("Needed without headroom", s.Need)))
	default:
		return diag.NewWarningDiagnostic(f.Summary(), detail(
			fmt.Sprintf("The topic has %d partitions and the profile derives %d. Partitions cannot shrink, so the count stays.", partitions, s.RecommendedPartitions),
			topic, fact("Live partitions", partitions), fact("Recommended", s.RecommendedPartitions)))
	}
}

func (p *topicPlanner) pinnedDiffers() diag.Diagnostic {
	live := p.state.Partitions.ValueInt64()
	return diag.NewAttributeErrorDiagnostic(path.Root("pinned_partitions"), sizing.FindingPinnedDiffers.Summary(), detail(
		fmt.Sprintf("pinned_partitions = %d, and the topic has %d. A pin acknowledges the count of an existing topic and cannot change it: an increase would move %s of the keys to another partition and break their order. Set pinned_partitions = %d, or create a new version of the topic. %s",
			p.wanted.pinned, live, movedPercent(live, p.wanted.pinned), live, destroyInstead),
		fact("Topic", p.plan.Topic.ValueString()), fact("Live partitions", live), fact("Pinned", p.wanted.pinned)))
}

func (p *topicPlanner) adoptedDiffers(s sizing.Sizing) diag.Diagnostic {
	live := p.state.Partitions.ValueInt64()
	return diag.NewErrorDiagnostic(sizing.FindingAdoptedDiffers.Summary(), detail(
		fmt.Sprintf("The adopted topic has %d partitions, and its profile derives %d. One line adopts it as it is:\n\n  pinned_partitions = %d\n\nOr correct the profile. %s\n\n%s",
			live, s.RecommendedPartitions, live, destroyInstead, p.arithmetic(s)),
		fact("Topic", p.plan.Topic.ValueString()), fact("Live partitions", live), fact("Required", s.RequiredPartitions), fact("Recommended", s.RecommendedPartitions)))
}

func (p *topicPlanner) drift(ctx context.Context, s sizing.Sizing) diag.Diagnostic {
	live, established := p.state.Partitions.ValueInt64(), p.state.EstablishedPartitions.ValueInt64()
	return diag.NewErrorDiagnostic(sizing.FindingDrift.Summary(), detail(
		fmt.Sprintf("The topic %s %d partitions and has %d now; the profile derives %d. %s\n\nTwo ways out. Accept the count as it is:\n\n  pinned_partitions = %d\n\nOr move to a new version of the topic that has the derived count:\n\n%s\n\n%s\n\n%s",
			p.had(), established, live, s.RecommendedPartitions, movedSentence(established, live), live, p.nextVersion(ctx), destroyInstead, p.arithmetic(s)),
		fact("Topic", p.plan.Topic.ValueString()), fact("Established partitions", established), fact("Live partitions", live),
		fact("Recommended", s.RecommendedPartitions), fact("Keys that moved", movedPercent(established, live))))
}

func (p *topicPlanner) increaseRefused(ctx context.Context, s sizing.Sizing) diag.Diagnostic {
	live := p.state.Partitions.ValueInt64()
	topic := p.plan.Topic.ValueString()
	old := "Put the old inputs of this block back"
	if inputs := p.oldInputs(ctx); len(inputs) > 0 {
		old += " (" + strings.Join(inputs, ", ") + ")"
	}
	text := fmt.Sprintf("The topic has %d partitions and the profile now derives %d. Adding partitions in place would move %s of the keys to another partition, so that events of one key could be read out of order. The provider never does it.\n\n%s\n\n%s, and create the next version beside it:\n\n%s\n\nThen swap, in this order: create it; move the producers to it; drain every consumer group of %s and move the consumers; retire %s.",
		live, s.RecommendedPartitions, movedPercent(live, s.RecommendedPartitions), p.arithmetic(s), old, p.nextVersion(ctx), topic, topic)
	if newer, count := p.newestVersion(ctx); count >= s.RequiredPartitions {
		text += fmt.Sprintf("\n\n%s is there already and has %d partitions. Where it is the next version that you made, only the old inputs are to be put back.", newer, count)
	}
	if p.holdsNothing(ctx, topic) {
		text += "\n\nThe topic holds no records, so there is a short way: with the old inputs apply deletion_protection = false; destroy it (terraform apply -destroy -refresh=false -target=ADDRESS); apply the new inputs. ADDRESS is what stands after `with` at the top of this error."
	}
	headroom := fmt.Sprintf("minimum_headroom_factor says how far growth may eat into the headroom (%sx is left)", sizing.Text(s.HeadroomLeft(live), 2))
	if live < s.Need {
		headroom = fmt.Sprintf("minimum_headroom_factor cannot help here, since the need without any headroom is %d", s.Need)
	}
	text += fmt.Sprintf("\n\nTo decide otherwise: %s; pinned_partitions = %d keeps the count whatever the profile says. %s", headroom, live, destroyInstead)
	return diag.NewErrorDiagnostic(sizing.FindingIncreaseRefused.Summary(), detail(text,
		fact("Topic", topic), fact("Live partitions", live), fact("Required", s.RequiredPartitions), fact("Recommended", s.RecommendedPartitions),
		fact("Keys that would move", movedPercent(live, s.RecommendedPartitions))))
}

// arithmetic is the derivation of the recommended count, set apart from the text.
func (p *topicPlanner) arithmetic(s sizing.Sizing) string {
	return "  " + strings.ReplaceAll(s.Explain(p.wanted.input.Profile, sizing.Context{}), "\n", "\n  ")
}

// oldInputs are the sizing inputs that this plan changes, as the state has them.
func (p *topicPlanner) oldInputs(ctx context.Context) []string {
	was, diags := p.state.demand(ctx)
	if diags.HasError() {
		return nil
	}
	var old assignments
	note := func(name string, was, is *big.Rat) {
		if was != nil && (is == nil || was.Cmp(is) != 0) {
			old.number(name, was)
		}
	}
	if was.input.TargetConsumers != p.wanted.input.TargetConsumers {
		old = append(old, assignment{"target_consumers", fmt.Sprint(was.input.TargetConsumers)})
	}
	before, after := was.input.Profile, p.wanted.input.Profile
	note("headroom_factor", was.input.HeadroomFactor, p.wanted.input.HeadroomFactor)
	note("peak_events_per_sec", before.PeakEventsPerSec, after.PeakEventsPerSec)
	note("avg_event_size_kb", before.AvgEventSizeKB, after.AvgEventSizeKB)
	note("per_partition_ceiling_mb_s", before.PerPartitionCeilingMBPerSec, after.PerPartitionCeilingMBPerSec)
	note("consumer_events_per_sec", before.ConsumerEventsPerSec, after.ConsumerEventsPerSec)
	out := make([]string, len(old))
	for i, x := range old {
		out[i] = x.name + " = " + x.value
	}
	return out
}

// had says how the established count came to be another one.
func (p *topicPlanner) had() string {
	if p.private.Recreated {
		return "was deleted and created again outside Terraform; it had"
	}
	return "was changed outside Terraform: it had"
}

func movedPercent(from, to int64) string { return sizing.Percent(sizing.MovedShare(from, to)) }

func movedSentence(from, to int64) string {
	return fmt.Sprintf("%s of the keys moved to another partition, so that events of one key from before and after can be read out of order.", movedPercent(from, to))
}

// holdsNothing is true where the brokers say that the topic is empty.
func (p *topicPlanner) holdsNothing(ctx context.Context, topic string) bool {
	if p.data == nil || p.data.client == nil {
		return false
	}
	has, err := p.data.client.HasRecords(ctx, topic)
	return err == nil && !has
}

// judgeSkew compares the hottest partition and the hottest key with what one
// partition and one consumer carry.
func (p *topicPlanner) judgeSkew(s sizing.Sizing, partitions int64, existing bool) {
	if p.wanted.skew == nil {
		return
	}
	profile := p.wanted.input.Profile
	topic := fact("Topic", p.plan.Topic.ValueString())
	if hot := s.HottestKey(profile, *p.wanted.skew); hot != nil {
		var d diag.Diagnostic = diag.NewAttributeErrorDiagnostic(path.Root("skew").AtName("hottest_key_share"), summaryHottestKey, detail(
			fmt.Sprintf("One key never leaves one partition, and this one alone is too much for it: %s. More partitions do not help. Choose a finer key (such as store_id:fixture_id for store_id) or salt it.", strings.Join(overloads(hot, profile), "; ")),
			topic, fact("skew.hottest_key_share", sizing.Text(p.wanted.skew.HottestKeyShare, 6)), fact("Hottest key", sizing.Text(hot.MBPerSec, 6)+" MB/s, "+sizing.Text(hot.EventsPerSec, 6)+" events/s")))
		if existing {
			d = ended(d, destroyInstead)
		}
		p.refuse(d)
		return
	}
	hottest := s.HottestPartition(profile, *p.wanted.skew, partitions)
	if !hottest.AboveCeiling {
		return
	}
	cure := fmt.Sprintf("It would take %d partitions", hottest.PartitionsNeeded)
	switch {
	case hottest.PartitionsNeeded > math.MaxInt32:
		cure = "No partition count would carry it"
	case p.wanted.pinned == 0:
		cure += fmt.Sprintf(", which headroom_factor = %s gives", sizing.Text(hottest.HeadroomNeeded, 2))
	}
	p.warnings.AddAttributeWarning(path.Root("skew").AtName("peak_to_mean_ratio"), summaryHottestPartition, detail(
		fmt.Sprintf("With %d partitions the hottest one carries %s MB/s at the peak, %s of the %s MB/s that one partition sustains. %s; where a few keys cause the skew, a finer key helps more than partitions.",
			partitions, sizing.Text(hottest.MBPerSec, 2), sizing.Percent(hottest.Utilization), sizing.Text(profile.PerPartitionCeilingMBPerSec, 4), cure),
		topic, fact("skew.peak_to_mean_ratio", sizing.Text(p.wanted.skew.PeakToMeanRatio, 6)), fact("Partitions", partitions), fact("Partitions needed", hottest.PartitionsNeeded)))
}

func overloads(hot *sizing.HotKey, profile sizing.Profile) []string {
	var out []string
	if hot.OverCeiling {
		out = append(out, fmt.Sprintf("%s MB/s over the %s MB/s of one partition", sizing.Text(hot.MBPerSec, 6), sizing.Text(profile.PerPartitionCeilingMBPerSec, 4)))
	}
	if hot.OverConsumer {
		out = append(out, fmt.Sprintf("%s events/s over the %s events/s of one consumer", sizing.Text(hot.EventsPerSec, 6), sizing.Text(profile.ConsumerEventsPerSec, 4)))
	}
	return out
}

// ended returns the diagnostic with a sentence added before its facts.
func ended(d diag.Diagnostic, sentence string) diag.Diagnostic {
	text, facts, cut := strings.Cut(d.Detail(), "\n\nTopic: ")
	text += " " + sentence
	if cut {
		text += "\n\nTopic: " + facts
	}
	if at, ok := d.(diag.DiagnosticWithPath); ok {
		return diag.NewAttributeErrorDiagnostic(at.Path(), d.Summary(), text)
	}
	return diag.NewErrorDiagnostic(d.Summary(), text)
}
