package kafka

import (
	"fmt"
	"net"
	"regexp"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// LogLevel is the weight of a log message.
type LogLevel int

// The levels, lightest first.
const (
	LogDebug LogLevel = iota
	LogInfo
	LogWarn
	LogError
)

// bridge passes the client library's own messages on.
type bridge struct {
	log func(LogLevel, string, ...any)
}

// Level is the least weight that the library formats messages for.
func (b *bridge) Level() kgo.LogLevel {
	if b.log == nil {
		return kgo.LogLevelNone
	}
	return kgo.LogLevelInfo
}

// Log passes one message on.
func (b *bridge) Log(level kgo.LogLevel, message string, keyvals ...any) {
	switch level {
	case kgo.LogLevelError:
		b.log(LogError, message, keyvals...)
	case kgo.LogLevelWarn:
		b.log(LogWarn, message, keyvals...)
	default:
		b.log(LogDebug, message, keyvals...)
	}
}

// requestLog writes one message per request, with its milliseconds.
type requestLog struct {
	log func(LogLevel, string, ...any)
}

var _ kgo.HookBrokerE2E = (*requestLog)(nil)

// OnBrokerE2E logs a request once it is answered or has failed.
func (r *requestLog) OnBrokerE2E(meta kgo.BrokerMetadata, key int16, e2e kgo.BrokerE2E) {
	if r.log == nil {
		return
	}
	keyvals := []any{
		"request", kmsg.NameForKey(key),
		"broker", net.JoinHostPort(meta.Host, fmt.Sprint(meta.Port)),
		"milliseconds", float64(e2e.DurationE2E().Microseconds()) / float64(time.Millisecond.Microseconds()),
	}
	if err := e2e.Err(); err != nil {
		keyvals = append(keyvals, "error", err.Error())
	}
	r.log(LogDebug, "request", keyvals...)
}

var versionText = regexp.MustCompile(`^[a-zA-Z0-9](?:[a-zA-Z0-9.-]*[a-zA-Z0-9])?$`)

// softwareVersion is the version where brokers accept its form (KIP-511).
func softwareVersion(version string) string {
	if versionText.MatchString(version) {
		return version
	}
	return "dev"
}
