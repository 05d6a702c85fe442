package provider_test

import (
	"fmt"
	"maps"
	"math/big"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-testing/compare"
	"github.com/hashicorp/terraform-plugin-testing/config"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafkatest"
	"github.com/shelf-analytics/terraform-provider-capture/internal/provider"
)

// inProcess serves the provider from the test itself.
var inProcess = map[string]func() (tfprotov6.ProviderServer, error){
	"capture": providerserver.NewProtocol6WithError(provider.New("test")()),
}

type attributes = map[string]knownvalue.Check

// exactly is a number of the state, to the last digit.
func exactly(text string) knownvalue.Check {
	f, _, err := big.ParseFloat(text, 10, 512, big.ToNearestEven)
	if err != nil {
		f = new(big.Float).SetInf(true) // equal to no attribute
	}
	return knownvalue.NumberExact(f)
}

func count(n int64) knownvalue.Check { return knownvalue.Int64Exact(n) }

func startsWith(line string) knownvalue.Check {
	return knownvalue.StringRegexp(regexp.MustCompile("^" + regexp.QuoteMeta(line+"\n")))
}

// smallTopic is the state after the variables of TestTopicState's first step.
func smallTopic(name string) attributes {
	null := knownvalue.Null()
	return attributes{
		"name":    knownvalue.StringExact(name),
		"version": count(1),
		"throughput_profile": knownvalue.ObjectExact(attributes{
			"peak_events_per_sec": exactly("4200"), "avg_event_size_kb": exactly("18"),
			"per_partition_ceiling_mb_s": exactly("10"), "consumer_events_per_sec": null,
		}),
		"target_consumers":        count(12),
		"headroom_factor":         exactly("1.5"),
		"minimum_headroom_factor": null,
		"rounding":                knownvalue.StringExact("none"),
		"skew":                    null,
		"pinned_partitions":       null,
		"replication_factor":      count(1),
		"config":                  knownvalue.MapExact(attributes{"retention.ms": knownvalue.StringExact("86400000")}),
		"deletion_protection":     knownvalue.Bool(false),
		"timeouts":                knownvalue.ObjectExact(attributes{"create": null, "read": null, "update": null, "delete": null}),
		"topic":                   knownvalue.StringExact(name + ".v1"),
		"topic_id":                knownvalue.StringRegexp(regexp.MustCompile(`^[A-Za-z0-9_-]{22}$`)),
		"partitions":              count(18),
		"established_partitions":  count(18),
		"sizing": knownvalue.ObjectExact(attributes{
			"peak_mb_per_sec":               exactly("73.828125"),
			"throughput_partitions":         count(8),
			"consumer_rate_partitions":      null,
			"parallelism_partitions":        count(12),
			"driver":                        knownvalue.StringExact("parallelism"),
			"headroom_factor":               exactly("1.5"),
			"required_partitions":           count(18),
			"recommended_partitions":        count(18),
			"busiest_consumer_factor":       exactly("1.3333"),
			"hottest_partition_mb_per_sec":  null,
			"hottest_partition_utilization": null,
			"explanation":                   startsWith("recommend 18 partitions (driver=parallelism, headroom=1.5x)"),
		}),
	}
}

// fullTopic is the state with every attribute set.
func fullTopic(name string) attributes {
	full := smallTopic(name)
	maps.Copy(full, attributes{
		"throughput_profile": knownvalue.ObjectExact(attributes{
			"peak_events_per_sec": exactly("4200"), "avg_event_size_kb": exactly("16"),
			"per_partition_ceiling_mb_s": exactly("12.5"), "consumer_events_per_sec": exactly("400"),
		}),
		"headroom_factor":         exactly("1.4"),
		"minimum_headroom_factor": exactly("1.25"),
		"rounding":                knownvalue.StringExact("consumer_multiple"),
		"skew":                    knownvalue.ObjectExact(attributes{"peak_to_mean_ratio": exactly("1.5"), "hottest_key_share": exactly("0.01")}),
		"pinned_partitions":       count(18),
		"timeouts": knownvalue.ObjectExact(attributes{
			"create": knownvalue.StringExact("3m"), "read": knownvalue.Null(), "update": knownvalue.Null(), "delete": knownvalue.Null(),
		}),
		"sizing": knownvalue.ObjectExact(attributes{
			"peak_mb_per_sec":               exactly("65.625"),
			"throughput_partitions":         count(6),
			"consumer_rate_partitions":      count(11),
			"parallelism_partitions":        count(12),
			"driver":                        knownvalue.StringExact("parallelism"),
			"headroom_factor":               exactly("1.4"),
			"required_partitions":           count(17),
			"recommended_partitions":        count(24),
			"busiest_consumer_factor":       exactly("1"),
			"hottest_partition_mb_per_sec":  exactly("5.46875"),
			"hottest_partition_utilization": exactly("0.4375"),
			"explanation":                   startsWith("recommend 24 partitions (driver=parallelism, headroom=1.4x)"),
		}),
	})
	return full
}

