package provider

import (
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafka"
)

// providerData is what every resource and data source shares.
type providerData struct {
	// client is nil where unknown is true.
	client *kafka.Client
	// unknown: the provider block holds values that are known only at apply.
	unknown bool

	maxPartitionsPerTopic int64
	maxReplicasPerBroker  int64 // 0: no bound
	planned               *plannedCreates
	// counting is full while a skew check counts.
	counting chan struct{}
}

var objectOptions = basetypes.ObjectAsOptions{UnhandledNullAsEmpty: true, UnhandledUnknownAsEmpty: false}

// shared takes the provider's data; nil before the provider is configured.
func shared(data any, diags *diag.Diagnostics) *providerData {
	if data == nil {
		return nil
	}
	d, ok := data.(*providerData)
	if !ok {
		diags.AddError("Unexpected Provider Data", fmt.Sprintf("The provider handed over %T. Please report this.", data))
	}
	return d
}

// isOtherCluster tells that the servers are those of another cluster than cluster_id.
func isOtherCluster(err error) bool {
	var other *kafka.ClusterError
	return errors.As(err, &other)
}

func asSettingError(err error) (*kafka.SettingError, bool) {
	var setting *kafka.SettingError
	ok := errors.As(err, &setting)
	return setting, ok
}
