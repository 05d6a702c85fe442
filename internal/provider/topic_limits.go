package provider

import (
	"context"
	"fmt"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafka"
	"github.com/shelf-analytics/terraform-provider-capture/internal/sizing"
)

// limitPartitions bounds the count of a topic to create; driver is what derived it.
func (p *topicPlanner) limitPartitions(driver sizing.Driver) {
	most := p.data.partitionLimit()
	if p.plan.Partitions.IsUnknown() || p.plan.Partitions.ValueInt64() <= most {
		return
	}
	text := detail(
		fmt.Sprintf("The plan would create %d partitions, and limits.max_partitions_per_topic is %d. Check the profile; if the count is right, raise the limit in the provider block.", p.plan.Partitions.ValueInt64(), most),
		fact("Topic", p.plan.Topic.ValueString()), fact("Partitions", p.plan.Partitions.ValueInt64()), fact("Limit", most))
	at := "throughput_profile"
	switch {
	case p.wanted.pinned > 0:
		at = "pinned_partitions"
	case driver == sizing.DriverParallelism:
		at = "target_consumers"
	}
	p.refuse(diag.NewAttributeErrorDiagnostic(path.Root(at), summaryLimit, text))
}

func (d *providerData) partitionLimit() int64 {
	if d == nil {
		return defaultMaxPartitionsPerTopic
	}
	return d.maxPartitionsPerTopic
}

// plannedCreates is what the creates of one plan ask for, by topic name.
type plannedCreates struct {
	mu    sync.Mutex
	named map[string]bool
	// unchecked: a create went unchecked because the provider block is unknown.
	unchecked bool
	// replicas of all partitions; a plan looks at a resource more than once.
	replicas map[string]int64
}

func newPlannedCreates() *plannedCreates {
	return &plannedCreates{named: make(map[string]bool), replicas: make(map[string]int64)}
}

// claim is false where another resource of the plan creates the topic already.
func (r *plannedCreates) claim(topic string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.named[topic] {
		return false
	}
	r.named[topic] = true
	return true
}

// firstUnchecked is true once.
func (r *plannedCreates) firstUnchecked() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	first := !r.unchecked
	r.unchecked = true
	return first
}

// claimTopic refuses a topic that two resources of one plan create: the second
// create would fail, and an import of it would put one topic under two addresses.
func (p *topicPlanner) claimTopic() {
	topic := p.plan.Topic
	if p.data == nil || topic.IsUnknown() || p.data.planned.claim(topic.ValueString()) {
		return
	}
	p.refuse(diag.NewAttributeErrorDiagnostic(path.Root("name"), summaryNamedTwice, detail(
		"Another resource of this configuration creates the same topic. A topic belongs to one resource: change name or version, or remove one of them.",
		fact("Topic", topic.ValueString()))))
}

// with notes a topic and returns the sum over all topics that are not live.
func (r *plannedCreates) with(topic string, replicas int64, live map[string]kafka.Topic) int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.replicas[topic] = replicas
	var sum int64
	for name, n := range r.replicas {
		if _, alive := live[name]; !alive {
			sum += n
		}
	}
	return sum
}

// limitReplicas bounds the replicas per live broker over everything that this
// plan creates.
func (p *topicPlanner) limitReplicas(ctx context.Context, spec kafka.TopicSpec, replicationFactor int64) {
	most := p.data.maxReplicasPerBroker
	if most == 0 {
		return
	}
	if replicationFactor == 0 {
		replicationFactor = max(spec.ReplicationFactor, 1)
	}
	snapshot, err := p.data.client.Snapshot(ctx)
	if err != nil {
		p.warnings.Append(notChecked(spec.Name, err))
		return
	}
	var live int64
	for _, topic := range snapshot.Topics {
		live += topic.Replicas
	}
	planned := p.data.planned.with(spec.Name, spec.Partitions*replicationFactor, snapshot.Topics)
	brokers := max(snapshot.Brokers, 1)
	if perBroker := (live + planned + brokers - 1) / brokers; perBroker > most {
		p.refuse(diag.NewErrorDiagnostic(summaryLimit, detail(
			fmt.Sprintf("With what this plan creates each broker would hold %d replicas, and limits.max_replicas_per_broker is %d. Create fewer partitions, add brokers, or raise the limit in the provider block.", perBroker, most),
			fact("Topic", spec.Name), fact("Live replicas", live), fact("Planned replicas", planned), fact("Live brokers", snapshot.Brokers))))
	}
}
