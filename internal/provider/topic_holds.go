package provider

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/shelf-analytics/terraform-provider-capture/internal/markdown"
)

// maxBehind is how many groups the warning names.
const maxBehind = 10

// holds warns of what a destroy deletes, where the broker can be reached and
// the topic holds anything.
func (p *topicPlanner) holds(ctx context.Context, topic string) diag.Diagnostics {
	if p.data == nil || p.data.client == nil || topic == "" {
		return nil
	}
	bounded, cancel := context.WithTimeout(ctx, defaultReadTimeout)
	defer cancel()
	held, err := p.data.client.Holdings(bounded, topic)
	if err != nil || held.Records == 0 {
		return nil
	}
	records := markdown.Form(held.Records, "1 record", markdown.Thousands(held.Records)+" records")
	text := fmt.Sprintf("This plan deletes the topic, and with it the %s between its start and end offsets.", records)
	facts := []labelled{fact("Topic", topic), fact("Records", markdown.Thousands(held.Records))}
	if held.Open > 0 {
		text += fmt.Sprintf(" The last %s of them are in transactions that are still open.", markdown.Thousands(held.Open))
	}
	switch {
	case held.GroupsErr != nil:
		text += " Which groups have not read them is not known."
		facts = append(facts, fact("Error", held.GroupsErr))
	case len(held.Behind) > 0:
		text += " There are consumer groups that have not read to the end: let them drain it first, as capture_swap_readiness verifies, or let go of what they miss."
		var groups []string
		for i, g := range held.Behind {
			if i == maxBehind {
				groups = append(groups, fmt.Sprintf("%d more", len(held.Behind)-maxBehind))
				break
			}
			groups = append(groups, fmt.Sprintf("%s (%s to read)", printable(g.Group), markdown.Thousands(g.Lag)))
		}
		facts = append(facts, fact("Groups behind", strings.Join(groups, ", ")))
	case held.Groups == 0:
		text += " No consumer group has a commit on it, as far as the principal may see."
	default:
		text += " Every consumer group with commits on it, as far as the principal may see, has read to the last stable offset."
	}
	var diags diag.Diagnostics
	diags.AddWarning(summaryHoldsRecords, detail(text, facts...))
	return diags
}

// printable quotes a name that would not read as one in a list.
func printable(name string) string {
	plain := func(r rune) bool { return unicode.IsPrint(r) && r != ',' && r != ' ' }
	if name == "" || strings.ContainsFunc(name, func(r rune) bool { return !plain(r) }) {
		return strconv.Quote(name)
	}
	return name
}
