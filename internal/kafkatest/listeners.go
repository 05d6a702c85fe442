package kafkatest

import (
	"crypto/tls"
	"crypto/x509"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/sasl/plain"
)

// listener is one of the ways into a broker.
type listener string

const (
	plaintext  listener = "PLAINTEXT"
	controller listener = "CONTROLLER"
	saslPlain  listener = "SASL_PLAINTEXT"
	tlsOnly    listener = "SSL"
	saslTLS    listener = "SASL_SSL"
)

// BootstrapServers are the addresses of the listener that takes anyone as a
// super user. On kfake it is the only listener, whatever the options made it.
func (c *Cluster) BootstrapServers() []string { return c.servers(plaintext) }

// SASLServers are the addresses of the listener that wants SASL.
func (c *Cluster) SASLServers() []string { return c.servers(saslPlain) }

// TLSServers are the addresses of the listener that wants TLS and, on Apache
// Kafka, a client certificate.
func (c *Cluster) TLSServers() []string { return c.servers(tlsOnly) }

// SASLTLSServers are the addresses of the listener that wants SASL over TLS.
func (c *Cluster) SASLTLSServers() []string { return c.servers(saslTLS) }

func (c *Cluster) servers(l listener) []string {
	c.t.Helper()
	switch {
	case c.fake != nil:
		return c.fake.ListenAddrs()
	case c.apache != nil:
		return c.apache.servers(l)
	case l != plaintext:
		c.t.Skipf("needs the %s listener: the existing cluster's is unknown", l)
	}
	return c.existing
}

// Certificates are what the TLS listeners use and what a client needs for them.
func (c *Cluster) Certificates() Certificates {
	c.t.Helper()
	if c.existing != nil {
		c.t.Skip("needs certificates: the existing cluster's are unknown")
	}
	return pki(c.t).Certificates
}

// newClient connects as a super user to the plaintext listener, or to kfake's
// only one.
func (c *Cluster) newClient(id string, opts ...kgo.Opt) *kgo.Client {
	c.t.Helper()
	opts = append([]kgo.Opt{
		kgo.SeedBrokers(c.servers(plaintext)...),
		kgo.ClientID(id),
		kgo.MetadataMinAge(10 * time.Millisecond),
	}, opts...)
	if c.fake != nil && c.settings.sasl {
		opts = append(opts, kgo.SASL(plain.Auth{User: AdminUser, Pass: AdminPassword}.AsMechanism()))
	}
	if c.fake != nil && c.settings.tls {
		opts = append(opts, kgo.DialTLSConfig(pki(c.t).client()))
	}
	client, err := kgo.NewClient(opts...)
	if err != nil {
		c.t.Fatalf("second client: %v", err)
	}
	return client
}

// client is the TLS configuration of a client with a certificate.
func (p *keyMaterial) client() *tls.Config {
	return &tls.Config{RootCAs: p.pool(), Certificates: []tls.Certificate{p.clientPair}}
}

// server is the TLS configuration of kfake's listener.
func (p *keyMaterial) server(mutual bool) *tls.Config {
	config := &tls.Config{Certificates: []tls.Certificate{p.serverPair}}
	if mutual {
		config.ClientCAs, config.ClientAuth = p.pool(), tls.RequireAndVerifyClientCert
	}
	return config
}

func (p *keyMaterial) pool() *x509.CertPool {
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM([]byte(p.CA))
	return pool
}
