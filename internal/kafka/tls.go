package kafka

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"os"
	"strings"

	"github.com/youmark/pkcs8"
)

// TLS holds certificates and keys as PEM text or as a path to a PEM file.
type TLS struct {
	// CACert replaces the system's trusted CAs.
	CACert string
	// ClientCert and ClientKey go together (mutual TLS). The key may be
	// PKCS#1, PKCS#8, EC, or PKCS#8 encrypted with ClientKeyPassphrase.
	ClientCert, ClientKey, ClientKeyPassphrase string
	// SkipVerify accepts any certificate of the broker.
	SkipVerify bool
	// ServerName is expected in the broker's certificate; default: the host.
	ServerName string
}

// SettingError is a connection setting that cannot be used.
type SettingError struct {
	// Setting is the provider's attribute, such as tls.ca_cert.
	Setting string
	// Reason says what is wrong and what is expected; it holds no secret.
	Reason string
}

// Error names the setting and the reason.
func (e *SettingError) Error() string { return e.Setting + " " + e.Reason }

func (t *TLS) config() (*tls.Config, error) {
	conf := &tls.Config{MinVersion: tls.VersionTLS12, InsecureSkipVerify: t.SkipVerify, ServerName: t.ServerName}
	if t.CACert != "" {
		text, err := pemText("tls.ca_cert", t.CACert)
		if err != nil {
			return nil, err
		}
		conf.RootCAs = x509.NewCertPool()
		if !conf.RootCAs.AppendCertsFromPEM(text) {
			return nil, &SettingError{Setting: "tls.ca_cert", Reason: "holds no certificate in PEM form (-----BEGIN CERTIFICATE-----)"}
		}
	}
	if (t.ClientCert == "") != (t.ClientKey == "") {
		return nil, &SettingError{Setting: "tls.client_cert", Reason: "and tls.client_key go together, and one is missing"}
	}
	if t.ClientCert != "" {
		pair, err := t.clientCertificate()
		if err != nil {
			return nil, err
		}
		conf.Certificates = []tls.Certificate{pair}
	}
	return conf, nil
}

func (t *TLS) clientCertificate() (tls.Certificate, error) {
	cert, err := pemText("tls.client_cert", t.ClientCert)
	if err != nil {
		return tls.Certificate{}, err
	}
	key, err := pemText("tls.client_key", t.ClientKey)
	if err != nil {
		return tls.Certificate{}, err
	}
	if block, _ := pem.Decode(key); block != nil && block.Type == "ENCRYPTED PRIVATE KEY" {
		if key, err = decrypt(block, t.ClientKeyPassphrase); err != nil {
			return tls.Certificate{}, err
		}
	}
	pair, err := tls.X509KeyPair(cert, key)
	if err != nil {
		return tls.Certificate{}, &SettingError{Setting: "tls.client_key", Reason: "cannot be used: " + strings.TrimPrefix(err.Error(), "tls: ")}
	}
	return pair, nil
}

func decrypt(block *pem.Block, passphrase string) ([]byte, error) {
	if passphrase == "" {
		return nil, &SettingError{Setting: "tls.client_key", Reason: "is encrypted; set tls.client_key_passphrase"}
	}
	key, err := pkcs8.ParsePKCS8PrivateKey(block.Bytes, []byte(passphrase))
	if err != nil {
		return nil, &SettingError{Setting: "tls.client_key_passphrase", Reason: "does not decrypt tls.client_key"}
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, &SettingError{Setting: "tls.client_key", Reason: "cannot be used: " + err.Error()}
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), nil
}

// pemText returns PEM text as it is and reads anything else as a file.
func pemText(setting, value string) ([]byte, error) {
	if strings.Contains(value, "-----BEGIN") {
		return []byte(value), nil
	}
	text, err := os.ReadFile(value)
	if err != nil {
		if strings.ContainsAny(value, "\n\r") || len(value) > 512 {
			return nil, &SettingError{Setting: setting, Reason: "is neither PEM text (-----BEGIN ...) nor a path"}
		}
		return nil, &SettingError{Setting: setting, Reason: fmt.Sprintf("is read as a path, since it is no PEM text: %s", err)}
	}
	return text, nil
}
