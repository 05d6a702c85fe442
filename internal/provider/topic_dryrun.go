package provider

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafka"
)

// dryRun asks the broker whether it would create the planned topic.
func (p *topicPlanner) dryRun(ctx context.Context) {
	set, known := managedConfig(p.plan.Config)
	switch {
	case p.data == nil:
		return
	case p.data.unknown && !p.data.planned.firstUnchecked():
		return // said once for all of them
	case p.data.unknown:
		p.warnings.AddWarning(summaryNotChecked, "The provider block holds values that are known only at apply, so that nobody could be asked whether these topics exist and whether the broker accepts them.")
		return
	case !known || p.plan.Topic.IsUnknown() || p.plan.Partitions.IsUnknown() || p.config.ReplicationFactor.IsUnknown():
		return // the same check runs at apply, where everything is known
	}
	spec := kafka.TopicSpec{
		Name: p.plan.Topic.ValueString(), Partitions: p.plan.Partitions.ValueInt64(),
		ReplicationFactor: p.config.ReplicationFactor.ValueInt64(), Configs: set,
	}
	answer, err := p.data.client.ValidateCreate(ctx, spec)
	var refused *kafka.Error
	switch {
	case err == nil:
		rf := answer.ReplicationFactor
		p.add(checkConfig(set, rf, p.wanted.eventSize()))
		p.warnOfBrokerMaximum(set, answer.Configs)
		p.limitReplicas(ctx, spec, rf)
	case kafka.ReasonOf(err) == kafka.ReasonExists && p.private.Topic == spec.Name:
		// The old topic of a replacement, deleted before this one is created.
	case errors.As(err, &refused) && refused.Reason == kafka.ReasonUnauthorized:
		p.withoutCreateRight(ctx, spec, err)
	case errors.As(err, &refused):
		p.refuse(createDiagnostic(spec, err))
	case isOtherCluster(err):
		p.refuse(failure(summaryNotChecked, "Nothing was planned.", spec.Name, err))
	case ctx.Err() != nil:
		p.refuse(failure(summaryNotChecked, "The plan was interrupted.", spec.Name, err))
	default:
		p.warnings.Append(notChecked(spec.Name, err))
	}
}

// withoutCreateRight looks the topic up where the principal may not dry-run its
// creation, as one that only plans.
func (p *topicPlanner) withoutCreateRight(ctx context.Context, spec kafka.TopicSpec, denied error) {
	if snapshot, err := p.data.client.Snapshot(ctx); err == nil {
		if _, exists := snapshot.Topics[spec.Name]; exists && p.private.Topic != spec.Name {
			p.refuse(alreadyExists(spec.Name))
			return
		}
	}
	p.warnings.Append(notChecked(spec.Name, denied))
}

// notChecked says why the broker could not be asked.
func notChecked(topic string, err error) diag.Diagnostic {
	if text, facts, ok := connectionFacts(err); ok {
		return diag.NewWarningDiagnostic(summaryNotChecked, detail("Whether the topic exists, and whether the broker accepts it, shows only at apply. "+text, append([]labelled{fact("Topic", topic)}, facts...)...))
	}
	var refused *kafka.Error
	if errors.As(err, &refused) && refused.Reason == kafka.ReasonUnauthorized {
		return diag.NewWarningDiagnostic(summaryNotChecked, detail(
			fmt.Sprintf("The principal lacks the right %s on the topic, which the check needs as the apply does. Whether the broker accepts the plan shows only at apply.", refused.Right),
			fact("Topic", topic), fact("Missing right", fmt.Sprintf("%s on topic %s", refused.Right, topic)), fact("Error", refused.Error())))
	}
	return diag.NewWarningDiagnostic(summaryNotChecked, detail("Whether the broker accepts the plan shows only at apply.", fact("Topic", topic), fact("Error", err.Error())))
}

