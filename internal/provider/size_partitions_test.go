package provider_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// output is the value of an output in the state.
func (w *workspace) output(name string) map[string]any {
	w.t.Helper()
	cmd := w.command("output", "-json", name)
	text, err := cmd.Output()
	if err != nil {
		w.t.Fatalf("terraform output: %v", err)
	}
	var value map[string]any
	if err := json.Unmarshal(text, &value); err != nil {
		w.t.Fatalf("terraform output: %v\n%s", err, text)
	}
	return value
}

// plain are the inputs of the plainest case.
func plain() vars { return vars{"peak_events_per_sec": 4200, "avg_event_size_kb": 18} }

func TestSizePartitions(t *testing.T) {
	for _, test := range []struct {
		name string
		set  vars
		want vars
	}{
		{"defaults", vars{}, vars{
			"peak_mb_per_sec": 73.828125, "throughput_partitions": 8.0, "consumer_rate_partitions": nil, "parallelism_partitions": 12.0,
			"driver": "parallelism", "headroom_factor": 1.5, "required_partitions": 18.0, "recommended_partitions": 18.0,
			"busiest_consumer_factor": 1.3333, "hottest_partition_mb_per_sec": nil, "hottest_partition_utilization": nil,
		}},
		{"null optional members", vars{"profile": plain().with(vars{"per_partition_ceiling_mb_s": nil, "consumer_events_per_sec": nil})}, vars{
			"throughput_partitions": 8.0, "consumer_rate_partitions": nil, "recommended_partitions": 18.0,
		}},
		{"all members", vars{"profile": plain().with(vars{"per_partition_ceiling_mb_s": 5, "consumer_events_per_sec": 200})}, vars{
			"throughput_partitions": 15.0, "consumer_rate_partitions": 21.0, "driver": "consumer_rate", "required_partitions": 32.0,
		}},
		{"a driver that ties is the first", vars{"profile": profile(12), "target_consumers": 12}, vars{"driver": "throughput", "required_partitions": 18.0}},
		{"members as text", vars{"profile": vars{"peak_events_per_sec": "4200", "avg_event_size_kb": "18"}}, vars{"recommended_partitions": 18.0}},
		{"headroom", vars{"headroom_factor": 1}, vars{"headroom_factor": 1.0, "required_partitions": 12.0, "busiest_consumer_factor": 1.0}},
		{"consumer multiple", vars{"rounding": "consumer_multiple"}, vars{"required_partitions": 18.0, "recommended_partitions": 24.0, "busiest_consumer_factor": 1.0}},
		{"highly composite", vars{"rounding": "highly_composite", "profile": profile(25), "target_consumers": 1}, vars{"required_partitions": 38.0, "recommended_partitions": 48.0}},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := newWorkspace(t, nil, "size_partitions").set(test.set)
			w.apply().exits(0)
			got := w.output("sizing")
			for name, want := range test.want {
				if value, there := got[name]; !there || !reflect.DeepEqual(value, want) {
					t.Errorf("%s is %v (%v), want %v", name, value, there, want)
				}
			}
			if text, _ := got["explanation"].(string); !strings.HasPrefix(text, "recommend ") {
				t.Errorf("explanation is %q", text)
			}
			w.unchanged()
		})
	}
}

// The function and the resource derive the same sizing from the same inputs.
func TestSizePartitionsLikeTheResource(t *testing.T) {
	w := newWorkspace(t, nil, "size_partitions").set(vars{"rounding": "consumer_multiple"})
	w.apply().exits(0)
	function := w.output("sizing")
	resource := newWorkspace(t, nil, "topic").set(vars{"name": "any", "rounding": "consumer_multiple"})
	resource.plan("-out=plan").exits(2)
	shown := resource.run("show", "-json", "plan").exits(0)
	var plan struct {
		PlannedValues struct {
			RootModule struct {
				Resources []struct {
					Values struct{ Sizing map[string]any }
				}
			} `json:"root_module"`
		} `json:"planned_values"`
	}
	if err := json.Unmarshal([]byte(shown.raw), &plan); err != nil {
		t.Fatal(err)
	}
	if len(plan.PlannedValues.RootModule.Resources) != 1 {
		t.Fatalf("the plan holds %d resources", len(plan.PlannedValues.RootModule.Resources))
	}
	if got := plan.PlannedValues.RootModule.Resources[0].Values.Sizing; !reflect.DeepEqual(got, function) {
		t.Errorf("the resource says %v\nand the function %v", got, function)
	}
}

