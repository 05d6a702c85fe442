package kafka

import (
	"context"
	"errors"

	"github.com/twmb/franz-go/pkg/kerr"
)

// Stored is what the leaders' logs of a topic hold.
type Stored struct {
	// Bytes as stored: compressed where records are, of one replica.
	Bytes int64
	// Records is the number of offsets that Bytes are for.
	Records int64
}

// earliestLocal is ListOffsets' timestamp for where the log on the leader's own
// disk starts (KIP-405, Kafka 3.5): after the log start where older segments are
// in tiered storage.
const earliestLocal = -4

// Stored reads the sizes of the leaders' logs of a topic. They hold what was
// deleted of a segment that is still there too. The error is an Error with
// ReasonUnauthorized without the Describe right on the cluster, or another
// failure that leaves a size out.
func (c *Client) Stored(ctx context.Context, spans Spans) (Stored, error) {
	partitions := make([]Partition, len(spans.Partitions))
	numbers := make([]int32, len(spans.Partitions))
	for i := range spans.Partitions {
		numbers[i] = int32(i)
		partitions[i] = Partition{Number: int32(i), Leader: &spans.Partitions[i].leader}
	}
	if err := c.readBytes(ctx, spans.Name, partitions); err != nil {
		return Stored{}, err
	}
	local, err := c.listOffsets(ctx, spans.Name, numbers, earliestLocal, readUncommitted)
	if err != nil && !errors.Is(err, kerr.UnsupportedVersion) {
		return Stored{}, err
	}
	var out Stored
	for i, span := range spans.Partitions {
		if partitions[i].Bytes == nil {
			return Stored{}, errNoSize
		}
		start := span.Start
		if at, ok := local[int32(i)]; ok {
			start = max(start, at.offset)
		}
		out.Bytes += *partitions[i].Bytes
		out.Records += max(0, span.High-start)
	}
	return out, nil
}
