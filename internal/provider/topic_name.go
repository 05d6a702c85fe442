package provider

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// maxTopicName is the most characters of a topic name; source: Apache Kafka's
// org.apache.kafka.common.internals.Topic.
const maxTopicName = 249

var topicNamePattern = regexp.MustCompile(`^[a-zA-Z0-9._-]+$`)

// topicName is the Kafka topic: name, or name.vN with a version.
func topicName(name types.String, version wholeNumber) types.String {
	switch {
	case name.IsUnknown() || version.IsUnknown():
		return types.StringUnknown()
	case name.IsNull():
		return types.StringNull()
	case version.IsNull():
		return name
	}
	return types.StringValue(versioned(name.ValueString(), version.ValueInt64()))
}

func versioned(name string, version int64) string {
	return fmt.Sprintf("%s.v%d", name, version)
}

var versionSuffix = regexp.MustCompile(`^(.+)\.v([1-9][0-9]{0,17})$`)

// splitVersion takes a topic's version off its name; 0 where it has none.
func splitVersion(topic string) (name string, version int64) {
	if m := versionSuffix.FindStringSubmatch(topic); m != nil {
		if n, err := strconv.ParseInt(m[2], 10, 64); err == nil {
			return m[1], n
		}
	}
	return topic, 0
}

// notInternal refuses names that begin like Kafka's own topics.
type notInternal struct{}

var _ validator.String = notInternal{}

func (notInternal) Description(context.Context) string {
	return "must not begin with __, which is Kafka's own"
}

func (v notInternal) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (v notInternal) ValidateString(ctx context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if strings.HasPrefix(req.ConfigValue.ValueString(), "__") {
		resp.Diagnostics.AddAttributeError(req.Path, summaryInvalidName, fmt.Sprintf("%s %s, got %q.", req.Path, v.Description(ctx), req.ConfigValue.ValueString()))
	}
}
