package provider_test

import "testing"

func TestUnknownConfigOfACreate(t *testing.T) {
	for _, v := range []vars{{"retention": "1000"}, {"config": vars{"retention.ms": "1000"}}} {
		cluster, w, base := late(t)
		name := base["name"].(string)
		w.set(base.with(vars{"late": v}))
		w.plan().exits(2).says("+ partitions = 18", "(known after apply)").lacks("Error: ", "Warning: ")
		w.applied()
		live(t, cluster, name, 18)
		wantConfig(t, cluster, name, map[string]string{"retention.ms": "1000"})
		w.wants(this, vars{"config": vars{"retention.ms": "1000"}, "partitions": 18})
	}
}

func TestUnknownConfigOfAnExistingTopic(t *testing.T) {
	cluster, w, base := late(t)
	name := base["name"].(string)
	was := created(t, cluster, w, base.with(vars{"config": vars{"retention.ms": "500"}}), name, 18)
	for _, v := range []vars{
		{"retention": "1000"},
		{"config": vars{"retention.ms": "2000", "segment.ms": "60000"}},
		{"config": vars{"segment.ms": "60000"}},
	} {
		w.set(base.with(vars{"late": v}))
		w.plan().exits(2).says("will be updated in-place", "(known after apply)").lacks("~ partitions", "~ sizing", "Error: ", "Warning: ")
		w.applied().says("capture_topic.this: Modifications complete")
		want := map[string]string{"retention.ms": "1000"}
		if config, ok := v["config"].(vars); ok {
			clear(want)
			for key, value := range config {
				want[key] = value.(string)
			}
		}
		wantConfig(t, cluster, name, want)
		w.wants(this, vars{"config": want, "partitions": 18})
	}
	untouched(t, cluster, name, was)
}

func TestUnknownConfigThatTurnsOutTheSame(t *testing.T) {
	cluster, w, base := late(t)
	name := base["name"].(string)
	created(t, cluster, w, base.with(vars{"config": vars{"retention.ms": "500"}}), name, 18)
	w.set(base.with(vars{"late": vars{"retention": "500"}}))
	mark := cluster.Mark()
	w.applied()
	wantWrites(t, cluster, mark)
	wantConfig(t, cluster, name, map[string]string{"retention.ms": "500"})
}

func TestUnknownConfigThatTurnsOutImpossible(t *testing.T) {
	cluster, w, base := late(t)
	name := base["name"].(string)
	was := created(t, cluster, w, base, name, 18)
	w.set(base.with(vars{"late": vars{"config": vars{"min.insync.replicas": "2"}}}))
	w.plan().exits(2).lacks("Invalid Topic Config")
	w.apply().exits(1).says("Invalid Topic Config", "min.insync.replicas: 2")
	wantConfig(t, cluster, name, map[string]string{})
	untouched(t, cluster, name, was)
	w.set(base).applied()
}
