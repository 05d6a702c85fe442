package provider

import (
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

type providerModel struct {
	BootstrapServers types.List   `tfsdk:"bootstrap_servers"`
	ClusterID        types.String `tfsdk:"cluster_id"`
	TLS              types.Object `tfsdk:"tls"`
	SASL             types.Object `tfsdk:"sasl"`
	Timeout          types.String `tfsdk:"timeout"`
	Limits           types.Object `tfsdk:"limits"`
}

type tlsModel struct {
	Enabled             types.Bool   `tfsdk:"enabled"`
	CACert              types.String `tfsdk:"ca_cert"`
	ClientCert          types.String `tfsdk:"client_cert"`
	ClientKey           types.String `tfsdk:"client_key"`
	ClientKeyPassphrase types.String `tfsdk:"client_key_passphrase"`
	SkipVerify          types.Bool   `tfsdk:"skip_verify"`
	ServerName          types.String `tfsdk:"server_name"`
}

type saslModel struct {
	Mechanism types.String `tfsdk:"mechanism"`
	Username  types.String `tfsdk:"username"`
	Password  types.String `tfsdk:"password"`
}

type limitsModel struct {
	MaxPartitionsPerTopic wholeNumber `tfsdk:"max_partitions_per_topic"`
	MaxReplicasPerBroker  wholeNumber `tfsdk:"max_replicas_per_broker"`
}

// environmentDecides ends the description of a block that may be left out.
const environmentDecides = "Without this block the environment variables decide."

func providerSchema() schema.Schema {
	env := func(text, name string) string { return text + fmt.Sprintf(" Environment: `%s`.", name) }
	return schema.Schema{
		MarkdownDescription: "Sized Kafka topics: the partition count is derived from a measured throughput profile, shown with its arithmetic in the plan, and never changed on a live topic.\n\n" +
			"The provider connects when it first needs the cluster; sizing works without any broker. Every connection value can come from the environment instead, and the block wins over the environment. " +
			"A saved plan file holds values written in the block, so keep secrets in environment variables. TLS is off unless a `tls` value or its environment variable says otherwise.",
		Attributes: map[string]schema.Attribute{
			"bootstrap_servers": schema.ListAttribute{
				ElementType: types.StringType, Optional: true,
				MarkdownDescription: "Brokers to connect to first, each as `host:port`. Environment: `KAFKA_BOOTSTRAP_SERVERS`, comma separated.",
			},
			"cluster_id": schema.StringAttribute{
				Optional:            true,
				MarkdownDescription: "The ID that the cluster must have. With another cluster behind the servers every operation is an error before anything is written.",
			},
			"tls": schema.SingleNestedAttribute{
				Optional:            true,
				MarkdownDescription: "TLS is on where any of these values is set. Certificates and keys are PEM text or a path to a PEM file. " + environmentDecides,
				Attributes: map[string]schema.Attribute{
					"enabled":               schema.BoolAttribute{Optional: true, MarkdownDescription: env("TLS with the system's trusted CAs; `false` turns TLS off whatever else is set.", "KAFKA_ENABLE_TLS")},
					"ca_cert":               schema.StringAttribute{Optional: true, MarkdownDescription: env("The CA that signed the brokers' certificates. Default: the system's CAs.", "KAFKA_CA_CERT")},
					"client_cert":           schema.StringAttribute{Optional: true, MarkdownDescription: env("Client certificate, for mutual TLS.", "KAFKA_CLIENT_CERT")},
					"client_key":            schema.StringAttribute{Optional: true, Sensitive: true, MarkdownDescription: env("Its key: PKCS#1, EC, PKCS#8 or encrypted PKCS#8.", "KAFKA_CLIENT_KEY")},
					"client_key_passphrase": schema.StringAttribute{Optional: true, Sensitive: true, MarkdownDescription: env("Passphrase of an encrypted key.", "KAFKA_CLIENT_KEY_PASSPHRASE")},
					"skip_verify":           schema.BoolAttribute{Optional: true, MarkdownDescription: env("Accept any certificate of the brokers. Only for tests.", "KAFKA_SKIP_VERIFY")},
					"server_name":           schema.StringAttribute{Optional: true, MarkdownDescription: "The name to expect in the brokers' certificates. Default: the host of each broker."},
				},
			},
			"sasl": schema.SingleNestedAttribute{
				Optional:            true,
				MarkdownDescription: "Authentication. " + environmentDecides,
				Attributes: map[string]schema.Attribute{
					"mechanism": schema.StringAttribute{Optional: true, MarkdownDescription: env("`plain`, `scram-sha-256` or `scram-sha-512`. Required where a user name is given.", "KAFKA_SASL_MECHANISM")},
					"username":  schema.StringAttribute{Optional: true, MarkdownDescription: env("User name.", "KAFKA_SASL_USERNAME")},
					"password":  schema.StringAttribute{Optional: true, Sensitive: true, MarkdownDescription: env("Password.", "KAFKA_SASL_PASSWORD")},
				},
			},
			"timeout": schema.StringAttribute{
				Optional: true, Validators: []validator.String{durationValidator{least: time.Second, most: 10 * time.Minute}},
				MarkdownDescription: "The most time for one request, connecting included, as a Go duration. Default: `30s`. Retries stay inside the resource's `timeouts`.",
			},
			"limits": schema.SingleNestedAttribute{
				Optional:            true,
				MarkdownDescription: "Bounds on what a plan may create. They never touch an existing topic.",
				Attributes: map[string]schema.Attribute{
					"max_partitions_per_topic": schema.Int64Attribute{CustomType: wholeNumberType{}, Optional: true, Validators: []validator.Int64{int64validator.AtLeast(1)}, MarkdownDescription: "The most partitions of a topic to create. Default: 10000, which is what a KRaft controller accepts in one request."},
					"max_replicas_per_broker":  schema.Int64Attribute{CustomType: wholeNumberType{}, Optional: true, Validators: []validator.Int64{int64validator.AtLeast(1)}, MarkdownDescription: "The most replicas per live broker, counting what is there and everything that this plan creates. Default: no bound."},
				},
			},
		},
	}
}
