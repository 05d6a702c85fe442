package provider

import (
	"context"
	"errors"
	"math/big"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafka"
	"github.com/shelf-analytics/terraform-provider-capture/internal/skew"
)

type partitionLoadDataSource struct {
	data *providerData
}

var (
	_ datasource.DataSource              = (*partitionLoadDataSource)(nil)
	_ datasource.DataSourceWithConfigure = (*partitionLoadDataSource)(nil)
)

func newPartitionLoadDataSource() datasource.DataSource { return &partitionLoadDataSource{} }

func (d *partitionLoadDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_partition_load"
}

func (d *partitionLoadDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = partitionLoadSchema()
}

func (d *partitionLoadDataSource) Configure(_ context.Context, req datasource.ConfigureRequest, resp *datasource.ConfigureResponse) {
	d.data = shared(req.ProviderData, &resp.Diagnostics)
}

func (d *partitionLoadDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var model partitionLoadModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &model)...)
	if resp.Diagnostics.HasError() || !readable(d.data, &resp.Diagnostics) {
		return
	}
	window, tolerance := model.inputs(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	topic := model.Topic.ValueString()
	records, elapsed, failed := d.observe(ctx, topic, window)
	if failed != nil {
		resp.Diagnostics.Append(failed)
		return
	}
	sizes, err := d.sizes(ctx, topic)
	if ctx.Err() != nil {
		resp.Diagnostics.Append(interrupted(summaryNotRead, fact("Topic", topic)))
		return
	}
	if err != nil {
		resp.Diagnostics.Append(sizeUnknown(topic, err))
	}
	model.set(skew.Observe(records, big.NewRat(elapsed.Nanoseconds(), int64(time.Second)), tolerance), sizes)
	resp.Diagnostics.Append(resp.State.Set(ctx, &model)...)
}

// observe reads the ends of the topic's logs twice, the window apart: what each
// partition took between the readings, by number, and the time between them. The
// end is what a reading asks for last, so that their own times do not count.
func (d *partitionLoadDataSource) observe(ctx context.Context, topic string, window time.Duration) (records []int64, elapsed time.Duration, failed diag.Diagnostic) {
	first, err := d.data.client.Spans(ctx, topic)
	begun := time.Now()
	if err != nil {
		return nil, 0, loadNotRead(ctx, d.data.client, topic, err)
	}
	fields := map[string]any{"topic": topic, "window": window.String()}
	tflog.Info(ctx, "observing partition load", fields)
	if err := watch(ctx, window, fields); err != nil {
		return nil, 0, interrupted(summaryNotRead, fact("Topic", topic))
	}
	second, err := d.data.client.Spans(ctx, topic)
	elapsed = time.Since(begun)
	if errors.Is(err, kafka.ErrNotFound) {
		return nil, 0, topicChanged(topic, "The topic was deleted while it was observed")
	}
	if err != nil {
		return nil, 0, loadNotRead(ctx, d.data.client, topic, err)
	}
	if what, facts := changeBetween(first, second); what != "" {
		return nil, 0, topicChanged(topic, what, facts...)
	}
	records = make([]int64, len(second.Partitions))
	for p, span := range second.Partitions {
		records[p] = span.High - first.Partitions[p].High
	}
	return records, elapsed, nil
}

// sizes are the bytes of the leaders' logs, by partition; where one is not known
// it is missing, and the error says why. The load is known by then: nothing that
// goes wrong here makes it fail.
func (d *partitionLoadDataSource) sizes(ctx context.Context, topic string) (map[int]int64, error) {
	live, err := d.data.client.TopicDetail(ctx, topic)
	if err != nil {
		return nil, err
	}
	sizes := make(map[int]int64, len(live.Details))
	for _, p := range live.Details {
		if p.Bytes != nil {
			sizes[int(p.Number)] = *p.Bytes
		}
	}
	return sizes, live.BytesErr
}

// changeBetween says what became of a topic between two readings that cannot be
// compared; "" where they can.
func changeBetween(first, second kafka.Spans) (what string, facts []labelled) {
	const anew = "The topic was deleted and created anew while it was observed"
	before, after := len(first.Partitions), len(second.Partitions)
	counts := []labelled{fact("Partitions before", before), fact("Partitions after", after)}
	switch {
	case first.ID != second.ID:
		return anew, []labelled{fact("Topic ID before", first.ID), fact("Topic ID after", second.ID)}
	case after < before:
		return anew, counts
	case after > before:
		return "Partitions were added to the topic while it was observed", counts
	}
	for p, span := range second.Partitions {
		if end := first.Partitions[p].High; span.High < end {
			return "The end of a partition went back while the topic was observed: it was created anew, or a leader that lacks records took over",
				[]labelled{fact("Partition", p), fact("End before", end), fact("End after", span.High)}
		}
	}
	return "", nil
}

// topicChanged says that what was observed is not one topic with the same partitions.
func topicChanged(topic, what string, facts ...labelled) diag.Diagnostic {
	return diag.NewErrorDiagnostic(summaryChanged, detail(
		what+". So there is no one load to tell. Read again once nobody changes the topic.", append([]labelled{fact("Topic", topic)}, facts...)...))
}

// loadNotRead says why the ends of the topic's logs could not be read.
func loadNotRead(ctx context.Context, client *kafka.Client, topic string, err error) diag.Diagnostic {
	var unled *kafka.UnledError
	switch {
	case ctx.Err() != nil:
		return interrupted(summaryNotRead, fact("Topic", topic))
	case errors.As(err, &unled):
		return diag.NewErrorDiagnostic(summaryNotRead, detail(
			"What arrives cannot be read from partitions without a leader. Bring back a broker that holds a replica of them.",
			fact("Topic", topic), fact("Error", err)))
	}
	return topicNotRead(ctx, client, path.Root("topic"), topic, err)
}