// createDiagnostic explains why a topic was not, or would not be, created.
func createDiagnostic(spec kafka.TopicSpec, err error) diag.Diagnostic {
	switch {
	case kafka.ReasonOf(err) == kafka.ReasonExists && !errors.Is(err, kafka.ErrOutcomeUnknown):
		return alreadyExists(spec.Name)
	case errors.Is(err, kafka.ErrOutcomeUnknown):
		return diag.NewErrorDiagnostic(summaryUnconfirmed, detail(
			"The broker's answer was lost, and looking for the topic did not settle whether it was created. It is not in the state. Plan again: if the topic exists, the plan says how to import it.",
			fact("Topic", spec.Name), fact("Error", strings.Join(strings.Fields(err.Error()), " "))))
	}
	return refusalDiagnostic(summaryCreateFailed, "The topic was not created.", spec.Name, spec.Configs, err)
}

// refusalDiagnostic shows the broker's own message, at the attribute where one
// is at fault.
func refusalDiagnostic(summary, what, topic string, configs map[string]string, err error) diag.Diagnostic {
	var refused *kafka.Error
	if !errors.As(err, &refused) || refused.Reason == kafka.ReasonUnauthorized {
		return failure(summary, what, topic, err)
	}
	if refused.Reason == kafka.ReasonMissing {
		return diag.NewErrorDiagnostic(summaryNotFound, detail(
			what+" The topic is not there any more: it was deleted outside Terraform since the refresh. Plan again; that plan creates it anew, empty.",
			fact("Topic", topic), fact("Error", refused.Error())))
	}
	text := detail("The broker refuses this: "+refused.Message, fact("Topic", topic), fact("Error", refused.Error()))
	switch refused.Reason {
	case kafka.ReasonConfig:
		if key := blamed(refused.Message, configs); key != "" {
			return diag.NewAttributeErrorDiagnostic(path.Root("config").AtMapKey(key), summaryRefused, text)
		}
		return diag.NewAttributeErrorDiagnostic(path.Root("config"), summaryRefused, text)
	case kafka.ReasonReplicationFactor:
		return diag.NewAttributeErrorDiagnostic(path.Root("replication_factor"), summaryRefused, text)
	case kafka.ReasonName:
		return diag.NewAttributeErrorDiagnostic(path.Root("name"), summaryRefused, text)
	}
	return diag.NewErrorDiagnostic(summaryRefused, text)
}

// blamed is the configured key that a broker's message names; the longest where
// one name is part of another.
func blamed(message string, configs map[string]string) string {
	best := ""
	for _, key := range slices.Sorted(maps.Keys(configs)) {
		if len(key) > len(best) && strings.Contains(message, key) {
			best = key
		}
	}
	return best
}

func alreadyExists(topic string) diag.Diagnostic {
	return diag.NewErrorDiagnostic(summaryAlreadyExists, detail(
		fmt.Sprintf("The topic exists, and no resource at this address manages it; an apply that was interrupted may have created it. To manage it, import it:\n\n  terraform import ADDRESS %s\n\nor with a block:\n\n  import {\n    to = ADDRESS\n    id = %q\n  }\n\nADDRESS is what stands after `with` at the top of this error. Where another address of this configuration managed it until now, a moved block takes it along. If this address is tainted: `terraform untaint ADDRESS`. If the state holds a deposed object of this address (a replacement with create_before_destroy ended here): run `terraform state rm ADDRESS` before the import, because the deposed object is this very topic. Otherwise choose another name or version. %s",
			topic, topic, destroyState),
		fact("Topic", topic)))
}

func configReleased(topic string, keys []string) diag.Diagnostic {
	return diag.NewAttributeWarningDiagnostic(path.Root("config"), summaryConfigReleased, detail(
		"These keys are set on the adopted topic and not in config. They stay on the topic as they are, and Terraform stops looking at them. To manage them, add them to config.",
		fact("Topic", topic), fact("Keys", strings.Join(keys, ", "))))
}
