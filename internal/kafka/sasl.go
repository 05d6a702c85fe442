package kafka

import (
	"strings"

	"github.com/twmb/franz-go/pkg/sasl"
	"github.com/twmb/franz-go/pkg/sasl/plain"
	"github.com/twmb/franz-go/pkg/sasl/scram"
)

// SASL authenticates with a user name and a password.
type SASL struct {
	// Mechanism is one of Mechanisms, or a SCRAM name without its second dash.
	Mechanism          string
	Username, Password string
}

// Mechanisms lists the SASL mechanisms.
func Mechanisms() []string {
	return []string{"plain", "scram-sha-256", "scram-sha-512"}
}

func (s *SASL) mechanism() (sasl.Mechanism, error) {
	switch {
	case s.Mechanism == "":
		return nil, &SettingError{Setting: "sasl.mechanism", Reason: "is missing (KAFKA_SASL_MECHANISM); a user name alone does not choose one: set one of " + strings.Join(Mechanisms(), ", ")}
	case s.Username == "":
		return nil, &SettingError{Setting: "sasl.username", Reason: "is missing (KAFKA_SASL_USERNAME); " + s.Mechanism + " needs username and password"}
	case s.Password == "":
		return nil, &SettingError{Setting: "sasl.password", Reason: "is missing (KAFKA_SASL_PASSWORD); " + s.Mechanism + " needs username and password"}
	}
	switch strings.ToLower(s.Mechanism) {
	case "plain":
		return plain.Auth{User: s.Username, Pass: s.Password}.AsMechanism(), nil
	case "scram-sha-256", "scram-sha256":
		return scram.Auth{User: s.Username, Pass: s.Password}.AsSha256Mechanism(), nil
	case "scram-sha-512", "scram-sha512":
		return scram.Auth{User: s.Username, Pass: s.Password}.AsSha512Mechanism(), nil
	}
	return nil, &SettingError{Setting: "sasl.mechanism", Reason: s.Mechanism + " is unknown; use one of " + strings.Join(Mechanisms(), ", ")}
}
