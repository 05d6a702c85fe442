package kafka

import "testing"

func TestShownBy(t *testing.T) {
	change := ConfigChange{Set: map[string]string{"cleanup.policy": "compact,delete", "password": "x"}, Reset: []string{"retention.ms"}}
	policy := ConfigEntry{Name: "cleanup.policy", Value: "delete,compact", OnTopic: true}
	secret := ConfigEntry{Name: "password", Untold: true, OnTopic: true}
	retention := ConfigEntry{Name: "retention.ms", Value: "604800000"}
	old := func(e ConfigEntry, change func(*ConfigEntry)) ConfigEntry { change(&e); return e }
	tests := []struct {
		name    string
		entries []ConfigEntry
		want    bool
	}{
		{"all of it", []ConfigEntry{policy, secret, retention}, true},
		{"keys that are not shown", nil, true},
		{"another key", []ConfigEntry{policy, {Name: "segment.ms", OnTopic: true}}, true},
		{"the old value", []ConfigEntry{old(policy, func(e *ConfigEntry) { e.Value = "delete" }), secret}, false},
		{"not set yet", []ConfigEntry{policy, old(secret, func(e *ConfigEntry) { e.OnTopic = false })}, false},
		{"not reset yet", []ConfigEntry{policy, old(retention, func(e *ConfigEntry) { e.OnTopic = true })}, false},
	}
	for _, test := range tests {
		if got := change.shownBy(test.entries); got != test.want {
			t.Errorf("%s: %t, want %t", test.name, got, test.want)
		}
	}
}
