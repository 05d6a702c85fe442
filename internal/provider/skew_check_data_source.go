package provider

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
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
	if names := misread(files.Paths); model.Format.IsNull() && names != "" {
		resp.Diagnostics.AddAttributeWarning(path.Root("files"), summaryReadAsLines, detail(
			"The format is not set, so that each line of these files is taken for one key, whatever their names say. Set format and key_fields, or format = \"lines\".", fact("Files", names)))
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
		facts := []labelled{fact("Files", strings.Join(files.Paths, ", ")), fact("Records without a key", keyless)}
		if fields := check.keys.KeyFields; len(fields) > 0 {
			facts = append(facts, fact("Key fields", strings.Join(fields, ", ")))
		}
		why := "None of the records has a key, so there is nothing to place. Check that format and key_fields fit the files."
		if keyless == 0 {
			why = "The files hold no records, so there is nothing to place."
		}
		resp.Diagnostics.AddAttributeError(path.Root("files"), summaryNoKeys, detail(why, facts...))
		return
	}
	if err != nil {
		resp.Diagnostics.Append(keyFileDiagnostic(err))
		return
	}
	resp.Diagnostics.Append(model.set(ctx, result, check.about(files.Paths, keyless))...)
	if resp.Diagnostics.HasError() {
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &model)...)
}

// rowNames end the names of files whose lines are hardly keys.
var rowNames = []string{".csv", ".tsv", ".jsonl", ".ndjson", ".json"}

// misread are the files among paths that look like rows by their names.
func misread(paths []string) string {
	var names []string
	for _, path := range paths {
		name := strings.ToLower(path)
		for _, packed := range []string{".gz", ".zst"} {
			name = strings.TrimSuffix(name, packed)
		}
		if slices.Contains(rowNames, filepath.Ext(name)) {
			names = append(names, path)
		}
	}
	return strings.Join(names, ", ")
}

// about is what the report says of the files and the settings. It has no paths,
// which may differ from one machine to the next, and with them the plan.
func (c skewCheck) about(paths []string, keyless int64) skew.About {
	about := skew.About{
		Partitioner: c.partitioner.Name(),
		Key:         strings.Join(c.keys.KeyFields, c.keys.KeySeparator),
		Keyless:     keyless,
		Capacity:    c.capacity,
	}
	for _, path := range paths {
		about.Files = append(about.Files, filepath.Base(path))
	}
	if c.keys.Encoding == keyfile.Int32 || c.keys.Encoding == keyfile.Int64 {
		about.Encoding = string(c.keys.Encoding)
	}
	return about
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
		fmt.Sprintf("%s:%d: %s. No row is skipped: mend it, or correct format, header, key_fields, count_field or key_encoding.", bad.Path, bad.Line, bad.Reason),
		fact("File", bad.Path), fact("Line", bad.Line)))
}
