package provider

import (
	"context"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafka"
)

const (
	defaultTimeout                = 30 * time.Second
	defaultMaxPartitionsPerTopic  = 10_000
	markdownEnvironment           = " Environment: `%s`."
	connectionFollowsEnvironments = "Without this block the environment variables decide."
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

func providerSchema() schema.Schema {
	env := func(text, name string) string { return text + fmt.Sprintf(markdownEnvironment, name) }
	return schema.Schema{
		MarkdownDescription: "Sized Kafka topics: the partition count is derived from a measured throughput profile, shown with its arithmetic in the plan, and never changed on a live topic.\n\n" +
			"The provider connects when it first needs the cluster; sizing works without any broker. Every connection value can come from the environment instead, and the block wins over the environment. " +
			"A saved plan file holds values written in the block, so keep secrets in environment variables. TLS is off unless a `tls` value or its environment variable says otherwise.",
		Attributes: map[string]schema.Attribute{
			"bootstrap_servers": schema.ListAttribute{
				ElementType: types.StringType, Optional: true,
				MarkdownDescription: env("Brokers to connect to first, each as `host:port`.", "KAFKA_BOOTSTRAP_SERVERS") + " (comma separated)",
			},
			"cluster_id": schema.StringAttribute{
				Optional:            true,
				MarkdownDescription: "The ID that the cluster must have. With another cluster behind the servers every operation is an error before anything is written.",
			},
			"tls": schema.SingleNestedAttribute{
				Optional:            true,
				MarkdownDescription: "TLS is on where any of these values is set. Certificates and keys are PEM text or a path to a PEM file. " + connectionFollowsEnvironments,
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
				MarkdownDescription: "Authentication. " + connectionFollowsEnvironments,
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

// configure builds the shared provider data. It does not connect.
func configure(ctx context.Context, config providerModel, version string) (*providerData, diag.Diagnostics) {
	var diags diag.Diagnostics
	data := &providerData{maxPartitionsPerTopic: defaultMaxPartitionsPerTopic, planned: newPlannedReplicas()}
	s := settings{ctx: ctx, diags: &diags}

	limits := limitsModel{}
	s.object(config.Limits, &limits)
	if !limits.MaxPartitionsPerTopic.IsNull() && !limits.MaxPartitionsPerTopic.IsUnknown() {
		data.maxPartitionsPerTopic = limits.MaxPartitionsPerTopic.ValueInt64()
	}
	data.maxReplicasPerBroker = limits.MaxReplicasPerBroker.ValueInt64()

	conf := kafka.Config{
		Servers:   s.servers(config.BootstrapServers),
		ClusterID: s.text(config.ClusterID, ""),
		TLS:       s.tls(config.TLS),
		SASL:      s.sasl(config.SASL),
		Timeout:   defaultTimeout,
		Version:   version,
		Log:       kafkaLog(ctx),
	}
	if text := s.text(config.Timeout, ""); text != "" {
		if d, err := time.ParseDuration(text); err == nil {
			conf.Timeout = d
		}
	}
	if s.unknown {
		data.unknown = true
		return data, diags
	}
	if diags.HasError() {
		return data, diags
	}
	client, err := kafka.New(conf)
	if err != nil {
		diags.Append(settingDiagnostic(err))
		return data, diags
	}
	data.client = client
	return data, diags
}

// settings reads the block and falls back to the environment.
type settings struct {
	ctx     context.Context
	diags   *diag.Diagnostics
	unknown bool
}

// object reads a nested block into target; an unknown one is noted.
func (s *settings) object(value types.Object, target any) {
	if value.IsUnknown() {
		s.unknown = true
		return
	}
	if !value.IsNull() {
		s.diags.Append(value.As(s.ctx, target, objectOptions)...)
	}
}

func (s *settings) text(value types.String, env string) string {
	switch {
	case value.IsUnknown():
		s.unknown = true
		return ""
	case !value.IsNull():
		return value.ValueString()
	case env != "":
		return os.Getenv(env)
	}
	return ""
}

// flag returns the value and whether it was given at all.
func (s *settings) flag(value types.Bool, env string) (on, given bool) {
	if value.IsUnknown() {
		s.unknown = true
		return false, false
	}
	if !value.IsNull() {
		return value.ValueBool(), true
	}
	text := os.Getenv(env)
	if text == "" {
		return false, false
	}
	on, err := strconv.ParseBool(text)
	if err != nil {
		s.diags.AddError("Invalid Environment Variable", detail(fmt.Sprintf("%s must be true or false. Change it, or unset it.", env), fact("Value", text)))
	}
	return on, true
}

func (s *settings) servers(list types.List) []string {
	if list.IsUnknown() {
		s.unknown = true
		return nil
	}
	var servers []string
	if !list.IsNull() {
		var values []types.String
		s.diags.Append(list.ElementsAs(s.ctx, &values, false)...)
		for i, value := range values {
			if value.IsUnknown() {
				s.unknown = true
				continue
			}
			s.server(path.Root("bootstrap_servers").AtListIndex(i), value.ValueString())
			servers = append(servers, value.ValueString())
		}
		if len(values) == 0 {
			s.diags.AddAttributeError(path.Root("bootstrap_servers"), "No Bootstrap Servers", "The list is empty. Give at least one broker as host:port, or remove the attribute and set KAFKA_BOOTSTRAP_SERVERS.")
		}
		return servers
	}
	text := os.Getenv("KAFKA_BOOTSTRAP_SERVERS")
	if text == "" {
		return nil
	}
	for server := range strings.SplitSeq(text, ",") {
		server = strings.TrimSpace(server)
		s.server(path.Root("bootstrap_servers"), server)
		servers = append(servers, server)
	}
	return servers
}

// server finds the usual mistakes in one address.
func (s *settings) server(at path.Path, server string) {
	invalid := func(cure string) {
		s.diags.AddAttributeError(at, "Invalid Bootstrap Server", detail(cure, fact("Value", strconv.Quote(server))))
	}
	switch {
	case strings.Contains(server, "://"):
		_, rest, _ := strings.Cut(server, "://")
		invalid(fmt.Sprintf("A bootstrap server has no scheme: write %q. TLS and SASL have blocks of their own.", rest))
		return
	case strings.Contains(server, ","):
		invalid("Each server is an element of its own: bootstrap_servers = [\"a:9092\", \"b:9092\"].")
		return
	case strings.ContainsAny(server, " \t\r\n"):
		invalid("A bootstrap server holds no spaces: write host:port.")
		return
	}
	host, port, err := net.SplitHostPort(server)
	if err != nil || host == "" {
		invalid("A bootstrap server is host:port, such as \"kafka-1:9092\"; an IPv6 address stands in brackets.")
		return
	}
	if n, err := strconv.Atoi(port); err != nil || n < 1 || n > 65535 {
		invalid("The port is a number from 1 to 65535.")
	}
}

func (s *settings) tls(block types.Object) *kafka.TLS {
	var m tlsModel
	s.object(block, &m)
	enabled, given := s.flag(m.Enabled, "KAFKA_ENABLE_TLS")
	skip, _ := s.flag(m.SkipVerify, "KAFKA_SKIP_VERIFY")
	conf := &kafka.TLS{
		CACert:              s.text(m.CACert, "KAFKA_CA_CERT"),
		ClientCert:          s.text(m.ClientCert, "KAFKA_CLIENT_CERT"),
		ClientKey:           s.text(m.ClientKey, "KAFKA_CLIENT_KEY"),
		ClientKeyPassphrase: s.text(m.ClientKeyPassphrase, "KAFKA_CLIENT_KEY_PASSPHRASE"),
		SkipVerify:          skip,
		ServerName:          s.text(m.ServerName, ""),
	}
	if given && !enabled || *conf == (kafka.TLS{}) && !enabled {
		return nil
	}
	return conf
}

func (s *settings) sasl(block types.Object) *kafka.SASL {
	var m saslModel
	s.object(block, &m)
	conf := &kafka.SASL{
		Mechanism: s.text(m.Mechanism, "KAFKA_SASL_MECHANISM"),
		Username:  s.text(m.Username, "KAFKA_SASL_USERNAME"),
		Password:  s.text(m.Password, "KAFKA_SASL_PASSWORD"),
	}
	if *conf == (kafka.SASL{}) {
		return nil
	}
	return conf
}

// settingDiagnostic anchors an unusable connection value to its attribute.
func settingDiagnostic(err error) diag.Diagnostic {
	setting, ok := asSettingError(err)
	if !ok {
		return diag.NewErrorDiagnostic("Invalid Provider Configuration", detail("The connection cannot be set up.", fact("Error", err.Error())))
	}
	at := path.Empty()
	for i, step := range strings.Split(setting.Setting, ".") {
		if i == 0 {
			at = path.Root(step)
		} else {
			at = at.AtName(step)
		}
	}
	return diag.NewAttributeErrorDiagnostic(at, "Invalid Provider Configuration", fmt.Sprintf("%s %s.", setting.Setting, setting.Reason))
}
