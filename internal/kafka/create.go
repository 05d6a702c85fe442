package kafka

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// TopicSpec is a topic to create.
type TopicSpec struct {
	Name       string
	Partitions int64
	// ReplicationFactor 0 takes the broker's default.
	ReplicationFactor int64
	// Configs to set on the topic.
	Configs map[string]string
}

// Created is the broker's answer to a create or its dry run.
type Created struct {
	// ID is the topic's UUID; empty in a dry run and before Kafka 2.8.
	ID string
	// Partitions is the count; what was asked for where the broker does not say.
	Partitions int64
	// ReplicationFactor is 0 where the broker does not say.
	ReplicationFactor int64
	// Configs holds the effective configs; empty where the broker does not say.
	Configs map[string]string
	// Hidden tells that the principal may create the topic but not describe
	// it, so that the broker left out the rest.
	Hidden bool
}

// maxNewPartitions is KRaft's bound over all topics of one request.
const maxNewPartitions = 10_000

func fitsCreate(batch []TopicSpec, next TopicSpec) bool {
	sum := next.Partitions
	for _, spec := range batch {
		sum += spec.Partitions
	}
	return sum <= maxNewPartitions && distinct(func(s TopicSpec) string { return s.Name })(batch, next)
}

// Create creates the topic, once: a lost answer is settled by looking the topic
// up. The error is an Error for a refusal, ErrOutcomeUnknown where looking did
// not help; in every other case the topic was not created by us. Where ctx ends
// after the request was sent, Create still waits for the answer.
func (c *Client) Create(ctx context.Context, spec TopicSpec) (Created, error) {
	if err := c.connect(ctx); err != nil {
		return Created{}, err
	}
	return c.creates.do(ctx, spec, true)
}

// ValidateCreate is Create's dry run.
func (c *Client) ValidateCreate(ctx context.Context, spec TopicSpec) (Created, error) {
	if err := c.connect(ctx); err != nil {
		return Created{}, err
	}
	bounded, cancel := context.WithTimeout(ctx, c.cfg.Timeout)
	defer cancel()
	return c.dryRuns.do(bounded, spec, false)
}

func (c *Client) validateTopics(ctx context.Context, specs []TopicSpec) []outcome[Created] {
	return (&creator{client: c, specs: specs, validateOnly: true}).run(ctx)
}

func (c *Client) createTopics(ctx context.Context, specs []TopicSpec) []outcome[Created] {
	defer c.dropSnapshot()
	return (&creator{client: c, specs: specs, before: c.knownBefore(ctx)}).run(ctx)
}

// knownBefore returns the IDs of the topics that were there before our first
// write: what has one of them is not our work.
func (c *Client) knownBefore(ctx context.Context) map[string]string {
	if c.before == nil {
		snapshot, err := c.Snapshot(ctx)
		if err != nil {
			return nil
		}
		c.before = make(map[string]string, len(snapshot.Topics))
		for name, topic := range snapshot.Topics {
			c.before[name] = topic.ID
		}
	}
	return c.before
}

// creator carries one CreateTopics request through its tries.
type creator struct {
	client       *Client
	specs        []TopicSpec
	validateOnly bool
	before       map[string]string

	out  []outcome[Created]
	open map[string]int // topic to index in specs, of those without a final answer
	lost map[string]bool
}

func (w *creator) run(ctx context.Context) []outcome[Created] {
	w.out = make([]outcome[Created], len(w.specs))
	w.open = make(map[string]int, len(w.specs))
	w.lost = make(map[string]bool)
	for i, spec := range w.specs {
		w.open[spec.Name] = i
	}
	last := untilDone(ctx, func() round { return w.try(ctx) })
	for name, i := range w.open {
		err := last.err
		if err == nil {
			err = w.out[i].err
		}
		if err == nil {
			err = context.Cause(ctx)
		}
		if w.lost[name] {
			w.out[i] = w.settle(w.specs[i], err)
			continue
		}
		w.out[i] = outcome[Created]{err: w.client.unreachable(err)}
	}
	return w.out
}

// try sends what is open. Writes are not left to the client library's retries:
// it would not tell a topic that exists from the echo of its own first try.
func (w *creator) try(ctx context.Context) round {
	broker, err := w.client.controller(ctx)
	if err != nil {
		return round{err: err, again: retryable(err)}
	}
	resp, err := w.request().RequestWith(ctx, broker)
	if err != nil {
		w.client.forgetController()
		if !w.validateOnly && !neverSent(err) {
			for name := range w.open {
				w.lost[name] = true
			}
		}
		return round{err: w.client.unreachable(err), again: retryable(err)}
	}
	throttle := time.Duration(0)
	for i := range resp.Topics {
		t := &resp.Topics[i]
		index, ok := w.open[t.Topic]
		if !ok {
			continue
		}
		if t.ErrorCode == kerr.ThrottlingQuotaExceeded.Code {
			throttle = max(throttle, time.Duration(resp.ThrottleMillis)*time.Millisecond)
		}
		out, final := w.answer(w.specs[index], t)
		w.out[index] = out
		if final {
			delete(w.open, t.Topic)
		}
	}
	if len(w.open) > 0 {
		w.client.forgetController()
	}
	return round{again: len(w.open) > 0, wait: throttle}
}

