// Package provider translates between Terraform and the pure packages: it holds
// schemas, plans and diagnostics, and no arithmetic of its own.
package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/resource"
)

// Address is the provider's source address in the registry.
const Address = "registry.terraform.io/shelf-analytics/capture"

type captureProvider struct {
	version string
}

var (
	_ provider.Provider              = (*captureProvider)(nil)
	_ provider.ProviderWithFunctions = (*captureProvider)(nil)
)

// New returns a factory of the provider in the given version.
func New(version string) func() provider.Provider {
	return func() provider.Provider { return &captureProvider{version: version} }
}

func (p *captureProvider) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = "capture"
	resp.Version = p.version
}

func (p *captureProvider) Schema(_ context.Context, _ provider.SchemaRequest, resp *provider.SchemaResponse) {
	resp.Schema = providerSchema()
}

func (p *captureProvider) Configure(ctx context.Context, req provider.ConfigureRequest, resp *provider.ConfigureResponse) {
	var config providerModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	data, diags := configure(ctx, config, p.version)
	resp.Diagnostics.Append(diags...)
	resp.ResourceData = data
	resp.DataSourceData = data
}

func (p *captureProvider) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{newTopicResource}
}

func (p *captureProvider) DataSources(context.Context) []func() datasource.DataSource {
	return []func() datasource.DataSource{newConsumerLagDataSource, newPartitionLoadDataSource, newSkewCheckDataSource, newSwapReadinessDataSource, newThroughputDataSource, newTopicDataSource, newTopicsDataSource}
}

func (p *captureProvider) Functions(context.Context) []func() function.Function {
	return []func() function.Function{
		newCaptureKeyFunction, newMovedKeyShareFunction, newPartitionForFunction,
		newSaltShardsFunction, newSizePartitionsFunction, newTopicNameFunction,
	}
}
