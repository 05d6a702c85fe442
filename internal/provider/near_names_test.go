package provider

import (
	"slices"
	"testing"
)

func TestNearNames(t *testing.T) {
	for _, c := range []struct {
		wanted      string
		names, want []string
	}{
		{"orders", nil, []string{}},
		{"orders", []string{"payments", "shipments"}, []string{}},
		{"orders", []string{"oders", "order", "payments"}, []string{"oders", "order"}},
		{"orders", []string{"ordres"}, []string{"ordres"}}, // two edits are a third
		{"orders", []string{"ardres"}, []string{}},         // three are more
		{"orders", []string{"orders.v12", "orders.v2"}, []string{"orders.v2", "orders.v12"}},
		{"orders.v2", []string{"orders"}, []string{"orders"}},
		{"Orders.V2", []string{"orders.v2-retry", "orders.v2"}, []string{"orders.v2", "orders.v2-retry"}},
		{"a", []string{"b", "cd"}, []string{"b"}},
		{"capture-events.v1", []string{"capture-events.v2", "capture_event.v1", "capture-metrics.v1"}, []string{"capture-events.v2", "capture_event.v1"}},
		{"t0", []string{"t6", "t5", "t4", "t3", "t2", "t1"}, []string{"t1", "t2", "t3", "t4", "t5"}},
		{"é", []string{"e"}, []string{"e"}}, // characters, not bytes
	} {
		if got := nearNames(c.wanted, c.names); !slices.Equal(got, c.want) {
			t.Errorf("nearNames(%q, %q) = %q, want %q", c.wanted, c.names, got, c.want)
		}
	}
}
