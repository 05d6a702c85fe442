package provider_test

import (
	"strings"
	"testing"
)

const released = "Warning: Config Keys Released"

func TestImportReleasesConfigKeys(t *testing.T) {
	set := map[string]string{"retention.ms": "86400000", "segment.ms": "3600000", "cleanup.policy": "compact"}
	for _, c := range []struct {
		config map[string]string
		keys   string
		block  bool
	}{
		{nil, "cleanup.policy, retention.ms, segment.ms", false},
		{nil, "cleanup.policy, retention.ms, segment.ms", true},
		{map[string]string{}, "cleanup.policy, retention.ms, segment.ms", false},
		{map[string]string{"retention.ms": "86400000"}, "cleanup.policy, segment.ms", false},
		{map[string]string{"retention.ms": "86400000"}, "cleanup.policy, segment.ms", true},
	} {
		cluster, w, base, was := foreign(t, 18, set)
		name := base["name"].(string)
		w.set(base.with(vars{"config": c.config}))
		if c.block {
			w.importBlock(name)
		} else {
			w.imports(name).exits(0)
			w.wants(this, vars{"config": set})
		}
		mark := cluster.Mark()
		plan := w.plan().exits(2).says(released, "Keys: "+c.keys)
		if n := strings.Count(plan.text, released); n != 1 {
			t.Fatalf("%d warnings, want one\n%s", n, plan.raw)
		}
		w.applied()
		w.unchanged().lacks(released)
		wantWrites(t, cluster, mark)
		w.wants(this, vars{"config": c.config})
		wantConfig(t, cluster, name, set)
		untouched(t, cluster, name, was)
	}
}

func TestImportReleasedKeysStayReleased(t *testing.T) {
	cluster, w, base, _ := foreign(t, 18, map[string]string{"retention.ms": "86400000", "segment.ms": "3600000"})
	name := base["name"].(string)
	w.set(base.with(vars{"config": vars{"retention.ms": "86400000"}}))
	w.imports(name).exits(0)
	w.applied()
	// A managed key is reset, the released one is left alone.
	w.set(base).plan().exits(2).lacks(released)
	w.applied()
	wantConfig(t, cluster, name, map[string]string{"segment.ms": "3600000"})
	// To manage it, one adds it.
	w.set(base.with(vars{"config": vars{"segment.ms": "3600000"}})).applied()
	w.set(base).applied()
	wantConfig(t, cluster, name, map[string]string{})
}

// What the configuration has otherwise is sent with the adoption, and no more.
func TestImportWithOtherConfig(t *testing.T) {
	cluster, w, base, was := foreign(t, 18, map[string]string{"retention.ms": "86400000", "segment.ms": "3600000"})
	name := base["name"].(string)
	w.set(base.with(vars{"config": vars{"retention.ms": "1000", "max.message.bytes": "2097152"}}))
	w.imports(name).exits(0)
	mark := cluster.Mark()
	w.plan().exits(2).says(released, "Keys: segment.ms")
	w.applied()
	if !cluster.Apache() { // its log does not tell the dry run
		wantWrites(t, cluster, mark, "IncrementalAlterConfigs")
	}
	wantConfig(t, cluster, name, map[string]string{"retention.ms": "1000", "segment.ms": "3600000", "max.message.bytes": "2097152"})
	untouched(t, cluster, name, was)
}

func TestImportLeavesThrottlesOut(t *testing.T) {
	set := map[string]string{
		"retention.ms":                            "86400000",
		"leader.replication.throttled.replicas":   "0:1",
		"follower.replication.throttled.replicas": "*",
	}
	cluster, w, base, _ := foreign(t, 18, set)
	name := base["name"].(string)
	config := vars{"retention.ms": "86400000"}
	w.set(base.with(vars{"config": config}))
	w.imports(name).exits(0)
	w.wants(this, vars{"config": config})
	mark := cluster.Mark()
	w.plan().exits(2).lacks("Warning: ", "throttled")
	w.applied()
	wantWrites(t, cluster, mark)
	wantConfig(t, cluster, name, set)
}
