package provider_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafkatest"
)

// configs is the value of the config variable; nil values are null.
type configs map[string]any

// configured starts a topic with the given config. The base variables are
// those of the topic without config.
func configured(t *testing.T, config configs) (cluster *kafkatest.Cluster, w *workspace, base vars, topic string) {
	t.Helper()
	cluster = startAlone(t)
	w = newWorkspace(t, cluster, "topic")
	topic = cluster.TopicName("configured")
	base = vars{"name": topic, "profile": profile(1), "target_consumers": 1}
	if config == nil {
		w.set(base).applied()
	} else {
		w.set(base.with(vars{"config": config})).applied()
	}
	return cluster, w, base, topic
}

// wantConfig asserts what is set on the topic itself, and nothing else.
func wantConfig(t *testing.T, cluster *kafkatest.Cluster, topic string, want map[string]string) {
	t.Helper()
	if got := cluster.Config(topic); !maps.Equal(got, want) {
		t.Errorf("config of the topic is %v, want %v", got, want)
	}
}

// wantAlterations asserts the config changes that the provider sent since the
// mark, dry runs left out: "key=value" for a set, "-key" for a reset. Apache
// Kafka's request log has no bodies, so there only their absence is asserted.
func wantAlterations(t *testing.T, cluster *kafkatest.Cluster, mark int, want ...string) {
	t.Helper()
	var got []string
	named := 0
	for _, r := range cluster.RequestsSince(mark) {
		if r.Key != kmsg.IncrementalAlterConfigs.Int16() {
			continue
		}
		named++
		request, ok := r.Request.(*kmsg.IncrementalAlterConfigsRequest)
		if !ok || request.ValidateOnly {
			continue
		}
		for _, resource := range request.Resources {
			for _, config := range resource.Configs {
				if config.Op == kmsg.IncrementalAlterConfigOpDelete {
					got = append(got, "-"+config.Name)
				} else if config.Value != nil {
					got = append(got, config.Name+"="+*config.Value)
				}
			}
		}
	}
	if cluster.Apache() {
		if (named == 0) != (len(want) == 0) {
			t.Errorf("%d IncrementalAlterConfigs, want changes %q", named, want)
		}
		return
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("sent %q, want %q", got, want)
	}
}

func TestConfigSetChangeRemove(t *testing.T) {
	cluster, w, base, topic := configured(t, configs{"retention.ms": "1000", "segment.ms": "5000"})
	wantConfig(t, cluster, topic, map[string]string{"retention.ms": "1000", "segment.ms": "5000"})

	mark := cluster.Mark()
	w.set(base.with(vars{"config": configs{"retention.ms": "2000", "segment.ms": "5000"}}))
	w.plan().exits(2).says(`~ "retention.ms" = "1000" -> "2000"`)
	wantConfig(t, cluster, topic, map[string]string{"retention.ms": "1000", "segment.ms": "5000"})
	w.applied()
	wantAlterations(t, cluster, mark, "retention.ms=2000")
	wantConfig(t, cluster, topic, map[string]string{"retention.ms": "2000", "segment.ms": "5000"})

	mark = cluster.Mark()
	w.set(base.with(vars{"config": configs{"segment.ms": "5000"}})).applied()
	wantAlterations(t, cluster, mark, "-retention.ms")
	wantConfig(t, cluster, topic, map[string]string{"segment.ms": "5000"})

	mark = cluster.Mark()
	w.set(base).applied()
	wantAlterations(t, cluster, mark, "-segment.ms")
	wantConfig(t, cluster, topic, map[string]string{})
	w.wants(this, vars{"config": nil})
}

func TestConfigAddedToATopicWithout(t *testing.T) {
	cluster, w, base, topic := configured(t, nil)
	wantConfig(t, cluster, topic, map[string]string{})
	mark := cluster.Mark()
	w.set(base.with(vars{"config": configs{"retention.ms": "1000"}})).applied()
	wantAlterations(t, cluster, mark, "retention.ms=1000")
	wantConfig(t, cluster, topic, map[string]string{"retention.ms": "1000"})
	w.wants(this, vars{"config": configs{"retention.ms": "1000"}, "established_partitions": 2})
}