func TestTopicState(t *testing.T) {
	cluster := kafkatest.Start(t)
	t.Setenv("KAFKA_BOOTSTRAP_SERVERS", strings.Join(cluster.BootstrapServers(), ","))
	t.Setenv("TF_ACC_PROVIDER_NAMESPACE", "shelf-analytics")
	name := cluster.TopicName("orders")
	small := config.Variables{
		"name":                config.StringVariable(name),
		"topic_version":       config.IntegerVariable(1),
		"deletion_protection": config.BoolVariable(false),
		"config":              config.MapVariable(map[string]config.Variable{"retention.ms": config.StringVariable("86400000")}),
	}
	full := maps.Clone(small)
	maps.Copy(full, config.Variables{
		"headroom_factor":         config.FloatVariable(1.4),
		"minimum_headroom_factor": config.FloatVariable(1.25),
		"rounding":                config.StringVariable("consumer_multiple"),
		"pinned_partitions":       config.IntegerVariable(18),
		"replication_factor":      config.IntegerVariable(1),
		"timeouts":                config.MapVariable(map[string]config.Variable{"create": config.StringVariable("3m")}),
		"profile": config.ObjectVariable(map[string]config.Variable{
			"peak_events_per_sec": config.IntegerVariable(4200), "avg_event_size_kb": config.IntegerVariable(16),
			"per_partition_ceiling_mb_s": config.FloatVariable(12.5), "consumer_events_per_sec": config.IntegerVariable(400),
		}),
		"skew": config.ObjectVariable(map[string]config.Variable{
			"peak_to_mean_ratio": config.FloatVariable(1.5), "hottest_key_share": config.FloatVariable(0.01),
		}),
	})

	same, other := statecheck.CompareValue(compare.ValuesSame()), statecheck.CompareValue(compare.ValuesDiffer())
	id := tfjsonpath.New("topic_id")
	step := func(v config.Variables, action plancheck.ResourceActionType, want attributes, checks ...statecheck.StateCheck) resource.TestStep {
		return resource.TestStep{
			ConfigFile:      config.StaticFile("testdata/topic/main.tf"),
			ConfigVariables: v,
			ConfigPlanChecks: resource.ConfigPlanChecks{
				PreApply:             []plancheck.PlanCheck{plancheck.ExpectResourceAction(this, action)},
				PostApplyPostRefresh: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()},
			},
			ConfigStateChecks: append(checks, statecheck.ExpectKnownValue(this, tfjsonpath.Path{}, knownvalue.ObjectExact(want))),
		}
	}
	vanished := step(full, plancheck.ResourceActionCreate, fullTopic(name), other.AddStateValue(this, id))
	vanished.PreConfig = func() { cluster.DeleteTopic(name + ".v1") }

	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: inProcess,
		Steps: []resource.TestStep{
			step(small, plancheck.ResourceActionCreate, smallTopic(name), same.AddStateValue(this, id)),
			step(small, plancheck.ResourceActionNoop, smallTopic(name)),
			step(full, plancheck.ResourceActionUpdate, fullTopic(name), same.AddStateValue(this, id), other.AddStateValue(this, id)),
			{
				ConfigFile:                           config.StaticFile("testdata/topic/main.tf"),
				ConfigVariables:                      full,
				ResourceName:                         this,
				ImportState:                          true,
				ImportStateId:                        name + ".v1",
				ImportStateVerify:                    true,
				ImportStateVerifyIdentifierAttribute: "topic",
				// What a topic does not tell, and the protection that an import sets.
				ImportStateVerifyIgnore: []string{
					"name", "version", "throughput_profile", "target_consumers", "headroom_factor", "minimum_headroom_factor",
					"rounding", "skew", "pinned_partitions", "established_partitions", "sizing", "deletion_protection", "timeouts",
				},
			},
			vanished,
		},
		CheckDestroy: func(*terraform.State) error {
			if _, there := cluster.Topic(name + ".v1"); there {
				return fmt.Errorf("the topic is still there")
			}
			return nil
		},
	})
}
