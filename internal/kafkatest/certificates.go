package kafkatest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"sync"
	"testing"
	"time"
)

// Certificates are PEM texts for a client of the TLS listeners. The servers'
// certificate is for localhost and 127.0.0.1.
type Certificates struct {
	CA         string // signed the servers' and the client's certificate
	ClientCert string // CN=admin
	ClientKey  string // PKCS#8
	OtherCA    string // signed nothing
}

// keyMaterial is the certificates with the servers' side.
type keyMaterial struct {
	Certificates
	serverPEM              string // key, certificate and CA, as Kafka's PEM stores want them
	serverPair, clientPair tls.Certificate
}

var newKeyMaterial = sync.OnceValues(generate)

// pki is the key material that every cluster of the process uses.
func pki(t testing.TB) *keyMaterial {
	t.Helper()
	p, err := newKeyMaterial()
	if err != nil {
		t.Fatalf("generate certificates: %v", err)
	}
	return p
}

func generate() (*keyMaterial, error) {
	ca, err := issue("kafkatest CA", nil)
	if err != nil {
		return nil, err
	}
	other, err := issue("kafkatest other CA", nil)
	if err != nil {
		return nil, err
	}
	server, err := issue("localhost", ca)
	if err != nil {
		return nil, err
	}
	client, err := issue(AdminUser, ca)
	if err != nil {
		return nil, err
	}
	p := &keyMaterial{
		Certificates: Certificates{
			CA:         ca.certPEM,
			ClientCert: client.certPEM,
			ClientKey:  client.keyPEM,
			OtherCA:    other.certPEM,
		},
		serverPEM: server.keyPEM + server.certPEM + ca.certPEM,
	}
	if p.serverPair, err = tls.X509KeyPair([]byte(server.certPEM), []byte(server.keyPEM)); err != nil {
		return nil, err
	}
	p.clientPair, err = tls.X509KeyPair([]byte(client.certPEM), []byte(client.keyPEM))
	return p, err
}

// identity is a certificate with its key.
type identity struct {
	cert            *x509.Certificate
	key             *ecdsa.PrivateKey
	certPEM, keyPEM string
}

// issue makes a CA where the issuer is nil, else a leaf that it signs.
func issue(name string, issuer *identity) (*identity, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return nil, err
	}
	template := &x509.Certificate{
		SerialNumber:          serial,
		Subject:               pkix.Name{CommonName: name},
		NotBefore:             time.Now().Add(-time.Hour),
		NotAfter:              time.Now().Add(24 * time.Hour),
		BasicConstraintsValid: true,
	}
	parent, signer := template, key
	if issuer == nil {
		template.IsCA = true
		template.KeyUsage = x509.KeyUsageCertSign
	} else {
		parent, signer = issuer.cert, issuer.key
		template.KeyUsage = x509.KeyUsageDigitalSignature
		template.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}
		template.DNSNames = []string{"localhost"}
		template.IPAddresses = []net.IP{net.IPv4(127, 0, 0, 1)}
	}
	certDER, err := x509.CreateCertificate(rand.Reader, template, parent, &key.PublicKey, signer)
	if err != nil {
		return nil, err
	}
	cert, err := x509.ParseCertificate(certDER)
	if err != nil {
		return nil, err
	}
	keyDER, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	return &identity{
		cert:    cert,
		key:     key,
		certPEM: string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certDER})),
		keyPEM:  string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: keyDER})),
	}, nil
}
