package provider_test

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafkatest"
)

// access is a way into a cluster, as the provider's environment and as its block.
type access struct {
	name    string
	options []kafkatest.Option
	servers func(*kafkatest.Cluster) []string
	// Members of the block; those of TLS are PEM texts.
	tls, sasl func(kafkatest.Certificates) vars
}

// environment are the variables of the members of the block.
var environment = map[string]string{
	"enabled": "KAFKA_ENABLE_TLS", "ca_cert": "KAFKA_CA_CERT", "client_cert": "KAFKA_CLIENT_CERT", "client_key": "KAFKA_CLIENT_KEY",
	"mechanism": "KAFKA_SASL_MECHANISM", "username": "KAFKA_SASL_USERNAME", "password": "KAFKA_SASL_PASSWORD",
}

func trusting(c kafkatest.Certificates) vars { return vars{"ca_cert": c.CA} }

func mutual(c kafkatest.Certificates) vars {
	return vars{"ca_cert": c.CA, "client_cert": c.ClientCert, "client_key": c.ClientKey}
}

func admin(mechanism string) func(kafkatest.Certificates) vars {
	return func(kafkatest.Certificates) vars {
		return vars{"mechanism": mechanism, "username": kafkatest.AdminUser, "password": kafkatest.AdminPassword}
	}
}

// accesses are all ways in. Apache Kafka's TLS listener without SASL always
// wants a client certificate.
func accesses() []access {
	all := []access{
		{name: "plaintext", servers: (*kafkatest.Cluster).BootstrapServers},
		{name: "mutual TLS", options: []kafkatest.Option{kafkatest.MutualTLS()}, servers: (*kafkatest.Cluster).TLSServers, tls: mutual},
	}
	for _, mechanism := range []string{"plain", "scram-sha-256", "scram-sha-512", "SCRAM-SHA256", "scram-sha512"} {
		all = append(all,
			access{name: mechanism, options: []kafkatest.Option{kafkatest.SASL()}, servers: (*kafkatest.Cluster).SASLServers, sasl: admin(mechanism)},
			access{name: mechanism + " over TLS", options: []kafkatest.Option{kafkatest.SASL(), kafkatest.TLS()}, servers: (*kafkatest.Cluster).SASLTLSServers, tls: trusting, sasl: admin(mechanism)})
	}
	return all
}

// members are the values of the block that this access needs.
func (a access) members(c kafkatest.Certificates) (tls, sasl vars) {
	if a.tls != nil {
		tls = a.tls(c)
	}
	if a.sasl != nil {
		sasl = a.sasl(c)
	}
	return tls, sasl
}

// block sets the provider block.
func (w *workspace) block(servers []string, tls, sasl vars, more vars) *workspace {
	set := vars{"bootstrap_servers": servers}
	if tls != nil {
		set["tls"] = tls
	}
	if sasl != nil {
		set["sasl"] = sasl
	}
	return w.set(set.with(more))
}

// keepsSecret asserts that the output and the state do not hold the secret, in
// any of the forms that logs and errors know.
func (w *workspace) keepsSecret(secret string, results ...result) {
	w.t.Helper()
	state, err := os.ReadFile(filepath.Join(w.dir, "terraform.tfstate"))
	if err != nil && !os.IsNotExist(err) {
		w.t.Fatal(err)
	}
	for _, form := range []string{secret, base64.StdEncoding.EncodeToString([]byte(secret))} {
		if strings.Contains(string(state), form) {
			w.t.Error("the state holds the secret")
		}
		for _, r := range results {
			if strings.Contains(r.raw, form) {
				w.t.Errorf("terraform %s prints the secret", r.args)
			}
		}
	}
}

// lifecycle creates the topic and finds nothing left to do.
func (w *workspace) lifecycle(cluster *kafkatest.Cluster, topic string) {
	w.t.Helper()
	plan := w.plan().exits(2).lacks("Warning:")
	apply := w.apply().exits(0).lacks("Warning:")
	w.keepsSecret(kafkatest.AdminPassword, plan, apply, w.unchanged())
	if state, there := cluster.Topic(topic); !there || state.Partitions != 3 {
		w.t.Errorf("the topic is %+v, %v; want 3 partitions", state, there)
	}
}

func TestConnectByBlock(t *testing.T) {
	for _, a := range accesses() {
		t.Run(a.name, func(t *testing.T) {
			cluster := start(t, a.options...)
			topic := cluster.TopicName("block")
			w := newWorkspace(t, nil, "connect")
			// The block wins over the environment.
			w.setenv("KAFKA_BOOTSTRAP_SERVERS", deadAddress(t))
			tls, sasl := a.members(cluster.Certificates())
			if sasl != nil {
				w.setenv("KAFKA_SASL_PASSWORD", "another-secret")
			}
			w.block(a.servers(cluster), tls, sasl, vars{"name": topic}).lifecycle(cluster, topic)
		})
	}
}

func TestConnectByEnvironment(t *testing.T) {
	for _, a := range accesses() {
		t.Run(a.name, func(t *testing.T) {
			cluster := start(t, a.options...)
			topic := cluster.TopicName("environment")
			w := newWorkspace(t, nil, "connect").set(vars{"name": topic})
			w.setenv("KAFKA_BOOTSTRAP_SERVERS", strings.Join(a.servers(cluster), ","))
			tls, sasl := a.members(cluster.Certificates())
			for name, value := range tls {
				// Certificates as paths here, as texts in the block.
				path := filepath.Join(w.dir, name+".pem")
				w.write(name+".pem", value.(string))
				w.setenv(environment[name], path)
			}
			for name, value := range sasl {
				w.setenv(environment[name], value.(string))
			}
			w.lifecycle(cluster, topic)
		})
	}
}

// TLS without a client certificate and without SASL; Apache Kafka's listeners
// want one or the other.
func TestConnectTLS(t *testing.T) {
	kafkatest.NeedsKfake(t, "every TLS listener of the cluster demands a client certificate or SASL")
	cluster := start(t, kafkatest.TLS())
	topic := cluster.TopicName("tls")
	w := newWorkspace(t, nil, "connect")
	w.block(cluster.TLSServers(), trusting(cluster.Certificates()), nil, vars{"name": topic}).lifecycle(cluster, topic)
}
