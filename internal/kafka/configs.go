package kafka

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// ConfigEntry is one config of a topic.
type ConfigEntry struct {
	Name string
	// Value is empty where Sensitive: brokers do not tell it.
	Value string
	// Untold: the broker tells no value.
	Untold bool
	// Source is where the value comes from, by Kafka's name, such as
	// DYNAMIC_TOPIC_CONFIG or DEFAULT_CONFIG.
	Source string
	// OnTopic: the value is set on the topic, not inherited.
	OnTopic   bool
	Sensitive bool
}

// Throttle tells the keys that a running reassignment sets and removes.
func (e ConfigEntry) Throttle() bool {
	return strings.HasSuffix(e.Name, ".replication.throttled.replicas")
}

// ConfigChange is an incremental change of a topic's configs.
type ConfigChange struct {
	Topic string
	// Set gives keys a value.
	Set map[string]string
	// Reset puts keys back to their default.
	Reset []string
}

// Configs returns all configs of a topic, sorted by name. The error is an Error
// for a refusal (ReasonUnauthorized without the DescribeConfigs right).
func (c *Client) Configs(ctx context.Context, topic string) ([]ConfigEntry, error) {
	if err := c.connect(ctx); err != nil {
		return nil, err
	}
	return c.describe.do(ctx, topic, false)
}

// AlterConfigs applies the change; keys that it does not name stay as they are. It
// returns once a broker shows the change, or after 5 s.
func (c *Client) AlterConfigs(ctx context.Context, change ConfigChange) error {
	if err := c.connect(ctx); err != nil {
		return err
	}
	if _, err := c.alters.do(ctx, change, true); err != nil {
		return err
	}
	c.awaitConfigs(ctx, change)
	return nil
}

// ValidateConfigs is AlterConfigs' dry run.
func (c *Client) ValidateConfigs(ctx context.Context, change ConfigChange) error {
	if err := c.connect(ctx); err != nil {
		return err
	}
	bounded, cancel := context.WithTimeout(ctx, c.cfg.Timeout)
	defer cancel()
	_, err := c.checks.do(bounded, change, false)
	return err
}

func (c *Client) describeConfigs(ctx context.Context, topics []string) []outcome[[]ConfigEntry] {
	out := make([]outcome[[]ConfigEntry], len(topics))
	index := make(map[string]int, len(topics))
	req := kmsg.NewPtrDescribeConfigsRequest()
	for i, topic := range topics {
		index[topic] = i
		out[i].err = errUnanswered
		resource := kmsg.NewDescribeConfigsRequestResource()
		resource.ResourceType = kmsg.ConfigResourceTypeTopic
		resource.ResourceName = topic
		req.Resources = append(req.Resources, resource)
	}
	bounded, cancel := context.WithTimeout(ctx, c.cfg.Timeout)
	defer cancel()
	resp, err := req.RequestWith(bounded, c.kgo)
	if err != nil {
		for i := range out {
			out[i].err = c.unreachable(err)
		}
		return out
	}
	for _, r := range resp.Resources {
		i, ok := index[r.ResourceName]
		if !ok {
			continue
		}
		out[i].err = refusal(r.ResourceName, "DescribeConfigs", r.ErrorCode, r.ErrorMessage)
		for _, config := range r.Configs {
			entry := ConfigEntry{
				Name:      config.Name,
				OnTopic:   config.Source == kmsg.ConfigSourceDynamicTopicConfig,
				Sensitive: config.IsSensitive,
				Untold:    config.IsSensitive || config.Value == nil,
				Source:    config.Source.String(),
			}
			if config.Value != nil {
				entry.Value = *config.Value
			}
			out[i].answer = append(out[i].answer, entry)
		}
		slices.SortFunc(out[i].answer, func(a, b ConfigEntry) int { return strings.Compare(a.Name, b.Name) })
	}
	return out
}

var errUnanswered = errors.New("the broker's answer leaves the topic out")

func (c *Client) alterConfigs(ctx context.Context, changes []ConfigChange) []outcome[struct{}] {
	return c.incrementalAlter(ctx, changes, false) // the snapshot holds no configs
}

func (c *Client) validateConfigs(ctx context.Context, changes []ConfigChange) []outcome[struct{}] {
	return c.incrementalAlter(ctx, changes, true)
}

// incrementalAlter repeats what the brokers could not do yet: the change says
// what to arrive at, so that doing it twice is the same.
func (c *Client) incrementalAlter(ctx context.Context, changes []ConfigChange, validateOnly bool) []outcome[struct{}] {
	w := newRepeat(c, len(changes), func(i int) string { return changes[i].Topic })
	return w.run(ctx, func(open map[string]int) (time.Duration, error) {
		req := kmsg.NewPtrIncrementalAlterConfigsRequest()
		req.ValidateOnly = validateOnly
		for _, change := range changes {
			if _, ok := open[change.Topic]; ok {
				req.Resources = append(req.Resources, alteration(change))
			}
		}
		resp, err := req.RequestWith(ctx, c.kgo)
		if err != nil {
			return 0, err
		}
		var throttle time.Duration
		for i := range resp.Resources {
			r := &resp.Resources[i]
			w.answer(r.ResourceName, refusal(r.ResourceName, "AlterConfigs", r.ErrorCode, r.ErrorMessage), transient(r.ErrorCode))
			if r.ErrorCode == kerr.ThrottlingQuotaExceeded.Code {
				throttle = time.Duration(resp.ThrottleMillis) * time.Millisecond
			}
		}
		return throttle, nil
	})
}

func alteration(change ConfigChange) kmsg.IncrementalAlterConfigsRequestResource {
	resource := kmsg.NewIncrementalAlterConfigsRequestResource()
	resource.ResourceType = kmsg.ConfigResourceTypeTopic
	resource.ResourceName = change.Topic
	for _, key := range slices.Sorted(maps.Keys(change.Set)) {
		config := kmsg.NewIncrementalAlterConfigsRequestResourceConfig()
		config.Name = key
		config.Op = kmsg.IncrementalAlterConfigOpSet
		config.Value = kmsg.StringPtr(change.Set[key])
		resource.Configs = append(resource.Configs, config)
	}
	for _, key := range change.Reset {
		config := kmsg.NewIncrementalAlterConfigsRequestResourceConfig()
		config.Name = key
		config.Op = kmsg.IncrementalAlterConfigOpDelete
		resource.Configs = append(resource.Configs, config)
	}
	return resource
}
