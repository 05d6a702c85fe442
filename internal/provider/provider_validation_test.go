package provider_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Mistakes in the provider block, and the cure that the error names.
func TestProviderBlockMistakes(t *testing.T) {
	servers := func(list ...string) vars { return vars{"bootstrap_servers": append([]string{}, list...)} }
	live := servers("127.0.0.1:9092")
	for _, test := range []struct {
		name, attribute string
		set             vars
		texts           []string
	}{
		{"scheme", "bootstrap_servers", servers("SASL_SSL://host:9092"), []string{"has no scheme", `write "host:9092"`}},
		{"two in one element", "bootstrap_servers", servers("a:9092,b:9092"), []string{"an element of its own"}},
		{"leading space", "bootstrap_servers", servers(" a:9092"), []string{"no spaces"}},
		{"inner space", "bootstrap_servers", servers("a:9092 b:9092"), []string{"no spaces"}},
		{"no port", "bootstrap_servers", servers("a"), []string{"host:port"}},
		{"empty port", "bootstrap_servers", servers("a:"), []string{"a number from 1 to 65535"}},
		{"port zero", "bootstrap_servers", servers("a:0"), []string{"a number from 1 to 65535"}},
		{"port out of range", "bootstrap_servers", servers("a:65536"), []string{"a number from 1 to 65535"}},
		{"no host", "bootstrap_servers", servers(":9092"), []string{"host:port"}},
		{"empty element", "bootstrap_servers", servers(""), []string{"host:port"}},
		{"empty list", "bootstrap_servers", servers(), []string{"No Bootstrap Servers", "KAFKA_BOOTSTRAP_SERVERS"}},
		{"the second of two", "bootstrap_servers", servers("a:9092", "b"), []string{"host:port", `"b"`}},

		{"timeout is no duration", "timeout", live.with(vars{"timeout": "abc"}), []string{"Invalid Duration", `got "abc"`, "30s"}},
		{"timeout without a unit", "timeout", live.with(vars{"timeout": "30"}), []string{"Invalid Duration"}},
		{"timeout of nothing", "timeout", live.with(vars{"timeout": "0s"}), []string{"Invalid Duration"}},

		{"username without mechanism", "sasl", live.with(vars{"sasl": vars{"username": "u", "password": "hush-hush"}}), []string{"sasl.mechanism is missing", "scram-sha-256"}},
		{"unknown mechanism", "sasl", live.with(vars{"sasl": vars{"mechanism": "md5", "username": "u", "password": "hush-hush"}}), []string{"sasl.mechanism", "md5", "scram-sha-512"}},
		{"mechanism without username", "sasl", live.with(vars{"sasl": vars{"mechanism": "plain", "password": "hush-hush"}}), []string{"sasl.username is missing"}},
		{"mechanism without password", "sasl", live.with(vars{"sasl": vars{"mechanism": "plain", "username": "u"}}), []string{"sasl.password is missing"}},

		{"client_cert without client_key", "tls", live.with(vars{"tls": vars{"client_cert": "-----BEGIN CERTIFICATE-----"}}), []string{"tls.client_cert and tls.client_key go together"}},
		{"client_key without client_cert", "tls", live.with(vars{"tls": vars{"client_key": "-----BEGIN PRIVATE KEY-----"}}), []string{"tls.client_cert and tls.client_key go together"}},
		{"client_cert is garbage", "tls", live.with(vars{"tls": vars{"client_cert": "-----BEGIN CERTIFICATE-----", "client_key": "-----BEGIN PRIVATE KEY-----"}}), []string{"Invalid Provider Configuration"}},
		{"ca_cert is no certificate", "tls", live.with(vars{"tls": vars{"ca_cert": "-----BEGIN NONSENSE-----"}}), []string{"tls.ca_cert", "no certificate in PEM form"}},
		{"ca_cert is neither text nor path", "tls", live.with(vars{"tls": vars{"ca_cert": "one\ntwo"}}), []string{"tls.ca_cert", "neither PEM text"}},
		{"ca_cert is a missing file", "tls", live.with(vars{"tls": vars{"ca_cert": "no/such/ca.pem"}}), []string{"tls.ca_cert", "no/such/ca.pem", "no such file"}},

		{"no partitions allowed", "limits", live.with(vars{"limits": vars{"max_partitions_per_topic": 0}}), []string{"max_partitions_per_topic", "at least 1"}},
		{"TLS on and off", "enabled", live.with(vars{"tls": vars{"enabled": false, "server_name": "kafka"}}), []string{"tls.enabled is false and other tls values are set"}},
		{"no replicas allowed", "limits", live.with(vars{"limits": vars{"max_replicas_per_broker": 0}}), []string{"max_replicas_per_broker", "at least 1"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := newWorkspace(t, nil, "connect").set(test.set)
			r := w.plan().exits(1).says(test.texts...)
			r.says("with provider", test.attribute).lacks("hush-hush", "panic", "crash")
		})
	}
}

// The same mistakes in the environment.
func TestProviderEnvironmentMistakes(t *testing.T) {
	for _, test := range []struct {
		name, value string
		texts       []string
	}{
		{"KAFKA_BOOTSTRAP_SERVERS", "SSL://host:9092", []string{"has no scheme"}},
		{"KAFKA_BOOTSTRAP_SERVERS", "host", []string{"host:port"}},
		{"KAFKA_BOOTSTRAP_SERVERS", "a:9092,,b:9092", []string{"host:port"}},
		{"KAFKA_ENABLE_TLS", "maybe", []string{"KAFKA_ENABLE_TLS must be true or false"}},
		{"KAFKA_CA_CERT", "no/such/ca.pem", []string{"no/such/ca.pem", "no such file"}},
		{"KAFKA_SASL_USERNAME", "someone", []string{"mechanism is missing"}},
		{"KAFKA_SASL_MECHANISM", "md5", []string{"sasl"}},
	} {
		t.Run(test.name+"="+test.value, func(t *testing.T) {
			w := newWorkspace(t, nil, "connect").set(vars{})
			w.setenv("KAFKA_BOOTSTRAP_SERVERS", "127.0.0.1:9092")
			w.setenv(test.name, test.value)
			w.plan().exits(1).says(test.texts...)
		})
	}
}

// A comma separated list, with spaces after the commas, is what people write.
func TestProviderEnvironmentServers(t *testing.T) {
	cluster := start(t)
	w := newWorkspace(t, nil, "connect").set(vars{"name": cluster.TopicName("servers")})
	w.setenv("KAFKA_BOOTSTRAP_SERVERS", strings.Join(append(cluster.BootstrapServers(), cluster.BootstrapServers()...), ", "))
	w.plan().exits(2).lacks("Warning:")
}

// An unreadable path is told apart from text that is no certificate.
func TestProviderCertificateFile(t *testing.T) {
	w := newWorkspace(t, nil, "connect")
	path := filepath.Join(w.dir, "ca.pem")
	if err := os.WriteFile(path, []byte("nothing of use"), 0o600); err != nil {
		t.Fatal(err)
	}
	w.set(vars{"bootstrap_servers": []string{"127.0.0.1:9092"}, "tls": vars{"ca_cert": path}})
	w.plan().exits(1).says("tls.ca_cert", "no certificate in PEM form")
}
