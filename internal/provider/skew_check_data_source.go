package provider

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/shelf-analytics/terraform-provider-capture/internal/keyfile"
	"github.com/shelf-analytics/terraform-provider-capture/internal/skew"
)

type skewCheckDataSource struct {
	data *providerData
}

var (
	_ datasource.DataSource                   = (*skewCheckDataSource)(nil)
	_ datasource.DataSourceWithConfigure      = (*skewCheckDataSource)(nil)
	_ datasource.DataSourceWithValidateConfig = (*skewCheckDataSource)(nil)
)

func newSkewCheckDataSource() datasource.DataSource { return &skewCheckDataSource{} }

func (d *skewCheckDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_skew_check"
}

func (d *skewCheckDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = skewCheckSchema()
}

func (d *skewCheckDataSource) Configure(_ context.Context, req datasource.ConfigureRequest, resp *datasource.ConfigureResponse) {
	d.data = shared(req.ProviderData, &resp.Diagnostics)
}

func (d *skewCheckDataSource) ValidateConfig(ctx context.Context, req datasource.ValidateConfigRequest, resp *datasource.ValidateConfigResponse) {
	var model skewCheckModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &model)...)
	if resp.Diagnostics.HasError() {
		return
	}
	resp.Diagnostics.Append(model.validate(ctx)...)
}

func (d *skewCheckDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var model skewCheckModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &model)...)
	if resp.Diagnostics.HasError() {
		return
	}
	check, diags := model.check(ctx)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	files, err := keyfile.Find(check.patterns)
	if err != nil {
		resp.Diagnostics.Append(keyFileDiagnostic(err))
		return
	}
	if len(files.Repeated) > 0 {
		resp.Diagnostics.AddAttributeWarning(path.Root("files"), summaryKeyFileTwice, detail(
			"Each file is read once, however often it is named. Where its keys are meant to count twice, copy it.", fact("Named again", strings.Join(files.Repeated, ", "))))
	}
	// One check at a time: it uses all cores, and its memory is bounded.
	select {
	case d.data.counting <- struct{}{}:
	case <-ctx.Done():
		resp.Diagnostics.Append(keyFileDiagnostic(ctx.Err()))
		return
	}
	defer func() {
		debug.FreeOSMemory()
		<-d.data.counting
	}()
	result, keyless, err := check.count(ctx, files.Paths)
	if errors.Is(err, skew.ErrNoKeys) {
		resp.Diagnostics.AddAttributeError(path.Root("files"), summaryNoKeys, detail(
			"None of the records has a key, so there is nothing to place. Check that format and key_fields fit the files.",
			fact("Files", strings.Join(files.Paths, ", ")), fact("Records without a key", keyless)))
		return
	}
	if err != nil {
		resp.Diagnostics.Append(keyFileDiagnostic(err))
		return
	}
	resp.Diagnostics.Append(model.set(ctx, result, skew.About{
		Partitioner: check.partitioner.Name(), Encoding: check.serializer(), Keyless: keyless, Files: len(files.Paths), Capacity: check.capacity,
	})...)
	if resp.Diagnostics.HasError() {
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &model)...)
}

// count reads the files as often as the census needs.
func (c skewCheck) count(ctx context.Context, paths []string) (r *skew.Result, keyless int64, err error) {
	census := skew.NewCensus(c.census)
	for pass := census.Pass(); pass != nil; pass = census.Pass() {
		sinks := make([]keyfile.Sink, len(pass))
		for i, adder := range pass {
			sinks[i] = adder
		}
		summary, err := c.keys.Read(ctx, paths, sinks, func(p keyfile.Progress) {
			// As text: the log would write large numbers as floats.
			tflog.Info(ctx, "reading key files", map[string]any{"keys": fmt.Sprint(p.Keys), "bytes": fmt.Sprint(p.Bytes), "total_bytes": fmt.Sprint(p.TotalBytes)})
		})
		if err != nil {
			return nil, 0, err
		}
		keyless = summary.Keyless
	}
	runtime.GC() // the memory that is over, before the result takes some
	r, err = census.Result(ctx)
	return r, keyless, err
}

// keyFileDiagnostic says what is wrong with a key file, and where.
func keyFileDiagnostic(err error) diag.Diagnostic {
	at := path.Root("files")
	var bad *keyfile.Error
	var option *keyfile.OptionError
	switch {
	case errors.As(err, &option): // of values that were not known before
		return keyOptionDiagnostic(err)
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return diag.NewAttributeErrorDiagnostic(at, summaryKeyFile, detail("The reading of the key files was interrupted.", fact("Error", err)))
	case errors.Is(err, skew.ErrChanged):
		return diag.NewAttributeErrorDiagnostic(at, summaryKeyFile, detail("The key files changed while they were read. Check copies that nobody writes to.", fact("Error", err)))
	case !errors.As(err, &bad):
		return diag.NewAttributeErrorDiagnostic(at, summaryKeyFile, detail("The key files could not be read.", fact("Error", err)))
	case bad.Line == 0:
		return diag.NewAttributeErrorDiagnostic(at, summaryKeyFile, detail(fmt.Sprintf("%s: %s.", bad.Path, bad.Reason), fact("File", bad.Path)))
	}
	return diag.NewAttributeErrorDiagnostic(at, summaryKeyFile, detail(
		fmt.Sprintf("%s:%d: %s. No row is skipped: mend this one, or read the file with other settings.", bad.Path, bad.Line, bad.Reason),
		fact("File", bad.Path), fact("Line", bad.Line)))
}
