package provider_test

import (
	"slices"
	"testing"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafkatest"
)

// A connection that cannot work: a warning with the cause at plan, an error at
// apply, nothing in the state, no secret anywhere.
func TestConnectFailures(t *testing.T) {
	const wrong = "not-the-password"
	login := func(mechanism, user string) vars {
		return vars{"mechanism": mechanism, "username": user, "password": wrong}
	}
	// In these cases the broker was reached, and said no.
	refused := []string{"wrong password, plain", "wrong password, scram-sha-256", "wrong password, scram-sha-512", "unknown user", "SASL on a plain listener"}
	badLogin := []string{"authentication failed: wrong user name or password for this mechanism", "sasl.password"}
	for _, test := range []struct {
		name    string
		options []kafkatest.Option
		servers func(*kafkatest.Cluster) []string
		tls     func(kafkatest.Certificates) vars
		sasl    vars
		texts   []string
		unlike  string // what kfake does instead, where it is not what Kafka does
	}{
		{"wrong password, plain", []kafkatest.Option{kafkatest.SASL()}, (*kafkatest.Cluster).SASLServers, nil, login("plain", kafkatest.AdminUser), badLogin, "kfake closes the connection without an answer"},
		{"wrong password, scram-sha-256", []kafkatest.Option{kafkatest.SASL()}, (*kafkatest.Cluster).SASLServers, nil, login("scram-sha-256", kafkatest.AdminUser), badLogin, "kfake closes the connection without an answer"},
		{"wrong password, scram-sha-512", []kafkatest.Option{kafkatest.SASL(), kafkatest.TLS()}, (*kafkatest.Cluster).SASLTLSServers, trusting, login("scram-sha-512", kafkatest.AdminUser), badLogin, "kfake closes the connection without an answer"},
		{"unknown user", []kafkatest.Option{kafkatest.SASL()}, (*kafkatest.Cluster).SASLServers, nil, login("scram-sha-256", "nobody"), badLogin, "kfake closes the connection without an answer"},
		{"no SASL on a SASL listener", []kafkatest.Option{kafkatest.SASL()}, (*kafkatest.Cluster).SASLServers, nil, nil, []string{"demands SASL", "sasl"}, ""},
		{"SASL on a plain listener", nil, (*kafkatest.Cluster).BootstrapServers, nil, login("plain", kafkatest.AdminUser), []string{"SASL"}, "kfake closes the connection without an answer"},
		{
			"another CA", []kafkatest.Option{kafkatest.SASL(), kafkatest.TLS()}, (*kafkatest.Cluster).SASLTLSServers,
			func(c kafkatest.Certificates) vars { return vars{"ca_cert": c.OtherCA} }, login("plain", kafkatest.AdminUser),
			[]string{"signed by a CA that is not trusted", "tls.ca_cert"}, "",
		},
		{
			"another server name", []kafkatest.Option{kafkatest.SASL(), kafkatest.TLS()}, (*kafkatest.Cluster).SASLTLSServers,
			func(c kafkatest.Certificates) vars { return vars{"ca_cert": c.CA, "server_name": "kafka.example.com"} }, login("plain", kafkatest.AdminUser),
			[]string{"certificate is valid for localhost, not kafka.example.com", "tls.server_name"}, "",
		},
		{"the system's CAs", []kafkatest.Option{kafkatest.MutualTLS()}, (*kafkatest.Cluster).TLSServers, func(kafkatest.Certificates) vars { return vars{"enabled": true} }, nil, []string{"not trusted", "tls.ca_cert"}, ""},
		{"no client certificate", []kafkatest.Option{kafkatest.MutualTLS()}, (*kafkatest.Cluster).TLSServers, trusting, nil, []string{"refused the TLS handshake", "tls.client_cert"}, ""},
		{"plaintext to TLS", []kafkatest.Option{kafkatest.MutualTLS()}, (*kafkatest.Cluster).TLSServers, nil, nil, []string{"the broker speaks TLS and the provider does not", "tls = { enabled = true }"}, ""},
		{"plaintext with SASL to TLS", []kafkatest.Option{kafkatest.SASL(), kafkatest.TLS()}, (*kafkatest.Cluster).SASLTLSServers, nil, login("plain", kafkatest.AdminUser), []string{"the broker speaks TLS and the provider does not"}, ""},
		{"TLS to plaintext", nil, (*kafkatest.Cluster).BootstrapServers, trusting, nil, []string{"the provider speaks TLS and the broker does not", "KAFKA_ENABLE_TLS"}, "kfake waits for the rest of what it takes for a long request"},
		{"TLS to SASL without TLS", []kafkatest.Option{kafkatest.SASL()}, (*kafkatest.Cluster).SASLServers, trusting, login("plain", kafkatest.AdminUser), []string{"the provider speaks TLS and the broker does not"}, "kfake waits for the rest of what it takes for a long request"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.unlike != "" {
				kafkatest.NeedsApache(t, test.unlike)
			}
			cluster := start(t, test.options...)
			w := newWorkspace(t, nil, "connect")
			topic := cluster.TopicName("failure")
			servers := test.servers(cluster)
			var tls vars
			if test.tls != nil {
				tls = test.tls(cluster.Certificates())
			}
			w.block(servers, tls, test.sasl, vars{"name": topic, "timeout": "10s"})
			plan := w.plan().exits(2).says("Warning: "+notChecked, "Topic: "+topic, "Bootstrap servers: "+servers[0]).says(test.texts...)
			summary := notReachable
			if slices.Contains(refused, test.name) {
				summary = "Authentication Failed"
			}
			apply := w.apply().exits(1).says("Error: "+summary, "Topic: "+topic, "Broker: "+servers[0]).says(test.texts...)
			w.absent()
			w.keepsSecret(wrong, plan, apply)
			if _, there := cluster.Topic(topic); there {
				t.Error("the topic was created")
			}
		})
	}
}