// answer translates one topic's answer; final is false where another try is due.
func (w *creator) answer(spec TopicSpec, t *kmsg.CreateTopicsResponseTopic) (out outcome[Created], final bool) {
	err := refusal(spec.Name, "Create", t.ErrorCode, t.ErrorMessage)
	switch {
	case err == nil:
		return outcome[Created]{answer: created(spec, t)}, true
	case t.ErrorCode == kerr.RequestTimedOut.Code && !w.validateOnly:
		w.lost[spec.Name] = true
		return outcome[Created]{err: err}, false
	case transient(t.ErrorCode):
		return outcome[Created]{err: err}, false
	case t.ErrorCode == kerr.TopicAlreadyExists.Code && w.lost[spec.Name]:
		return w.settle(spec, err), true
	}
	return outcome[Created]{err: err}, true
}

// settle looks up a topic whose answer was lost. It is ours where it is exactly
// what was asked and its ID was not there before; otherwise the error stands.
func (w *creator) settle(spec TopicSpec, err error) outcome[Created] {
	ctx, cancel := context.WithTimeout(context.Background(), w.client.cfg.Timeout)
	defer cancel()
	if free, asked := w.client.nameIsFree(ctx, spec.Name); asked == nil && free {
		return outcome[Created]{err: err}
	}
	topic, lookup := w.client.awaitVisible(ctx, spec.Name)
	if lookup != nil || w.before == nil {
		return outcome[Created]{err: fmt.Errorf("%w: %w", ErrOutcomeUnknown, err)}
	}
	old, was := w.before[spec.Name]
	if was && old == topic.ID || topic.Partitions != spec.Partitions ||
		spec.ReplicationFactor > 0 && topic.ReplicationFactor != spec.ReplicationFactor {
		return outcome[Created]{err: err}
	}
	described := w.client.describeConfigs(ctx, []string{spec.Name})[0]
	if described.err != nil {
		return outcome[Created]{err: fmt.Errorf("%w: %w", ErrOutcomeUnknown, err)}
	}
	set := make(map[string]string)
	effective := make(map[string]string)
	for _, entry := range described.answer {
		effective[entry.Name] = entry.Value
		if entry.OnTopic {
			set[entry.Name] = entry.Value
		}
	}
	for key, value := range spec.Configs {
		if !SameConfigValue(set[key], value) {
			return outcome[Created]{err: err}
		}
	}
	return outcome[Created]{answer: Created{
		ID: topic.ID, Partitions: topic.Partitions, ReplicationFactor: topic.ReplicationFactor, Configs: effective,
	}}
}

func (w *creator) request() *kmsg.CreateTopicsRequest {
	req := kmsg.NewPtrCreateTopicsRequest()
	req.ValidateOnly = w.validateOnly
	req.TimeoutMillis = w.client.timeoutMillis()
	for _, spec := range w.specs {
		if _, ok := w.open[spec.Name]; !ok {
			continue
		}
		t := kmsg.NewCreateTopicsRequestTopic()
		t.Topic = spec.Name
		t.NumPartitions = int32(spec.Partitions)
		t.ReplicationFactor = -1
		if spec.ReplicationFactor > 0 {
			t.ReplicationFactor = int16(spec.ReplicationFactor)
		}
		for _, key := range slices.Sorted(maps.Keys(spec.Configs)) {
			config := kmsg.NewCreateTopicsRequestTopicConfig()
			config.Name = key
			config.Value = kmsg.StringPtr(spec.Configs[key])
			t.Configs = append(t.Configs, config)
		}
		req.Topics = append(req.Topics, t)
	}
	return req
}

func created(spec TopicSpec, t *kmsg.CreateTopicsResponseTopic) Created {
	out := Created{
		ID:                topicID(t.TopicID),
		Partitions:        int64(t.NumPartitions),
		ReplicationFactor: max(0, int64(t.ReplicationFactor)),
		Configs:           make(map[string]string, len(t.Configs)),
		Hidden:            t.ConfigErrorCode == kerr.TopicAuthorizationFailed.Code,
	}
	if out.Partitions <= 0 {
		out.Partitions = spec.Partitions
	}
	for i := range t.Configs {
		if value := t.Configs[i].Value; value != nil {
			out.Configs[t.Configs[i].Name] = *value
		}
	}
	return out
}
