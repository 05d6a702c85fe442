package provider

import (
	"strings"
	"testing"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafka"
)

// ends is a reading of a topic with this ID, whose partitions end there.
func ends(id string, high ...int64) kafka.Spans {
	spans := kafka.Spans{Topic: kafka.Topic{ID: id}}
	for _, end := range high {
		spans.Partitions = append(spans.Partitions, kafka.Span{Stable: end, High: end})
	}
	return spans
}

func TestChangeBetween(t *testing.T) {
	for _, test := range []struct {
		name          string
		first, second kafka.Spans
		what, fact    string
	}{
		{"nothing arrived", ends("a", 5, 7), ends("a", 5, 7), "", ""},
		{"records arrived", ends("a", 5, 7), ends("a", 5, 9), "", ""},
		{"another topic", ends("a", 5, 7), ends("b", 50, 70), "created anew", "Topic ID after: b"},
		{"more partitions", ends("a", 5, 7), ends("a", 5, 7, 0), "Partitions were added", "Partitions after: 3"},
		{"fewer partitions, no IDs", ends("", 5, 7), ends("", 9), "created anew", "Partitions after: 1"},
		{"an end went back", ends("a", 5, 7), ends("a", 9, 6), "The end of a partition went back", "Partition: 1\nEnd before: 7\nEnd after: 6"},
	} {
		what, facts := changeBetween(test.first, test.second)
		if text := detail("", facts...); (what == "") != (test.what == "") || !strings.Contains(what, test.what) || !strings.Contains(text, test.fact) {
			t.Errorf("%s: got %q %q, want %q %q", test.name, what, text, test.what, test.fact)
		}
	}
}

// A partition without a leader has no end to read, and no other cause is guessed.
func TestLoadNotReadWithoutLeader(t *testing.T) {
	got := loadNotRead(t.Context(), nil, "orders", &kafka.UnledError{Topic: "orders", Partitions: []int32{3, 5}})
	if want := "Bring back a broker that holds a replica of them.\n\nTopic: orders\nError: partitions without a leader: 3, 5"; got.Summary() != summaryNotRead || !strings.HasSuffix(got.Detail(), want) {
		t.Errorf("got %s: %s, want %s", got.Summary(), got.Detail(), want)
	}
}
