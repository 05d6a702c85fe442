package provider_test

import (
	"strings"
	"testing"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafkatest"
)

const refused = "Topic Refused By The Broker"

// onWrites has a control of kfake answer creates and config changes, dry runs
// too, where refuse gives a code and a message for a topic's config. kfake
// validates no config; the messages are those of Apache Kafka 4.4.
func onWrites(cluster *kafkatest.Cluster, refuse func(config map[string]string) (*kerr.Error, string)) {
	cluster.Intercept(kmsg.CreateTopics.Int16(), func(req kmsg.Request) (kmsg.Response, error, bool) {
		request := req.(*kmsg.CreateTopicsRequest)
		resp := request.ResponseKind().(*kmsg.CreateTopicsResponse)
		for _, topic := range request.Topics {
			config := make(map[string]string)
			for _, entry := range topic.Configs {
				config[entry.Name] = *entry.Value
			}
			if code, message := refuse(config); code != nil {
				answer := kmsg.NewCreateTopicsResponseTopic()
				answer.Topic, answer.ErrorCode, answer.ErrorMessage = topic.Topic, code.Code, kmsg.StringPtr(message)
				resp.Topics = append(resp.Topics, answer)
			}
		}
		return resp, nil, len(resp.Topics) > 0
	})
	cluster.Intercept(kmsg.IncrementalAlterConfigs.Int16(), func(req kmsg.Request) (kmsg.Response, error, bool) {
		request := req.(*kmsg.IncrementalAlterConfigsRequest)
		resp := request.ResponseKind().(*kmsg.IncrementalAlterConfigsResponse)
		for _, resource := range request.Resources {
			config := make(map[string]string)
			for _, entry := range resource.Configs {
				if entry.Value != nil {
					config[entry.Name] = *entry.Value
				}
			}
			if code, message := refuse(config); code != nil {
				answer := kmsg.NewIncrementalAlterConfigsResponseResource()
				answer.ResourceType, answer.ResourceName = resource.ResourceType, resource.ResourceName
				answer.ErrorCode, answer.ErrorMessage = code.Code, kmsg.StringPtr(message)
				resp.Resources = append(resp.Resources, answer)
			}
		}
		return resp, nil, len(resp.Resources) > 0
	})
}

// asApacheRefuses is the broker's validation of the configs that these tests use.
func asApacheRefuses(config map[string]string) (*kerr.Error, string) {
	if _, ok := config["no.such.config"]; ok {
		return kerr.InvalidConfig, "Unknown topic config name: no.such.config"
	}
	switch config["retention.ms"] {
	case "abc":
		return kerr.InvalidConfig, "Invalid value abc for configuration retention.ms: Not a number of type LONG"
	case "-2":
		return kerr.InvalidConfig, "Invalid value -2 for configuration retention.ms: Value must be at least -1"
	}
	return nil, ""
}

// refusals are plans that the broker refuses for a config key: what is set, the
// broker's message, and the line of the configuration that is at fault.
var refusals = []struct {
	name          string
	set           vars
	message, line string
}{
	{"value", vars{"retention": "abc"}, "Invalid value abc for configuration retention.ms: Not a number of type LONG", `"retention.ms" = var.retention`},
	{"range", vars{"retention": "-2"}, "Invalid value -2 for configuration retention.ms: Value must be at least -1", `"retention.ms" = var.retention`},
	{"name", vars{"unknown_name": "1"}, "Unknown topic config name: no.such.config", `"no.such.config" = var.unknown_name`},
}

func TestRefusedConfigOnCreate(t *testing.T) {
	for _, test := range refusals {
		t.Run(test.name, func(t *testing.T) {
			cluster := startAlone(t)
			if !cluster.Apache() {
				onWrites(cluster, asApacheRefuses)
			}
			w := newWorkspace(t, cluster, "literal_config")
			topic := cluster.TopicName("refused")
			w.set(vars{"name": topic}.with(test.set))
			w.plan().exits(1).says(refused, "INVALID_CONFIG", test.message, test.line, "Topic: "+topic).lacks("segment.ms")
			w.apply().exits(1)
			w.absent()
			if _, there := cluster.Topic(topic); there {
				t.Error("the topic was created")
			}
		})
	}
}

func TestRefusedConfigOnChange(t *testing.T) {
	for _, test := range refusals {
		t.Run(test.name, func(t *testing.T) {
			cluster := startAlone(t)
			if !cluster.Apache() {
				onWrites(cluster, asApacheRefuses)
			}
			w := newWorkspace(t, cluster, "literal_config")
			topic := cluster.TopicName("refused")
			w.set(vars{"name": topic}).applied()
			before := cluster.Config(topic)
			w.set(vars{"name": topic}.with(test.set))
			w.plan().exits(1).says(refused, "INVALID_CONFIG", test.message, test.line, "Topic: "+topic)
			w.apply().exits(1)
			wantConfig(t, cluster, topic, before)
			w.set(vars{"name": topic}).unchanged()
		})
	}
}

