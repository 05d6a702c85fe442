package provider

import (
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafka"
	"github.com/shelf-analytics/terraform-provider-capture/internal/sizing"
)

// managedConfig returns the keys with a value; a null value is as if left out.
// known is false where the map or a value is unknown.
func managedConfig(config types.Map) (set map[string]string, known bool) {
	set = make(map[string]string, len(config.Elements()))
	if config.IsUnknown() {
		return set, false
	}
	known = true
	for key, value := range config.Elements() {
		text, ok := value.(types.String)
		switch {
		case !ok || text.IsNull():
		case text.IsUnknown():
			known = false
		default:
			set[key] = text.ValueString()
		}
	}
	return set, known
}

// sameConfig tells whether both maps manage the same keys with values that the
// broker reads as the same.
func sameConfig(a, b map[string]string) bool {
	return maps.EqualFunc(a, b, kafka.SameConfigValue)
}

// configChange is what to send to get from one map to the other. Keys of an
// adopted topic that the configuration does not name are released: they stay as
// they are on the topic.
func configChange(topic string, from, to map[string]string, adopted bool) (change kafka.ConfigChange, released []string) {
	change = kafka.ConfigChange{Topic: topic, Set: make(map[string]string)}
	for key, value := range to {
		if old, ok := from[key]; !ok || !kafka.SameConfigValue(old, value) {
			change.Set[key] = value
		}
	}
	for _, key := range slices.Sorted(maps.Keys(from)) {
		if _, ok := to[key]; ok {
			continue
		}
		if adopted {
			released = append(released, key)
		} else {
			change.Reset = append(change.Reset, key)
		}
	}
	return change, released
}

func empty(change kafka.ConfigChange) bool {
	return len(change.Set) == 0 && len(change.Reset) == 0
}

// refreshedConfig is the managed map as the broker has it now: the old text
// where the broker reads it as the same, nothing where the key is not set.
func refreshedConfig(prior types.Map, entries []kafka.ConfigEntry) types.Map {
	if prior.IsNull() || prior.IsUnknown() {
		return prior
	}
	live := make(map[string]kafka.ConfigEntry, len(entries))
	for _, entry := range entries {
		live[entry.Name] = entry
	}
	elements := make(map[string]attr.Value, len(prior.Elements()))
	for key, value := range prior.Elements() {
		text, ok := value.(types.String)
		if !ok || text.IsNull() {
			elements[key] = value
			continue
		}
		entry, there := live[key]
		switch {
		case there && (entry.Sensitive || kafka.SameConfigValue(entry.Value, text.ValueString())):
			elements[key] = value
		case there && entry.OnTopic:
			elements[key] = types.StringValue(entry.Value)
		}
	}
	return types.MapValueMust(types.StringType, elements)
}

// adoptedConfig is everything that is set on a topic, for an import.
func adoptedConfig(entries []kafka.ConfigEntry) types.Map {
	elements := make(map[string]attr.Value)
	for _, entry := range entries {
		if entry.OnTopic && !entry.Throttle() && !entry.Sensitive {
			elements[entry.Name] = types.StringValue(entry.Value)
		}
	}
	if len(elements) == 0 {
		return types.MapNull(types.StringType)
	}
	return types.MapValueMust(types.StringType, elements)
}

const (
	keyMinInSync  = "min.insync.replicas"
	keyMaxMessage = "max.message.bytes"
)

// checkConfig finds values that brokers accept and that cannot work. A
// replication factor of 0 and a nil event size are not known.
func checkConfig(set map[string]string, replicationFactor int64, eventSizeKB *big.Rat) diag.Diagnostics {
	var diags diag.Diagnostics
	if n, ok := integerOf(set, keyMinInSync); ok && replicationFactor > 0 && n > replicationFactor {
		diags.AddAttributeError(path.Root("config").AtMapKey(keyMinInSync), summaryConfigInvalid, detail(
			"min.insync.replicas is above the replication factor: no write with acks=all would ever succeed, and brokers accept it all the same. Lower it, or raise replication_factor.",
			fact(keyMinInSync, n), fact("Replication factor", replicationFactor)))
	}
	if n, ok := integerOf(set, keyMaxMessage); ok && eventSizeKB != nil && tooLarge(eventSizeKB, n) {
		diags.AddAttributeError(path.Root("config").AtMapKey(keyMaxMessage), summaryConfigInvalid, detail(
			"The average event is larger than max.message.bytes, so that the broker would refuse it. Raise max.message.bytes, or correct avg_event_size_kb.",
			fact(keyMaxMessage, n), fact("Average event", sizing.Text(bytesOf(eventSizeKB), 1)+" bytes")))
	}
	return diags
}

// warnOfBrokerMaximum compares the average event with a max.message.bytes that
// the topic inherits. It is no error: the broker's default may change.
func (p *topicPlanner) warnOfBrokerMaximum(set, effective map[string]string) {
	if _, own := set[keyMaxMessage]; own {
		return
	}
	if n, ok := integerOf(effective, keyMaxMessage); ok && p.wanted.eventSize() != nil && tooLarge(p.wanted.eventSize(), n) {
		p.warnings.AddAttributeWarning(path.Root("throughput_profile").AtName("avg_event_size_kb"), summaryConfigInvalid, detail(
			"The average event (avg_event_size_kb) is larger than the broker's max.message.bytes, which the topic inherits, so that the broker would refuse it. Set max.message.bytes in config, or correct avg_event_size_kb.",
			fact("Topic", p.plan.Topic.ValueString()), fact(keyMaxMessage, n), fact("Average event", sizing.Text(bytesOf(p.wanted.eventSize()), 1)+" bytes")))
	}
}

func bytesOf(kb *big.Rat) *big.Rat { return new(big.Rat).Mul(kb, big.NewRat(1024, 1)) }

func tooLarge(eventSizeKB *big.Rat, limit int64) bool {
	return bytesOf(eventSizeKB).Cmp(new(big.Rat).SetInt64(limit)) > 0
}

// integerOf is a key's value where it is set to a whole number; the broker
// judges anything else.
func integerOf(set map[string]string, key string) (int64, bool) {
	n, err := strconv.ParseInt(strings.TrimSpace(set[key]), 10, 64)
	return n, err == nil
}
