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

// topicNotRead says why a data source could not read a topic, which the
// attribute at names. Of a topic that is not there it tells the near names.
func topicNotRead(ctx context.Context, client *kafka.Client, at path.Path, topic string, err error) diag.Diagnostic {
	switch {
	case errors.Is(err, context.Canceled), ctx.Err() != nil:
		return interrupted(summaryNotRead, fact("Topic", topic))
	case errors.Is(err, kafka.ErrVanished):
		return diag.NewErrorDiagnostic(summaryChanged, detail(
			"The topic was deleted or recreated while it was read. Plan again once nobody changes the topic.", fact("Topic", topic), fact("Error", err)))
	case kafka.ReasonOf(err) == kafka.ReasonName:
		return diag.NewAttributeErrorDiagnostic(at, summaryInvalidName, detail(
			fmt.Sprintf("Kafka has no topic of such a name: it is 1 to %d of the characters a-z, A-Z, 0-9, '.', '_' and '-', and neither '.' nor '..'. Correct %s.", maxTopicName, at),
			fact("Topic", topic), fact("Error", err)))
	case !errors.Is(err, kafka.ErrNotFound):
		return failure(summaryNotRead, "The topic could not be read.", topic, err)
	}
	facts := []labelled{fact("Topic", topic)}
	if snapshot, err := client.Snapshot(ctx); err == nil {
		names := make([]string, 0, len(snapshot.Topics))
		for name := range snapshot.Topics {
			names = append(names, name)
		}
		if near := nearNames(topic, names); len(near) > 0 {
			facts = append(facts, fact("Near names", strings.Join(near, ", ")))
		}
	}
	return diag.NewAttributeErrorDiagnostic(at, summaryNotFound, detail(
		fmt.Sprintf("The cluster has no such topic, and a data source does not create it. Correct %s, which is the full Kafka topic name, such as orders.v2, or create the topic first.", at), facts...))
}

// interrupted says that there is no result of a topic or a group because somebody
// ended the reading.
func interrupted(summary string, about labelled) diag.Diagnostic {
	return diag.NewErrorDiagnostic(summary, detail("The reading was interrupted, and a part of it is no result. Read it again.", about))
}
