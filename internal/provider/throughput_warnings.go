package provider

import (
	"errors"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafka"
	"github.com/shelf-analytics/terraform-provider-capture/internal/live"
)

// throughputWarnings says where the figures are not what they seem.
func throughputWarnings(t live.Throughput) diag.Diagnostics {
	var diags diag.Diagnostics
	if t.Partly() {
		diags.AddWarning(summaryPartlyCovered, partlyCovered(t))
	}
	if t.Ahead > 0 {
		diags.AddWarning(summaryAhead, detail(
			"Records have a timestamp that is yet to come. They and the records behind them in their partitions are not counted, and the figures are too low. Correct the clocks of the producers or of this machine, and see message.timestamp.type and message.timestamp.after.max.ms.",
			fact("Topic", t.Topic), fact("Records not counted", t.Ahead)))
	}
	var why []string
	if t.Compacted != nil && *t.Compacted {
		why = append(why, "The topic is compacted: "+live.CompactionMeans+".")
	}
	if t.Transactional != nil && *t.Transactional {
		why = append(why, "Producers use transactions: "+live.TransactionsMean+".")
	}
	if len(why) > 0 {
		diags.AddWarning(summaryOffsetsNotRecords, detail(
			"The throughput is counted in offsets, and here not each is a record. "+strings.Join(why, " ")+" Leave room for that where you copy the figures.", fact("Topic", t.Topic)))
	}
	return diags
}

// partlyCovered says what of the time to measure is lost.
func partlyCovered(t live.Throughput) string {
	facts := []labelled{
		fact("Topic", t.Topic), fact("From", live.Time(t.Window.From)), fact("Covered from", live.Time(t.CoveredFrom)), fact("To", live.Time(t.Window.To)),
	}
	var text string
	todo := "Measure a shorter time, or keep records for longer (retention.ms, retention.bytes)."
	switch {
	case t.Peak == nil:
		text = "No whole interval is covered, and nothing is measured: the records that are left begin later, or there are none."
		todo = "Measure a later time, or one with a shorter interval, or keep records for longer (retention.ms, retention.bytes)."
	case t.CoveredFrom.After(t.Window.From):
		text = "Only the time from covered_from on is measured: the logs of some partitions begin later than the time asked for, and records before that are deleted. The peak may have been in the part that is lost."
	default:
		text = "Some partitions are empty and had records before, which are deleted. Those that were in the time asked for are not counted, and a higher peak may have been in them. From when on nothing is lost is told by retention.ms alone, which takes the right DescribeConfigs and retention.bytes = -1."
		todo = "Keep records for longer (retention.ms, retention.bytes)."
	}
	if len(t.Cut) > 0 {
		facts = append(facts, fact("Begin later", live.Numbered(t.Cut)))
	}
	if len(t.Emptied) > 0 {
		facts = append(facts, fact("Emptied", live.Numbered(t.Emptied)))
	}
	return detail(text+" "+todo, facts...)
}

// leftOut warns of what could not be read and may be left out; scope is what a
// missing right is needed on.
func leftOut(summary, what, topic, scope string, err error) diag.Diagnostic {
	facts := []labelled{fact("Topic", topic)}
	var refused *kafka.Error
	if errors.As(err, &refused) && refused.Reason == kafka.ReasonUnauthorized {
		what += fmt.Sprintf(" The principal lacks the right %s on %s. Grant it, or use another principal.", refused.Right, scope)
		facts = append(facts, fact("Missing right", refused.Right+" on "+scope))
	}
	return diag.NewWarningDiagnostic(summary, detail(what, append(facts, fact("Error", err))...))
}
