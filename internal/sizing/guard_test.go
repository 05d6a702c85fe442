package sizing

import "testing"

func TestDecide(t *testing.T) {
	tests := []struct {
		pinned, required, recommended, minimum, live, established int64
		want                                                      Decision
	}{
		// create
		{0, 18, 24, 0, 0, 0, Decision{24, 24, FindingNone}},
		{0, 18, 24, 15, 0, 0, Decision{24, 24, FindingNone}},
		{18, 18, 24, 0, 0, 0, Decision{18, 18, FindingNone}},
		{17, 18, 24, 0, 0, 0, Decision{17, 17, FindingPinnedBelow}},
		{30, 18, 24, 0, 0, 0, Decision{30, 30, FindingNone}},
		// pinned, as the topic is
		{24, 18, 24, 0, 24, 24, Decision{24, 24, FindingNone}},
		{24, 18, 24, 0, 24, 0, Decision{24, 24, FindingNone}},
		{24, 18, 24, 0, 24, 12, Decision{24, 24, FindingNone}},
		{18, 18, 24, 0, 18, 18, Decision{18, 18, FindingNone}},
		{17, 18, 24, 0, 17, 17, Decision{17, 17, FindingPinnedBelow}},
		{17, 18, 24, 15, 17, 0, Decision{17, 17, FindingPinnedBelow}},
		{99, 18, 24, 0, 99, 24, Decision{99, 99, FindingNone}},
		// pinned, but the topic differs
		{24, 18, 24, 0, 18, 18, Decision{18, 18, FindingPinnedDiffers}},
		{18, 18, 24, 0, 24, 24, Decision{24, 24, FindingPinnedDiffers}},
		{24, 18, 24, 0, 12, 0, Decision{12, 0, FindingPinnedDiffers}},
		{24, 18, 24, 0, 12, 24, Decision{12, 24, FindingPinnedDiffers}},
		// imported or moved
		{0, 18, 24, 0, 24, 0, Decision{24, 24, FindingNone}},
		{0, 18, 24, 0, 18, 0, Decision{18, 18, FindingNone}},
		{0, 18, 24, 0, 20, 0, Decision{20, 0, FindingAdoptedDiffers}},
		{0, 18, 24, 0, 17, 0, Decision{17, 0, FindingAdoptedDiffers}},
		{0, 18, 24, 15, 17, 0, Decision{17, 0, FindingAdoptedDiffers}},
		{0, 18, 24, 0, 25, 0, Decision{25, 0, FindingAdoptedDiffers}},
		// changed outside
		{0, 18, 24, 0, 24, 12, Decision{24, 24, FindingDriftAccepted}},
		{0, 18, 24, 0, 18, 12, Decision{18, 18, FindingDriftAccepted}},
		{0, 18, 24, 0, 18, 30, Decision{18, 18, FindingDriftAccepted}},
		{0, 18, 24, 0, 20, 18, Decision{20, 18, FindingDrift}},
		{0, 18, 24, 0, 36, 18, Decision{36, 18, FindingDrift}},
		{0, 18, 24, 10, 12, 6, Decision{12, 6, FindingDrift}},
		// enough
		{0, 18, 24, 0, 18, 18, Decision{18, 18, FindingNone}},
		{0, 18, 24, 0, 20, 20, Decision{20, 20, FindingNone}},
		{0, 18, 24, 0, 24, 24, Decision{24, 24, FindingNone}},
		{0, 18, 24, 0, 25, 25, Decision{25, 25, FindingOverProvisioned}},
		{0, 18, 18, 15, 19, 19, Decision{19, 19, FindingOverProvisioned}},
		{0, 1, 1, 0, 1, 1, Decision{1, 1, FindingNone}},
		// too few
		{0, 18, 24, 15, 17, 17, Decision{17, 17, FindingHeadroomBelowTarget}},
		{0, 18, 24, 15, 15, 15, Decision{15, 15, FindingHeadroomBelowTarget}},
		{0, 18, 24, 15, 14, 14, Decision{14, 14, FindingIncreaseRefused}},
		{0, 18, 24, 18, 17, 17, Decision{17, 17, FindingIncreaseRefused}},
		{0, 18, 24, 0, 17, 17, Decision{17, 17, FindingIncreaseRefused}},
		{0, 2, 2, 0, 1, 1, Decision{1, 1, FindingIncreaseRefused}},
	}
	for _, test := range tests {
		o := Observation{test.pinned, test.required, test.recommended, test.minimum, test.live, test.established}
		if got := Decide(o); got != test.want {
			t.Errorf("%+v: got %+v, want %+v", o, got, test.want)
		}
	}
}

// Over all small cases: a live topic keeps its count, a refusal keeps what is
// established, and an accepted state has nothing more to accept.
func TestDecideAlways(t *testing.T) {
	const top = 5
	for i := range top * top * top * top * top * top {
		var n [6]int64
		for j := range n {
			n[j] = int64(i % top)
			i /= top
		}
		o := Observation{Pinned: n[0], Required: n[1] + 1, Recommended: n[1] + 1 + n[2], MinimumRequired: min(n[3], n[1]+1), Live: n[4], Established: n[5]}
		d := Decide(o)
		if o.Live != 0 && d.Partitions != o.Live {
			t.Fatalf("%+v changes the live count: %+v", o, d)
		}
		if d.Finding.Refuses() {
			if o.Live == 0 || d.Established != o.Established {
				t.Fatalf("%+v: a refusal changes something: %+v", o, d)
			}
			continue
		}
		if d.Established != d.Partitions {
			t.Fatalf("%+v leaves a difference: %+v", o, d)
		}
		next := o
		next.Live, next.Established = d.Partitions, d.Established
		if again := Decide(next); again.Partitions != d.Partitions || again.Established != d.Established || again.Finding.Refuses() {
			t.Fatalf("%+v: %+v is not stable: %+v", o, d, again)
		}
	}
}

func TestFindings(t *testing.T) {
	tests := []struct {
		finding Finding
		refuses bool
		summary string
	}{
		{FindingNone, false, ""},
		{FindingPinnedDiffers, true, "Pinned Partitions Differ From The Live Topic"},
		{FindingPinnedBelow, false, "Pinned Below The Recommendation"},
		{FindingAdoptedDiffers, true, "Adopted Topic Differs From The Derived Count"},
		{FindingDriftAccepted, false, "Partition Count Changed Outside Terraform"},
		{FindingDrift, true, "Partition Count Changed Outside Terraform"},
		{FindingOverProvisioned, false, "Topic Over-Provisioned"},
		{FindingHeadroomBelowTarget, false, "Headroom Below Target"},
		{FindingIncreaseRefused, true, "Partition Increase Refused"},
	}
	for _, test := range tests {
		if got := test.finding.Refuses(); got != test.refuses {
			t.Errorf("%s: refuses = %t", test.finding, got)
		}
		if got := test.finding.Summary(); got != test.summary {
			t.Errorf("%s: got summary %q", test.finding, got)
		}
	}
}
