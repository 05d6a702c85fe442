package provider

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/shelf-analytics/terraform-provider-capture/internal/live"
)

type throughputDataSource struct {
	data *providerData
}

var (
	_ datasource.DataSource                   = (*throughputDataSource)(nil)
	_ datasource.DataSourceWithConfigure      = (*throughputDataSource)(nil)
	_ datasource.DataSourceWithValidateConfig = (*throughputDataSource)(nil)
)

func newThroughputDataSource() datasource.DataSource { return &throughputDataSource{} }

func (d *throughputDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_throughput"
}

func (d *throughputDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = throughputSchema()
}

func (d *throughputDataSource) Configure(_ context.Context, req datasource.ConfigureRequest, resp *datasource.ConfigureResponse) {
	d.data = shared(req.ProviderData, &resp.Diagnostics)
}

func (d *throughputDataSource) ValidateConfig(ctx context.Context, req datasource.ValidateConfigRequest, resp *datasource.ValidateConfigResponse) {
	var model throughputModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &model)...)
	if resp.Diagnostics.HasError() || !known(model.Lookback, model.From, model.To, model.Interval) {
		return
	}
	if window, ok := model.window(time.Now()); ok {
		resp.Diagnostics.Append(model.validate(window, time.Now())...)
	}
}

func (d *throughputDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var model throughputModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &model)...)
	if resp.Diagnostics.HasError() || !readable(d.data, &resp.Diagnostics) {
		return
	}
	now := time.Now()
	window, _ := model.window(now) // Terraform validates values again once they are known
	if resp.Diagnostics.Append(model.validate(window, now)...); resp.Diagnostics.HasError() {
		return
	}
	logs, diags := d.read(ctx, model.Topic.ValueString(), window, now)
	if resp.Diagnostics.Append(diags...); resp.Diagnostics.HasError() {
		return
	}
	throughput := live.Measure(logs)
	resp.Diagnostics.Append(throughputWarnings(throughput)...)
	model.set(throughput)
	resp.Diagnostics.Append(resp.State.Set(ctx, &model)...)
}

// clockTolerance is how far ahead of this machine's clock a timestamp may be
// before its record counts as one of the future.
const clockTolerance = time.Minute

// read asks the brokers for what the throughput is measured from. What may be
// left out, and is not known, is a warning.
func (d *throughputDataSource) read(ctx context.Context, topic string, window live.Window, now time.Time) (live.TimedLogs, diag.Diagnostics) {
	client := d.data.client
	edges := window.Edges()
	index, err := client.TimeIndex(ctx, topic, append(edges, now.Add(clockTolerance)), everySoOften(func(settled int) {
		tflog.Info(ctx, "reading the time index", map[string]any{"topic": topic, "edges": settled, "of": len(edges) + 1})
	}))
	if err != nil {
		return live.TimedLogs{}, diag.Diagnostics{topicNotRead(ctx, client, path.Root("topic"), topic, err)}
	}
	logs := live.TimedLogs{Topic: topic, Window: window, Offsets: index.Offsets[:len(edges)]}
	for p, span := range index.Partitions {
		logs.Logs = append(logs.Logs, live.TimedLog{
			Start: span.Start, End: span.High, Since: index.Since[p],
			Ahead: span.High - index.Offsets[len(edges)][p],
		})
	}

	var diags diag.Diagnostics
	if stored, err := client.Stored(ctx, index.Spans); err == nil {
		logs.Stored = &live.Stored{Bytes: stored.Bytes, Records: stored.Records}
	} else {
		diags.Append(leftOut(summarySizeUnknown, "The sizes of the topic's logs could not be read, and avg_event_size_kb is null.", topic, "the cluster", err))
	}
	if entries, err := client.Configs(ctx, topic); err == nil {
		logs.Compacted, logs.Cutoff = compacted(entries), deletedBefore(entries, time.Now())
	} else {
		diags.Append(leftOut(summaryCompactionUnknown, "Whether the topic is compacted could not be checked. If it is, its offsets are not records: "+live.CompactionMeans+".", topic, "topic "+topic, err))
	}
	if found, err := client.Transactions(ctx, index.Spans); err == nil {
		logs.Transactional = &found
	} else {
		tflog.Info(ctx, "transactions not checked", map[string]any{"topic": topic, "error": err.Error()})
	}
	if ctx.Err() != nil {
		return logs, diag.Diagnostics{topicNotRead(ctx, client, path.Root("topic"), topic, ctx.Err())}
	}
	return logs, diags
}

// everySoOften lets a call through once in progressEvery.
func everySoOften(call func(settled int)) func(settled int) {
	last := time.Now()
	return func(settled int) {
		if time.Since(last) >= progressEvery {
			last = time.Now()
			call(settled)
		}
	}
}