func TestRefusedReplicationFactor(t *testing.T) {
	cluster := startAlone(t)
	w := newWorkspace(t, cluster, "literal_config")
	topic := cluster.TopicName("replicas")
	w.set(vars{"name": topic, "replication_factor": 5})
	r := w.plan().exits(1).says(refused, "INVALID_REPLICATION_FACTOR", "replication_factor = var.replication_factor", "Topic: "+topic)
	if cluster.Apache() {
		r.says("Unable to replicate the partition 5 time(s): The target replication factor of 5 cannot be reached")
	}
	w.apply().exits(1)
	w.absent()
}

func TestRefusedNameCollision(t *testing.T) {
	cluster := startAlone(t)
	live := cluster.TopicName("my.topic")
	cluster.CreateTopic(live, 1, 1, nil)
	topic := strings.Replace(live, ".", "_", 1)
	w := newWorkspace(t, cluster, "literal_config")
	w.set(vars{"name": topic})
	r := w.plan().exits(1).says(refused, "INVALID_TOPIC_EXCEPTION", "name = var.name", "Topic: "+topic)
	if cluster.Apache() {
		r.says("Topic '" + topic + "' collides with existing topic: " + live)
	}
	w.absent()
}

func TestRefusedByPolicy(t *testing.T) {
	kafkatest.NeedsKfake(t, "it answers like a broker with a create policy")
	const message = "Topics need an owner in their name"
	cluster := startAlone(t)
	onWrites(cluster, func(config map[string]string) (*kerr.Error, string) {
		if config["retention.ms"] == "1000" {
			return nil, ""
		}
		return kerr.PolicyViolation, message
	})
	w := newWorkspace(t, cluster, "literal_config")
	topic := cluster.TopicName("policy")
	w.set(vars{"name": topic, "retention": "2000"})
	w.plan().exits(1).says(refused, "POLICY_VIOLATION", message, "Topic: "+topic)
	w.absent()

	w.set(vars{"name": topic}).applied()
	w.set(vars{"name": topic, "retention": "2000"})
	w.plan().exits(1).says(refused, "POLICY_VIOLATION", message, "Topic: "+topic)
}

// What the plan could not see is refused at apply, with nothing in the state.
func TestRefusedAtApplyAlone(t *testing.T) {
	kafkatest.NeedsKfake(t, "it refuses what it accepted in a dry run")
	const message = "Creation of topics is frozen"
	cluster := startAlone(t)
	cluster.Intercept(kmsg.CreateTopics.Int16(), func(req kmsg.Request) (kmsg.Response, error, bool) {
		request := req.(*kmsg.CreateTopicsRequest)
		resp := request.ResponseKind().(*kmsg.CreateTopicsResponse)
		for _, topic := range request.Topics {
			answer := kmsg.NewCreateTopicsResponseTopic()
			answer.Topic, answer.ErrorCode, answer.ErrorMessage = topic.Topic, kerr.PolicyViolation.Code, kmsg.StringPtr(message)
			resp.Topics = append(resp.Topics, answer)
		}
		return resp, nil, !request.ValidateOnly
	})
	w := newWorkspace(t, cluster, "literal_config")
	topic := cluster.TopicName("frozen")
	w.set(vars{"name": topic})
	w.plan().exits(2)
	w.apply().exits(1).says(refused, "POLICY_VIOLATION", message, "Topic: "+topic)
	w.absent()
}

func TestReplicationFactorChangeRefused(t *testing.T) {
	cluster := startAlone(t, kafkatest.Brokers(3))
	w := newWorkspace(t, cluster, "literal_config")
	topic := cluster.TopicName("rf")
	w.set(vars{"name": topic, "replication_factor": 1}).applied()
	mark := cluster.Mark()
	w.set(vars{"name": topic, "replication_factor": 2})
	w.plan().exits(1).says(
		"Replication Factor Change Refused", "replication_factor = var.replication_factor",
		"Topic: "+topic, "Live replication factor: 1", "Configured replication factor: 2", "-destroy -refresh=false")
	w.apply().exits(1)
	for _, r := range cluster.RequestsSince(mark) {
		if r.Key == kmsg.AlterPartitionAssignments.Int16() {
			t.Error("the refused plan sent AlterPartitionAssignments")
		}
	}
	// Left out, it is the live one.
	w.set(vars{"name": topic}).unchanged()
	w.wants(this, vars{"replication_factor": 1})
}

// A saved plan meets a topic that was deleted since: the next plan is the way on.
func TestConfigChangeOfADeletedTopic(t *testing.T) {
	cluster := startAlone(t)
	w := newWorkspace(t, cluster, "topic")
	name := cluster.TopicName("deleted")
	w.set(vars{"name": name}).applied()
	w.set(vars{"name": name, "config": vars{"retention.ms": "1000"}}).plan("-out=saved.plan").exits(2)
	cluster.DeleteTopic(name)
	w.apply("saved.plan").exits(1).says("Error: Topic Not Found", "deleted outside Terraform", "Plan again", "Topic: "+name)
	w.applied().says("1 added")
}