func TestConfigNullIsAsIfLeftOut(t *testing.T) {
	cluster, w, base, topic := configured(t, configs{"retention.ms": "1000", "segment.ms": nil})
	wantConfig(t, cluster, topic, map[string]string{"retention.ms": "1000"})
	// A key whose value becomes null is reset, as if it were removed.
	mark := cluster.Mark()
	w.set(base.with(vars{"config": configs{"retention.ms": nil, "segment.ms": nil}})).applied()
	wantAlterations(t, cluster, mark, "-retention.ms")
	wantConfig(t, cluster, topic, map[string]string{})
	// A key of another source stays out of sight while its value is null.
	cluster.SetConfig(topic, "segment.ms", "7000")
	w.unchanged()
	wantConfig(t, cluster, topic, map[string]string{"segment.ms": "7000"})
}

func TestConfigNullAddedChangesNothing(t *testing.T) {
	cluster, w, base, topic := configured(t, configs{"retention.ms": "1000"})
	mark := cluster.Mark()
	w.set(base.with(vars{"config": configs{"retention.ms": "1000", "segment.ms": nil}}))
	w.unchanged()
	w.applied()
	wantAlterations(t, cluster, mark)
	wantConfig(t, cluster, topic, map[string]string{"retention.ms": "1000"})
}

func TestConfigEquivalentValues(t *testing.T) {
	cluster, w, base, topic := configured(t, configs{
		"cleanup.policy": "compact,delete", "preallocate": "true", "min.cleanable.dirty.ratio": "0.5",
		"retention.ms": "1000", "segment.ms": "5000",
	})
	mark := cluster.Mark()
	same := configs{
		"cleanup.policy": "delete, compact", "preallocate": "TRUE", "min.cleanable.dirty.ratio": "0.50",
		"retention.ms": " 1000 ", "segment.ms": "05000",
	}
	w.set(base.with(vars{"config": same}))
	w.unchanged()
	w.applied()
	wantAlterations(t, cluster, mark)

	// Where another key changes too, the others may show and are not sent.
	other := configs{}
	maps.Copy(other, same)
	other["retention.ms"] = "2000"
	w.set(base.with(vars{"config": other})).applied().says("1 changed")
	wantAlterations(t, cluster, mark, "retention.ms=2000")
	if got := cluster.Config(topic)["retention.ms"]; got != "2000" {
		t.Errorf("retention.ms is %q on the topic", got)
	}
	if got := cluster.Config(topic)["cleanup.policy"]; !strings.HasPrefix(got, "compact") {
		t.Errorf("cleanup.policy was sent again: it is %q on the topic", got)
	}
}

func TestConfigCreatedWithUnusualText(t *testing.T) {
	_, w, _, _ := configured(t, configs{
		"cleanup.policy": "delete, compact", "preallocate": "True", "min.cleanable.dirty.ratio": "0.50",
	})
	w.wants(this, vars{"config": configs{
		"cleanup.policy": "delete, compact", "preallocate": "True", "min.cleanable.dirty.ratio": "0.50",
	}})
}

// Brokers write doubles in Java's way and drop repetitions in lists.
func TestConfigWrittenAnotherWay(t *testing.T) {
	for _, config := range []configs{
		{"min.cleanable.dirty.ratio": "0.00001", "cleanup.policy": "compact,delete,compact"},
		{"min.cleanable.dirty.ratio": "5e-1"},
		{"min.cleanable.dirty.ratio": "0.3333333333333333333333333333333333333333"},
	} {
		_, w, base, _ := configured(t, config)
		w.set(base.with(vars{"config": config})).unchanged()
	}
}

func TestConfigEqualToTheDefault(t *testing.T) {
	cluster, w, base, topic := configured(t, nil)
	// Seven days are the default of brokers.
	w.set(base.with(vars{"config": configs{"retention.ms": "604800000", "cleanup.policy": "delete"}})).applied()
	// Unset out of band, the broker reads the same: nothing to repair.
	cluster.UnsetConfig(topic, "retention.ms")
	w.unchanged()
	w.set(base).applied()
	wantConfig(t, cluster, topic, map[string]string{})
}

