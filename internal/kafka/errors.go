package kafka

import (
	"errors"
	"fmt"

	"github.com/twmb/franz-go/pkg/kerr"
)

var (
	// ErrNotFound tells that the controller agrees that there is no such topic.
	ErrNotFound = errors.New("topic not found")
	// ErrNotVisible tells that brokers do not show the topic, and the controller either
	// has it or could not be asked.
	ErrNotVisible = errors.New("topic not visible on the brokers")
	// ErrOutcomeUnknown tells that the answer to a write was lost, and looking did not
	// settle whether it took effect.
	ErrOutcomeUnknown = errors.New("the answer was lost and the outcome is unknown")
)

// ClusterError tells that the servers belong to another cluster than Config.ClusterID.
type ClusterError struct{ Want, Got string }

// Error names both clusters.
func (e *ClusterError) Error() string {
	return fmt.Sprintf("the cluster is %s, not %s", e.Got, e.Want)
}

// Reason groups the brokers' refusals by what a person has to change.
type Reason int

// The reasons of a refusal.
const (
	ReasonOther             Reason = iota
	ReasonExists                   // the topic exists already
	ReasonConfig                   // a config's name or value
	ReasonReplicationFactor        // the replication factor
	ReasonPartitions               // the partition count
	ReasonName                     // the topic name, or a collision of . and _
	ReasonPolicy                   // a create or alter policy, or a bound of the controller
	ReasonUnauthorized             // the principal lacks Error.Right
	ReasonMissing                  // no such topic or group
)

// Error is a broker's refusal of what was asked for one topic or one consumer group.
type Error struct {
	// Topic is the topic's name; empty where Group is given.
	Topic string
	// Group is the consumer group's name; empty for a topic.
	Group string
	// Right is the ACL operation that the request needs, such as Create.
	Right string
	// Reason is what has to change.
	Reason Reason
	// Message is the broker's own message, or the protocol's text for the code.
	Message string

	code *kerr.Error
}

// Error is the protocol's code and the broker's message.
func (e *Error) Error() string { return fmt.Sprintf("%s: %s", e.code.Message, e.Message) }

// Unwrap returns the protocol's error.
func (e *Error) Unwrap() error { return e.code }

// ReasonOf returns the reason of a refusal, ReasonOther for any other error.
func ReasonOf(err error) Reason {
	var refusal *Error
	if errors.As(err, &refusal) {
		return refusal.Reason
	}
	return ReasonOther
}

// refusal is nil for code 0.
func refusal(topic, right string, code int16, message *string) error {
	err := kerr.TypedErrorForCode(code)
	if err == nil {
		return nil
	}
	return refused(Error{Topic: topic, Right: right}, err, message)
}

// groupRefusal is refusal for a group, of which reading needs the Describe right.
func groupRefusal(group string, code int16, message *string) error {
	err := kerr.TypedErrorForCode(code)
	if err == nil {
		return nil
	}
	return refused(Error{Group: group, Right: "Describe"}, err, message)
}

func refused(e Error, err *kerr.Error, message *string) *Error {
	e.Message, e.code = err.Description, err
	if message != nil && *message != "" {
		e.Message = *message
	}
	switch err.Code {
	case kerr.TopicAlreadyExists.Code:
		e.Reason = ReasonExists
	case kerr.InvalidConfig.Code:
		e.Reason = ReasonConfig
	case kerr.InvalidReplicationFactor.Code:
		e.Reason = ReasonReplicationFactor
	case kerr.InvalidPartitions.Code:
		e.Reason = ReasonPartitions
	case kerr.InvalidTopicException.Code:
		e.Reason = ReasonName
	case kerr.PolicyViolation.Code:
		e.Reason = ReasonPolicy
	case kerr.TopicAuthorizationFailed.Code, kerr.ClusterAuthorizationFailed.Code, kerr.GroupAuthorizationFailed.Code:
		e.Reason = ReasonUnauthorized
	case kerr.UnknownTopicOrPartition.Code, kerr.UnknownTopicID.Code, kerr.GroupIDNotFound.Code:
		e.Reason = ReasonMissing
	}
	return &e
}

// transient tells the codes that a later try of the same request may not get.
func transient(code int16) bool {
	switch code {
	case kerr.NotController.Code, kerr.RequestTimedOut.Code, kerr.ThrottlingQuotaExceeded.Code,
		kerr.BrokerNotAvailable.Code, kerr.NetworkException.Code, kerr.CoordinatorNotAvailable.Code:
		return true
	}
	return false
}
