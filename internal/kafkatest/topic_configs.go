package kafkatest

import (
	"context"
	"fmt"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// Config asks a broker for the configuration values that are set on the topic
// itself. A value the broker hides is "".
func (c *Cluster) Config(name string) map[string]string {
	c.t.Helper()
	ctx, cancel := c.context()
	defer cancel()
	configs, err := describeConfigs(ctx, c.client, name)
	if err != nil {
		c.t.Fatalf("configs of topic %s: %v", name, err)
	}
	return configs
}

// SetConfig sets one configuration value by the second client and waits until
// every broker shows it.
func (c *Cluster) SetConfig(name, key, value string) {
	c.t.Helper()
	c.alterConfig(name, kadm.AlterConfig{Op: kadm.SetConfig, Name: key, Value: &value})
	c.waitConfigs(name, func(configs map[string]string) bool {
		present, ok := configs[key]
		return ok && present == value
	})
}

// UnsetConfig removes one configuration value by the second client and waits
// until no broker shows it.
func (c *Cluster) UnsetConfig(name, key string) {
	c.t.Helper()
	c.alterConfig(name, kadm.AlterConfig{Op: kadm.DeleteConfig, Name: key})
	c.waitConfigs(name, func(configs map[string]string) bool {
		_, ok := configs[key]
		return !ok
	})
}

func (c *Cluster) alterConfig(name string, change kadm.AlterConfig) {
	c.t.Helper()
	ctx, cancel := c.context()
	defer cancel()
	responses, err := c.Admin().AlterTopicConfigs(ctx, []kadm.AlterConfig{change}, name)
	if err == nil {
		_, err = responses.On(name, func(r *kadm.AlterConfigsResponse) error { return r.Err })
	}
	if err != nil {
		c.t.Fatalf("config %s of topic %s: %v", change.Name, name, err)
	}
}

func (c *Cluster) waitConfigs(name string, want func(map[string]string) bool) {
	c.t.Helper()
	c.everywhere("configs of topic "+name, func(ctx context.Context, broker kmsg.Requestor) error {
		configs, err := describeConfigs(ctx, broker, name)
		if err == nil && !want(configs) {
			err = fmt.Errorf("shows %v", configs)
		}
		return err
	})
}

func describeConfigs(ctx context.Context, broker kmsg.Requestor, name string) (map[string]string, error) {
	resource := kmsg.NewDescribeConfigsRequestResource()
	resource.ResourceType, resource.ResourceName = kmsg.ConfigResourceTypeTopic, name
	request := kmsg.NewPtrDescribeConfigsRequest()
	request.Resources = append(request.Resources, resource)
	response, err := request.RequestWith(ctx, broker)
	if err != nil {
		return nil, err
	}
	if len(response.Resources) != 1 {
		return nil, fmt.Errorf("%d resources in the answer about one", len(response.Resources))
	}
	if err := answerError(response.Resources[0].ErrorCode, response.Resources[0].ErrorMessage); err != nil {
		return nil, err
	}
	configs := make(map[string]string)
	for _, config := range response.Resources[0].Configs {
		if config.Source != kmsg.ConfigSourceDynamicTopicConfig {
			continue
		}
		configs[config.Name] = ""
		if config.Value != nil {
			configs[config.Name] = *config.Value
		}
	}
	return configs, nil
}
