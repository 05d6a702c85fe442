package provider

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

type topicNameFunction struct{}

var _ function.Function = (*topicNameFunction)(nil)

func newTopicNameFunction() function.Function { return &topicNameFunction{} }

func (f *topicNameFunction) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "topic_name"
}

func (f *topicNameFunction) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary:             "The Kafka topic of a name and a version",
		MarkdownDescription: "Returns `name.vN`, the topic that `capture_topic` makes of `name` and `version`, so that ACLs and producers name it without depending on the resource.",
		Parameters: []function.Parameter{
			function.StringParameter{Name: "name", MarkdownDescription: "The `name` of the topic."},
			function.NumberParameter{Name: "version", AllowNullValue: true, MarkdownDescription: "The `version`, at least 1; null: the topic is `name`."},
		},
		Return: function.StringReturn{},
	}
}

func (f *topicNameFunction) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var name string
	var version types.Number
	resp.Error = req.Arguments.Get(ctx, &name, &version)
	if resp.Error != nil {
		return
	}
	topic := name
	if !version.IsNull() {
		n, invalid := wholeArgument(1, "version", version, math.MaxInt64)
		if invalid != nil {
			resp.Error = invalid
			return
		}
		topic = versioned(name, n)
	}
	switch {
	case !topicNamePattern.MatchString(name), name == ".", name == "..", strings.HasPrefix(name, "__"):
		resp.Error = function.NewArgumentFuncError(0, fmt.Sprintf("name must be of the characters a-z, A-Z, 0-9, '.', '_' and '-', not '.' or '..', and not begin with __, got %q", name))
	case len(topic) > maxTopicName:
		resp.Error = function.NewArgumentFuncError(0, fmt.Sprintf("the topic name %s has %d characters; Kafka takes at most %d", topic, len(topic), maxTopicName))
	default:
		resp.Error = resp.Result.Set(ctx, topic)
	}
}
