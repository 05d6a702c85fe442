package kafkatest

// Option asks Start for more than one plaintext broker.
type Option func(*settings)

type settings struct {
	brokers   int
	sasl      bool
	tls       bool
	mutualTLS bool
}

func newSettings(opts []Option) settings {
	s := settings{brokers: 1}
	for _, opt := range opts {
		opt(&s)
	}
	return s
}

// Brokers asks for n brokers: 1, the default, or 3, which on Apache Kafka have
// the racks a, b and c.
func Brokers(n int) Option { return func(s *settings) { s.brokers = n } }

// SASL makes kfake's listener require SASL and check ACLs. Apache Kafka always
// has a listener that does.
func SASL() Option { return func(s *settings) { s.sasl = true } }

// TLS makes kfake's listener speak TLS. Apache Kafka always has a listener that
// does.
func TLS() Option { return func(s *settings) { s.tls = true } }

// MutualTLS makes kfake's listener speak TLS and require a client certificate.
// Apache Kafka's TLS listener always does.
func MutualTLS() Option { return func(s *settings) { s.tls, s.mutualTLS = true, true } }
