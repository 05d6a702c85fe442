package provider

import (
	"context"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafka"
)

const (
	defaultTimeout               = 30 * time.Second
	defaultMaxPartitionsPerTopic = 10_000
)

// configure builds the shared provider data. It does not connect.
func configure(ctx context.Context, config providerModel, version string) (*providerData, diag.Diagnostics) {
	var diags diag.Diagnostics
	data := &providerData{maxPartitionsPerTopic: defaultMaxPartitionsPerTopic, planned: newPlannedCreates(), counting: make(chan struct{}, 1)}
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
			s.server(path.Root("bootstrap_servers").AtListIndex(i), value.ValueString(), "bootstrap_servers")
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
		s.server(path.Root("bootstrap_servers"), server, "environment variable KAFKA_BOOTSTRAP_SERVERS")
		servers = append(servers, server)
	}
	return servers
}

// server finds the usual mistakes in one address.
func (s *settings) server(at path.Path, server, source string) {
	invalid := func(cure string) {
		s.diags.AddAttributeError(at, "Invalid Bootstrap Server", detail(cure, fact("Source", source), fact("Value", strconv.Quote(server))))
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
	inBlock := !m.CACert.IsNull() || !m.ClientCert.IsNull() || !m.ClientKey.IsNull() || !m.ClientKeyPassphrase.IsNull() || !m.ServerName.IsNull() || m.SkipVerify.ValueBool()
	off := given && !enabled
	switch {
	case inBlock && off && !m.Enabled.IsNull():
		s.diags.AddAttributeError(path.Root("tls").AtName("enabled"), "Invalid Provider Configuration",
			"tls.enabled is false and other tls values are set: the connection would silently be plain text. Remove tls.enabled, or the other values.")
		return nil
	case inBlock:
		return conf // the block wins over KAFKA_ENABLE_TLS
	case off || *conf == (kafka.TLS{}) && !enabled:
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
	return diag.NewAttributeErrorDiagnostic(attributePath(setting.Setting), "Invalid Provider Configuration", setting.Error()+".")
}
