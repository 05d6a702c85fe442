package kafka

import (
	"testing"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// Older segments may be in tiered storage: the leader's files begin later than
// the log. Brokers before Kafka 3.5 do not know where.
func TestStored(t *testing.T) {
	for _, test := range []struct {
		name   string
		answer func(*kmsg.ListOffsetsResponseTopicPartition) // of partition 0; nil: kfake's own
		want   int64
	}{
		{"all on the leader's disk", nil, 10},
		{"some in tiered storage", func(p *kmsg.ListOffsetsResponseTopicPartition) { p.Offset = 6 }, 4},
		{"an old broker that refuses", func(p *kmsg.ListOffsetsResponseTopicPartition) { p.ErrorCode = kerr.UnsupportedVersion.Code }, 10},
		{"an old broker that knows nothing", func(p *kmsg.ListOffsetsResponseTopicPartition) { p.Offset = -1 }, 10},
	} {
		t.Run(test.name, func(t *testing.T) {
			cluster, client := fake(t, "orders")
			produce(t, cluster, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
			cluster.ControlKey(kmsg.ListOffsets.Int16(), func(kreq kmsg.Request) (kmsg.Response, error, bool) {
				cluster.KeepControl()
				req := kreq.(*kmsg.ListOffsetsRequest)
				if test.answer == nil || req.Topics[0].Partitions[0].Timestamp != earliestLocal {
					return nil, nil, false
				}
				resp := req.ResponseKind().(*kmsg.ListOffsetsResponse)
				rt := kmsg.NewListOffsetsResponseTopic()
				rp := kmsg.NewListOffsetsResponseTopicPartition()
				test.answer(&rp)
				rt.Topic, rt.Partitions = "orders", append(rt.Partitions, rp)
				resp.Topics = append(resp.Topics, rt)
				return resp, nil, true
			})
			spans, err := client.Spans(t.Context(), "orders")
			if err != nil {
				t.Fatal(err)
			}
			stored, err := client.Stored(t.Context(), spans)
			if err != nil || stored.Records != test.want || stored.Bytes < 10 {
				t.Errorf("stored %+v, %v; want %d records", stored, err, test.want)
			}
		})
	}
}
