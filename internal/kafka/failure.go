package kafka

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
)

// ConnectError says why a broker could not be used.
type ConnectError struct {
	// Servers are the configured bootstrap servers.
	Servers []string
	// Address is the host:port that failed; empty where none was tried.
	Address string
	// Cause is one plain sentence.
	Cause string
	// Cure is what to change; empty where the cause says it all.
	Cure string
	// Err is the client's own error.
	Err error
}

// Error names the address and the cause.
func (e *ConnectError) Error() string {
	if e.Address == "" {
		return e.Cause
	}
	return fmt.Sprintf("%s: %s", e.Address, e.Cause)
}

// Unwrap returns the client's own error.
func (e *ConnectError) Unwrap() error { return e.Err }

// Authentication tells that the broker was reached and refused who we are.
func (e *ConnectError) Authentication() bool {
	var code *kerr.Error
	return errors.As(e.Err, &code) && isAuthentication(code)
}

// failures remembers which address failed last and how: the client's errors do
// not say it.
type failures struct {
	mu      sync.Mutex
	address string
	err     error
}

var (
	_ kgo.HookBrokerConnect = (*failures)(nil)
	_ kgo.HookBrokerE2E     = (*failures)(nil)
)

// OnBrokerConnect notes a failed dial.
func (f *failures) OnBrokerConnect(meta kgo.BrokerMetadata, _ time.Duration, _ net.Conn, err error) {
	f.note(meta, err)
}

// OnBrokerE2E notes a request that could not be written or whose answer did not come.
func (f *failures) OnBrokerE2E(meta kgo.BrokerMetadata, _ int16, e2e kgo.BrokerE2E) {
	f.note(meta, e2e.Err())
}

func (f *failures) note(meta kgo.BrokerMetadata, err error) {
	if err == nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.address = net.JoinHostPort(meta.Host, fmt.Sprint(meta.Port))
	f.err = err
}

func (f *failures) last() (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.address, f.err
}

// unreachable turns the client's error into a ConnectError. Broker refusals that
// are answers to a request stay as they are.
func (c *Client) unreachable(err error) error {
	if err == nil || errors.Is(err, context.Canceled) {
		return err
	}
	var known *ConnectError
	if errors.As(err, &known) {
		return err
	}
	var code *kerr.Error
	if errors.As(err, &code) && !isAuthentication(code) {
		return err
	}
	address, last := c.fails.last()
	if address == "" && len(c.cfg.Servers) == 1 {
		address = c.cfg.Servers[0]
	}
	cause, cure := explain(err, last, c.cfg)
	return &ConnectError{Servers: c.cfg.Servers, Address: address, Cause: cause, Cure: cure, Err: err}
}

func isAuthentication(code *kerr.Error) bool {
	switch code.Code {
	case kerr.SaslAuthenticationFailed.Code, kerr.UnsupportedSaslMechanism.Code, kerr.IllegalSaslState.Code:
		return true
	}
	return false
}

// explain names the cause and the cure of a connection failure. The texts that
// it looks for are those of franz-go v1.22, crypto/tls and net.
func explain(err, last error, cfg Config) (cause, cure string) {
	text := err.Error()
	if last != nil {
		text += "\n" + last.Error()
	}
	has := func(part string) bool { return strings.Contains(text, part) }
	var dns *net.DNSError
	var verification *tls.CertificateVerificationError
	switch {
	case errors.As(err, &dns) || has("no such host"):
		return "the host name does not resolve", "Check the host in bootstrap_servers and the DNS of this machine."
	case has("connection refused"):
		return "connection refused: nothing listens there", "Check host and port in bootstrap_servers, and that the broker runs."
	case has("tls alert record"), has("during api versions negotiation"):
		return "the broker speaks TLS and the provider does not", "Set tls = { enabled = true } (and ca_cert where the broker's certificate is signed by a private CA)."
	case has("first record does not look like a TLS handshake"), has("after a dial") && cfg.TLS != nil:
		return "the provider speaks TLS and the broker does not", "Remove tls (also KAFKA_ENABLE_TLS and KAFKA_CA_CERT), or use the port of the TLS listener."
	case has("SASL is required but not provided"):
		if cfg.SASL == nil {
			return "the broker closed the connection; it probably demands SASL", "Set sasl with mechanism, username and password."
		}
		return "the broker closed the connection during authentication", "Check that the port is the one of a SASL listener."
	case has("ILLEGAL_SASL_STATE"):
		return "the provider sends SASL and this listener does not take it", "Remove sasl, or use the port of the SASL listener."
	case has("UNSUPPORTED_SASL_MECHANISM"):
		return "the broker does not offer this SASL mechanism", "Choose another sasl.mechanism: " + oneLine(err)
	case has("SASL_AUTHENTICATION_FAILED"):
		return "authentication failed: wrong user name or password for this mechanism", "Check sasl.username, sasl.password and sasl.mechanism."
	case errors.As(err, &verification) && has("unknown authority"):
		return "the broker's certificate is signed by a CA that is not trusted", "Set tls.ca_cert to the CA that signed the broker's certificate."
	case errors.As(err, &verification):
		return "the broker's certificate does not fit: " + strings.TrimPrefix(verification.Err.Error(), "x509: "), "Check the host in bootstrap_servers, or set tls.server_name to a name in the certificate."
	case has("remote error: tls:"):
		return "the broker refused the TLS handshake: " + after(text, "remote error: tls: "), "Where the listener demands client certificates, set tls.client_cert and tls.client_key."
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded), has("i/o timeout"):
		return fmt.Sprintf("no answer within %s", cfg.Timeout), "Check that the tls and sasl settings (also KAFKA_ENABLE_TLS and others in the environment) fit the listener, that no firewall drops the traffic, and that timeout is long enough."
	case errors.Is(err, io.EOF), has("EOF"), has("connection reset"), has("died"):
		return "the broker closed the connection", "Check that the tls and sasl settings (also those in the environment) fit the listener; the broker's log may say more."
	}
	return oneLine(err), ""
}

func oneLine(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }

func after(text, mark string) string {
	_, rest, _ := strings.Cut(text, mark)
	line, _, _ := strings.Cut(rest, "\n")
	return line
}
