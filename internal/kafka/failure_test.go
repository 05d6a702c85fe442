package kafka

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
)

// The errors are those that franz-go v1.22 gave against Apache Kafka 4.4.
func TestExplain(t *testing.T) {
	plaintext := Config{Timeout: 7 * time.Second}
	secure := Config{TLS: &TLS{}, Timeout: 7 * time.Second}
	authenticated := Config{SASL: &SASL{}, Timeout: 7 * time.Second}
	text := errors.New
	refused := func(code *kerr.Error, message string) error { return fmt.Errorf("%w: %s", code, message) }
	for _, test := range []struct {
		name        string
		err, last   error
		config      Config
		cause, cure string
	}{
		{
			"plaintext to TLS",
			text("invalid large response size 352518912 > limit 104857600; the first three bytes received appear to be a tls alert record for TLS v1.2; is this a plaintext connection speaking to a tls endpoint?"),
			nil, plaintext, "the broker speaks TLS and the provider does not", "tls = { enabled = true }",
		},
		{
			"TLS to plaintext",
			text("broker closed the connection immediately after a dial, which often happens if the client is using TLS when the broker is not expecting it: is TLS misconfigured on the client or the broker?"),
			nil, secure, "the provider speaks TLS and the broker does not", "Remove tls",
		},
		{
			"TLS to something else",
			text("unable to dial: tls: first record does not look like a TLS handshake"),
			nil, secure, "the provider speaks TLS and the broker does not", "Remove tls",
		},
		{
			"no SASL to SASL",
			text("broker closed the connection immediately after a request was issued, which often happens when SASL is required but not provided: is SASL missing?"),
			nil, plaintext, "it probably demands SASL", "Set sasl",
		},
		{
			"SASL, and closed all the same",
			text("broker closed the connection immediately after a request was issued, which often happens when SASL is required but not provided: is SASL missing?"),
			nil, authenticated, "closed the connection during authentication", "SASL listener",
		},
		{
			"SASL to PLAINTEXT",
			refused(kerr.IllegalSaslState, "Request is not valid given the current SASL state."),
			nil, authenticated, "sends SASL and this listener does not take it", "Remove sasl",
		},
		{
			"mechanism not enabled",
			refused(kerr.UnsupportedSaslMechanism, "The broker does not support the requested SASL mechanism."),
			nil, authenticated, "does not offer this SASL mechanism", "sasl.mechanism",
		},
		{
			"wrong password, PLAIN",
			refused(kerr.SaslAuthenticationFailed, "SASL Authentication failed.: Authentication failed: Invalid username or password"),
			nil, authenticated, "authentication failed: wrong user name or password", "sasl.password",
		},
		{
			"wrong password, SCRAM",
			refused(kerr.SaslAuthenticationFailed, "SASL Authentication failed.: Authentication failed during authentication due to invalid credentials with SASL mechanism SCRAM-SHA-256"),
			nil, authenticated, "authentication failed: wrong user name or password", "sasl.password",
		},
		{
			"no client certificate, TLS 1.3", text("remote error: tls: bad certificate"),
			nil, secure, "refused the TLS handshake: bad certificate", "tls.client_cert",
		},
		{
			"no client certificate, TLS 1.2", text("unable to dial: remote error: tls: bad certificate"),
			nil, secure, "refused the TLS handshake: bad certificate", "tls.client_key",
		},
		{
			"CA not trusted",
			fmt.Errorf("unable to dial: %w", &tls.CertificateVerificationError{Err: x509.UnknownAuthorityError{}}),
			nil, secure, "signed by a CA that is not trusted", "tls.ca_cert",
		},
		{
			"other server name",
			fmt.Errorf("unable to dial: %w", &tls.CertificateVerificationError{Err: x509.HostnameError{Certificate: &x509.Certificate{DNSNames: []string{"localhost"}}, Host: "kafka.example.com"}}),
			nil, secure, "certificate is valid for localhost, not kafka.example.com", "tls.server_name",
		},
		{
			"expired certificate",
			fmt.Errorf("unable to dial: %w", &tls.CertificateVerificationError{Err: x509.CertificateInvalidError{Cert: &x509.Certificate{}, Reason: x509.Expired, Detail: "current time is after"}}),
			nil, secure, "certificate does not fit: certificate has expired", "",
		},
		{
			"nothing listens",
			fmt.Errorf("unable to dial: %w", &net.OpError{Op: "dial", Net: "tcp", Err: errors.New("connect: connection refused")}),
			nil, plaintext, "connection refused: nothing listens there", "host and port",
		},
		{
			"unknown host",
			fmt.Errorf("unable to dial: %w", &net.OpError{Op: "dial", Net: "tcp", Err: &net.DNSError{Err: "no such host", Name: "no-such-host.invalid", IsNotFound: true}}),
			nil, plaintext, "the host name does not resolve", "DNS",
		},
		{
			"mute", &net.OpError{Op: "read", Net: "tcp", Err: os.ErrDeadlineExceeded},
			nil, plaintext, "no answer within 7s", "firewall",
		},
		{
			"mute, with TLS", fmt.Errorf("unable to dial: %w", context.DeadlineExceeded),
			nil, secure, "no answer within 7s", "timeout",
		},
		{
			"a deadline, and what failed before it", context.DeadlineExceeded,
			text("unable to dial: dial tcp 127.0.0.1:19099: connect: connection refused"),
			plaintext, "connection refused: nothing listens there", "",
		},
		{"closed", io.EOF, nil, plaintext, "the broker closed the connection", "log"},
		{"anything else", text("one\n  two"), nil, plaintext, "one two", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			cause, cure := explain(test.err, test.last, test.config)
			if !strings.Contains(cause, test.cause) {
				t.Errorf("cause is %q, want %q", cause, test.cause)
			}
			if !strings.Contains(cure, test.cure) {
				t.Errorf("cure is %q, want %q", cure, test.cure)
			}
			if strings.Contains(cause+cure, "\n") {
				t.Errorf("several lines: %q, %q", cause, cure)
			}
		})
	}
}

// An answer of the broker is no failure of the connection.
func TestUnreachable(t *testing.T) {
	client, err := New(Config{Servers: []string{"127.0.0.1:1"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	for _, answer := range []error{nil, context.Canceled, kerr.NotController, fmt.Errorf("wrapped: %w", kerr.TopicAuthorizationFailed)} {
		if got := client.unreachable(answer); !errors.Is(got, answer) || isConnectError(got) {
			t.Errorf("%v became %v", answer, got)
		}
	}
	for _, failure := range []error{io.EOF, context.DeadlineExceeded, kerr.SaslAuthenticationFailed, kerr.IllegalSaslState} {
		got := client.unreachable(failure)
		if !isConnectError(got) || !errors.Is(got, failure) {
			t.Errorf("%v became %v", failure, got)
		}
		if again := client.unreachable(got); !errors.Is(again, got) {
			t.Errorf("%v is explained twice: %v", failure, again)
		}
	}
}

func isConnectError(err error) bool {
	var connect *ConnectError
	return errors.As(err, &connect)
}
