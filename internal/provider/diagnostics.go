package provider

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafka"
)

// Summaries of diagnostics. They are part of the contract: people search for
// them and docs explain them. The guard's findings have theirs in package sizing.
const (
	summaryAhead               = "Records Ahead Of The Clock"
	summaryAlreadyExists       = "Topic Already Exists"
	summaryAuthentication      = "Authentication Failed"
	summaryChanged             = "Topic Changed While Observed"
	summaryCommitsOfGone       = "Commits On Missing Topics"
	summaryCompactionUnknown   = "Compaction Not Checked"
	summaryConfigReleased      = "Config Keys Released"
	summaryConfigInvalid       = "Invalid Topic Config"
	summaryConnection          = "Broker Not Reachable"
	summaryCreateFailed        = "Topic Not Created"
	summaryDeleteFailed        = "Topic Not Deleted"
	summaryDestroyRefused      = "Topic Destroy Refused"
	summaryGone                = "Topic Deleted Outside Terraform"
	summaryGroupNotFound       = "Consumer Group Not Found"
	summaryGroupNotRead        = "Consumer Group Not Read"
	summaryHoldsRecords        = "Topic Holds Records"
	summaryHottestKey          = "No Partition Count Can Carry The Hottest Key"
	summaryHottestPartition    = "Hottest Partition Above The Ceiling"
	summaryInvalidName         = "Invalid Topic Name"
	summaryInvalidSizing       = "Invalid Sizing Input"
	summaryInvalidSkewCheck    = "Invalid Skew Check"
	summaryInvalidWindow       = "Invalid Throughput Window"
	summaryKeyFile             = "Key File Not Read"
	summaryKeyFileTwice        = "Key File Named Twice"
	summaryLimit               = "Partition Limit Exceeded"
	summaryNamedTwice          = "Topic Named Twice"
	summaryNoCommits           = "No Committed Offsets"
	summaryNoKeys              = "No Keys Provided"
	summaryNotChecked          = "Plan Not Checked Against The Broker"
	summaryNotFound            = "Topic Not Found"
	summaryNotRead             = "Topic Not Read"
	summaryNotVisible          = "Topic Not Visible On The Brokers"
	summaryOffsetsNotRecords   = "Offsets Are Not Records"
	summaryOtherCluster        = "Wrong Cluster"
	summaryPartlyCovered       = "Throughput Partly Covered"
	summaryReadAsLines         = "Key File Read As Lines"
	summaryRecreated           = "Topic Recreated Outside Terraform"
	summaryRefused             = "Topic Refused By The Broker"
	summaryReplacementRefused  = "Topic Replacement Refused"
	summaryReplicationChange   = "Replication Factor Change Refused"
	summaryReplicationUneven   = "Partitions Differ In Replication Factor"
	summarySizeUnknown         = "Log Size Not Known"
	summaryUnauthorized        = "Not Authorized"
	summaryUnconfirmed         = "Topic Creation Unconfirmed"
	summaryUpdateFailed        = "Topic Not Updated"
	summaryDescribeUnavailable = "Topic Created But Not Described"
)

// What ends every refusal: terraform destroy makes a normal plan first, and the
// provider cannot tell that plan from others.
const (
	destroyInstead = "To destroy instead, remove the block or use `-destroy -refresh=false`, once deletion_protection = false has been applied."
	// destroyState is destroyInstead where the state does not hold the topic.
	destroyState = "To destroy instead what the state holds, remove the block or use `-destroy -refresh=false`."
)

// labelled is one fact on a line of its own.
type labelled struct{ label, value string }

func fact(label string, value any) labelled { return labelled{label, fmt.Sprint(value)} }

// detail is the text of a diagnostic: what failed and what to do, a blank line,
// the facts.
func detail(text string, facts ...labelled) string {
	var b strings.Builder
	b.WriteString(text)
	for i, f := range facts {
		if i == 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "\n%s: %s", f.label, f.value)
	}
	return b.String()
}

// attributePath is the path of an attribute that a pure package names, such as
// throughput_profile.peak_events_per_sec.
func attributePath(name string) path.Path {
	root, rest, nested := strings.Cut(name, ".")
	at := path.Root(root)
	if nested {
		for step := range strings.SplitSeq(rest, ".") {
			at = at.AtName(step)
		}
	}
	return at
}

// failure says why something could not be done with a topic on the brokers.
func failure(summary, what, topic string, err error) diag.Diagnostic {
	return failureAbout(summary, what, fact("Topic", topic), err)
}

// failureAbout is failure about a topic or a group.
func failureAbout(summary, what string, about labelled, err error) diag.Diagnostic {
	if text, facts, ok := connectionFacts(err); ok {
		return diag.NewErrorDiagnostic(connectionSummary(err), detail(what+" "+text, append([]labelled{about}, facts...)...))
	}
	if errors.Is(err, context.DeadlineExceeded) {
		what += " It took longer than timeouts allows; raise it there, or look at the load of the brokers."
	}
	var refused *kafka.Error
	if errors.As(err, &refused) && refused.Reason == kafka.ReasonUnauthorized {
		kind, on := "topic", refused.Topic
		if refused.Group != "" {
			kind, on = "group", refused.Group
		}
		return diag.NewErrorDiagnostic(summaryUnauthorized, detail(
			fmt.Sprintf("%s The principal lacks the right %s on the %s. Grant it, or use another principal.", what, refused.Right, kind),
			about, fact("Missing right", fmt.Sprintf("%s on %s %s", refused.Right, kind, on)), fact("Error", refused.Error())))
	}
	return diag.NewErrorDiagnostic(summary, detail(what, about, fact("Error", err.Error())))
}

// connectionSummary tells brokers that cannot be reached from ones that can and
// are not to be used.
func connectionSummary(err error) string {
	var connect *kafka.ConnectError
	switch {
	case isOtherCluster(err):
		return summaryOtherCluster
	case errors.As(err, &connect) && connect.Authentication():
		return summaryAuthentication
	}
	return summaryConnection
}

// connectionFacts explains a connection failure; ok is false for any other error.
func connectionFacts(err error) (text string, facts []labelled, ok bool) {
	if errors.Is(err, kafka.ErrNoServers) {
		return "No bootstrap servers are configured. Set bootstrap_servers in the provider block or KAFKA_BOOTSTRAP_SERVERS.", nil, true
	}
	var other *kafka.ClusterError
	if errors.As(err, &other) {
		return "The servers belong to another cluster than cluster_id names, and nothing was written. Correct bootstrap_servers or cluster_id.",
			[]labelled{fact("Expected cluster", other.Want), fact("Cluster found", other.Got)}, true
	}
	var connect *kafka.ConnectError
	if !errors.As(err, &connect) {
		return "", nil, false
	}
	text = "The brokers could not be used: " + connect.Cause + "."
	if connect.Cure != "" {
		text += " " + connect.Cure
	}
	if connect.Address != "" {
		facts = append(facts, fact("Broker", connect.Address))
	}
	facts = append(facts, fact("Bootstrap servers", strings.Join(connect.Servers, ", ")), fact("Error", strings.Join(strings.Fields(connect.Err.Error()), " ")))
	return text, facts, true
}