func TestConfigForeignKey(t *testing.T) {
	cluster, w, base, topic := configured(t, configs{"retention.ms": "1000"})
	cluster.SetConfig(topic, "max.message.bytes", "2000000")
	w.unchanged().lacks("max.message.bytes")
	w.wants(this, vars{"config": configs{"retention.ms": "1000"}})

	mark := cluster.Mark()
	w.set(base.with(vars{"config": configs{"retention.ms": "2000"}}))
	w.plan().exits(2).lacks("max.message.bytes")
	w.applied()
	w.set(base).applied()
	wantAlterations(t, cluster, mark, "retention.ms=2000", "-retention.ms")
	wantConfig(t, cluster, topic, map[string]string{"max.message.bytes": "2000000"})
}

func TestConfigDriftIsRepaired(t *testing.T) {
	cluster, w, _, topic := configured(t, configs{"retention.ms": "1000", "segment.ms": "5000"})
	cluster.SetConfig(topic, "retention.ms", "9000")
	w.plan().exits(2).says(`~ "retention.ms" = "9000" -> "1000"`)
	mark := cluster.Mark()
	w.applied()
	wantAlterations(t, cluster, mark, "retention.ms=1000")

	cluster.UnsetConfig(topic, "retention.ms")
	cluster.UnsetConfig(topic, "segment.ms")
	w.plan().exits(2).says(`+ "retention.ms" = "1000"`, `+ "segment.ms" = "5000"`)
	w.applied()
	wantConfig(t, cluster, topic, map[string]string{"retention.ms": "1000", "segment.ms": "5000"})
}

func TestConfigSensitiveValue(t *testing.T) {
	cluster := startAlone(t)
	w := newWorkspace(t, cluster, "secret_config")
	topic := cluster.TopicName("sensitive")
	w.set(vars{"name": topic, "retention": "123454321"}).applied().lacks("123454321")
	wantConfig(t, cluster, topic, map[string]string{"retention.ms": "123454321", "cleanup.policy": "compact"})
	w.set(vars{"name": topic, "retention": "0123454321"}).unchanged()
	w.set(vars{"name": topic, "retention": "543212345"})
	w.plan().exits(2).lacks("543212345", "123454321")
	w.applied().lacks("543212345", "123454321")
	if got := cluster.Config(topic)["retention.ms"]; got != "543212345" {
		t.Errorf("retention.ms is %q", got)
	}
}

func TestConfigStaticChecks(t *testing.T) {
	anchored := func(r result, key string) result {
		t.Helper()
		return r.exits(1).says("Invalid Topic Config", key, "with "+this, "config = var.config")
	}
	t.Run("without a broker", func(t *testing.T) {
		w := newWorkspace(t, nil, "topic")
		w.set(vars{"name": "any", "replication_factor": 2, "config": configs{"min.insync.replicas": "3"}})
		anchored(w.plan(), "min.insync.replicas").says("Replication factor: 2")
		w.set(vars{"name": "any", "replication_factor": 3, "config": configs{"min.insync.replicas": "3"}}).plan().exits(2)
		// 18 KB are 18432 bytes.
		w.set(vars{"name": "any", "config": configs{"max.message.bytes": "18431"}})
		anchored(w.plan(), "max.message.bytes").says("18432 bytes")
		w.set(vars{"name": "any", "config": configs{"max.message.bytes": "18432"}}).plan().exits(2)
	})
	t.Run("with the broker's default replication factor", func(t *testing.T) {
		cluster := startAlone(t)
		w := newWorkspace(t, cluster, "topic")
		topic := cluster.TopicName("isr")
		w.set(vars{"name": topic, "config": configs{"min.insync.replicas": "2"}})
		anchored(w.plan(), "min.insync.replicas").says("Replication factor: 1")
		if _, there := cluster.Topic(topic); there {
			t.Error("the refused plan created the topic")
		}
	})
	t.Run("on an existing topic", func(t *testing.T) {
		cluster, w, base, topic := configured(t, configs{"min.insync.replicas": "1"})
		mark := cluster.Mark()
		w.set(base.with(vars{"config": configs{"min.insync.replicas": "2"}}))
		anchored(w.plan(), "min.insync.replicas")
		w.apply().exits(1)
		w.set(base.with(vars{"config": configs{"max.message.bytes": "100"}}))
		anchored(w.plan(), "max.message.bytes")
		wantAlterations(t, cluster, mark)
		wantConfig(t, cluster, topic, map[string]string{"min.insync.replicas": "1"})
	})
}
