package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/big"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/shelf-analytics/terraform-provider-capture/internal/provider"
)

const dataSource = "capture_skew_check"

// prepareSource starts the provider as Terraform sees it, within this process,
// and configures it without a broker. The reading is one ReadDataSource whose
// other settings have their defaults.
func prepareSource(ctx context.Context) (reading, error) {
	server, err := providerserver.NewProtocol6WithError(provider.New("bench")())()
	if err != nil {
		return nil, err
	}
	schemas, err := server.GetProviderSchema(ctx, &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		return nil, err
	}
	schema, ok := schemas.DataSourceSchemas[dataSource]
	if !ok {
		return nil, fmt.Errorf("the provider has no data source %s", dataSource)
	}
	if err := configure(ctx, server, schemas.Provider); err != nil {
		return nil, err
	}
	return func(ctx context.Context, files []string) (int64, error) {
		paths := make([]tftypes.Value, len(files))
		for i, file := range files {
			paths[i] = tftypes.NewValue(tftypes.String, file)
		}
		config, err := configOf(schema, map[string]tftypes.Value{
			"files":      tftypes.NewValue(tftypes.List{ElementType: tftypes.String}, paths),
			"partitions": tftypes.NewValue(tftypes.Number, partitions),
		})
		if err != nil {
			return 0, err
		}
		resp, err := server.ReadDataSource(ctx, &tfprotov6.ReadDataSourceRequest{TypeName: dataSource, Config: config})
		if err != nil {
			return 0, err
		}
		if err := firstError(resp.Diagnostics); err != nil {
			return 0, err
		}
		return recordsOf(schema, resp.State)
	}, nil
}

func configure(ctx context.Context, server tfprotov6.ProviderServer, schema *tfprotov6.Schema) error {
	config, err := configOf(schema, nil)
	if err != nil {
		return err
	}
	resp, err := server.ConfigureProvider(ctx, &tfprotov6.ConfigureProviderRequest{Config: config})
	if err != nil {
		return err
	}
	return firstError(resp.Diagnostics)
}

// configOf is a configuration with the given attributes and no others.
func configOf(schema *tfprotov6.Schema, given map[string]tftypes.Value) (*tfprotov6.DynamicValue, error) {
	object, ok := schema.ValueType().(tftypes.Object)
	if !ok {
		return nil, errors.New("the schema is no object")
	}
	attributes := make(map[string]tftypes.Value)
	for name, kind := range object.AttributeTypes {
		attributes[name] = tftypes.NewValue(kind, nil)
	}
	maps.Copy(attributes, given)
	if err := tftypes.ValidateValue(object, attributes); err != nil {
		return nil, err
	}
	value, err := tfprotov6.NewDynamicValue(object, tftypes.NewValue(object, attributes))
	return &value, err
}

// recordsOf returns the records of what the data source read.
func recordsOf(schema *tfprotov6.Schema, state *tfprotov6.DynamicValue) (int64, error) {
	value, err := state.Unmarshal(schema.ValueType())
	if err != nil {
		return 0, err
	}
	var attributes map[string]tftypes.Value
	if err := value.As(&attributes); err != nil {
		return 0, err
	}
	var number *big.Float
	if err := attributes["records"].As(&number); err != nil {
		return 0, err
	}
	if number == nil {
		return 0, errors.New("the data source returned no records")
	}
	records, _ := number.Int64()
	return records, nil
}

func firstError(diagnostics []*tfprotov6.Diagnostic) error {
	for _, d := range diagnostics {
		if d.Severity == tfprotov6.DiagnosticSeverityError {
			return fmt.Errorf("%s: %s", d.Summary, d.Detail)
		}
	}
	return nil
}
