package provider

import (
	"strconv"
	"strings"
	"time"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafka"
)

// compacted is nil where the broker does not tell the cleanup policy.
func compacted(entries []kafka.ConfigEntry) *bool {
	policy, told := configValue(entries, "cleanup.policy")
	if !told {
		return nil
	}
	compacts := strings.Contains(policy, "compact")
	return &compacts
}

// deletedBefore is the time after which retention cannot have deleted a record.
// It is zero where time is not what retention goes by: with a limit in bytes, or
// without one in time, with which a log start above 0 has other reasons.
func deletedBefore(entries []kafka.ConfigEntry, now time.Time) time.Time {
	policy, _ := configValue(entries, "cleanup.policy")
	size, _ := configValue(entries, "retention.bytes")
	text, _ := configValue(entries, "retention.ms")
	millis, err := strconv.ParseInt(text, 10, 64)
	if err != nil || millis < 0 || size != "-1" || !strings.Contains(policy, "delete") {
		return time.Time{}
	}
	return time.UnixMilli(now.UnixMilli() - millis)
}

func configValue(entries []kafka.ConfigEntry, name string) (value string, told bool) {
	for _, entry := range entries {
		if entry.Name == name && !entry.Untold {
			return entry.Value, true
		}
	}
	return "", false
}
