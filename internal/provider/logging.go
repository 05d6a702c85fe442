package provider

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafka"
)

// kafkaSubsystem is the logging subsystem of everything on the wire.
const kafkaSubsystem = "kafka"

// kafkaLog writes the client's messages to Terraform's log.
func kafkaLog(ctx context.Context) func(kafka.LogLevel, string, ...any) {
	ctx = tflog.NewSubsystem(ctx, kafkaSubsystem)
	return func(level kafka.LogLevel, message string, keyvals ...any) {
		fields := make(map[string]any, len(keyvals)/2)
		for i := 0; i+1 < len(keyvals); i += 2 {
			fields[fmt.Sprint(keyvals[i])] = keyvals[i+1]
		}
		switch level {
		case kafka.LogError:
			tflog.SubsystemError(ctx, kafkaSubsystem, message, fields)
		case kafka.LogWarn:
			tflog.SubsystemWarn(ctx, kafkaSubsystem, message, fields)
		case kafka.LogInfo:
			tflog.SubsystemInfo(ctx, kafkaSubsystem, message, fields)
		default:
			tflog.SubsystemDebug(ctx, kafkaSubsystem, message, fields)
		}
	}
}