func TestSizePartitionsUnknown(t *testing.T) {
	w := newWorkspace(t, nil, "size_partitions_unknown")
	w.plan().exits(2).says("+ recommended = (known after apply)", "+ rounding = (known after apply)").lacks("Error", "= 0")
	w.apply().exits(0)
	if got := w.output("member")["recommended_partitions"]; got != 18.0 {
		t.Errorf("recommended_partitions is %v, want 18", got)
	}
	if got := w.output("rounding")["recommended_partitions"]; got != 24.0 {
		t.Errorf("recommended_partitions is %v, want 24", got)
	}
	w.unchanged()
}

func TestSizePartitionsInvalid(t *testing.T) {
	for _, test := range []struct {
		name  string
		set   vars
		texts []string
	}{
		{"profile is null", vars{"profile": nil}, []string{"profile"}},
		{"profile is no object", vars{"profile": 7}, []string{"var.profile", "profile must be an object"}},
		{"profile is a list", vars{"profile": []int{1}}, []string{"profile must be an object"}},
		{"a member is missing", vars{"profile": vars{"peak_events_per_sec": 1}}, []string{"profile.avg_event_size_kb is missing"}},
		{"a member is null", vars{"profile": plain().with(vars{"peak_events_per_sec": nil})}, []string{"profile.peak_events_per_sec is missing"}},
		{"a member is unknown to the function", vars{"profile": plain().with(vars{"peak": 1})}, []string{"profile has no member peak"}},
		{"a member is no number", vars{"profile": plain().with(vars{"avg_event_size_kb": "big"})}, []string{"profile.avg_event_size_kb must be a number"}},
		{"a member is a list", vars{"profile": plain().with(vars{"avg_event_size_kb": []int{1}})}, []string{"profile.avg_event_size_kb must be a number"}},
		{"a peak of nothing", vars{"profile": plain().with(vars{"peak_events_per_sec": 0})}, []string{"peak_events_per_sec must be greater than 0", "var.profile"}},
		{"a ceiling of nothing", vars{"profile": plain().with(vars{"per_partition_ceiling_mb_s": 0})}, []string{"per_partition_ceiling_mb_s must be greater than 0"}},
		{"a huge number", vars{"profile": plain().with(vars{"peak_events_per_sec": json.Number("1e400")})}, []string{"peak_events_per_sec", "between 1e-30 and 1e30"}},
		{"a tiny number", vars{"profile": plain().with(vars{"peak_events_per_sec": json.Number("1e-400")})}, []string{"peak_events_per_sec", "between 1e-30 and 1e30"}},
		{"no consumers", vars{"target_consumers": 0}, []string{"var.target_consumers", "must be at least 1"}},
		{"half a consumer", vars{"target_consumers": 1.5}, []string{"var.target_consumers", "integer"}},
		{"consumers are null", vars{"target_consumers": nil}, []string{"target_consumers", "null"}},
		{"headroom below 1", vars{"headroom_factor": 0.9}, []string{"var.headroom_factor", "must be at least 1"}},
		{"a huge headroom", vars{"headroom_factor": json.Number("1e400")}, []string{"var.headroom_factor", "between 1e-30 and 1e30"}},
		{"an unknown rounding", vars{"rounding": "up"}, []string{"var.rounding", "none, consumer_multiple, highly_composite"}},
		{"beyond the last highly composite number", vars{"rounding": "highly_composite", "profile": profile(6721)}, []string{"highly_composite ends at 10080"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := newWorkspace(t, nil, "size_partitions").set(test.set)
			w.plan().exits(1).says(test.texts...).lacks("panic", "crash", "error in the provider", "big.Float")
		})
	}
}
