package markdown_test

import (
	"testing"

	"github.com/shelf-analytics/terraform-provider-capture/internal/markdown"
)

func TestDuration(t *testing.T) {
	tests := []struct{ in, want string }{
		{"0", "0 s"}, {"0.04", "0.04 s"}, {"12.34", "12.3 s"}, {"60", "1 min"}, {"95.4", "1 min 35 s"},
		{"855", "14 min 15 s"}, {"3599.7", "1 h"}, {"3600", "1 h"}, {"4500", "1 h 15 min"}, {"7199", "2 h"},
		{"86399", "24 h"}, {"86400", "1 d"}, {"100000", "1 d 4 h"}, {"31536000000", "1,000 years"},
		{"1e30", "31,709,791,983,764,586,504,313 years"},
	}
	for _, test := range tests {
		if got := markdown.Duration(number(t, test.in)); got != test.want {
			t.Errorf("%s: got %s, want %s", test.in, got, test.want)
		}
	}
}
