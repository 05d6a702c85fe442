package sizing

// Observation is what the guard decides on. All are partition counts; 0 means
// that there is none.
type Observation struct {
	// Pinned is the count that the configuration acknowledges by hand.
	Pinned int64
	// Required and Recommended are derived; both are always set.
	Required, Recommended int64
	// MinimumRequired is what is required with the minimum headroom.
	MinimumRequired int64
	// Live is the count of the existing topic; 0 on create.
	Live int64
	// Established is the count that was last created, adopted or acknowledged.
	Established int64
}

// Finding names what the guard has to say.
type Finding string

// What the guard finds; the empty one is nothing.
const (
	FindingNone                Finding = ""
	FindingPinnedDiffers       Finding = "pinned_differs"
	FindingPinnedBelow         Finding = "pinned_below"
	FindingAdoptedDiffers      Finding = "adopted_differs"
	FindingDriftAccepted       Finding = "drift_accepted"
	FindingDrift               Finding = "drift"
	FindingOverProvisioned     Finding = "over_provisioned"
	FindingHeadroomBelowTarget Finding = "headroom_below_target"
	FindingIncreaseRefused     Finding = "increase_refused"
)

// Refuses reports whether the finding stops the plan; all others are warnings.
func (f Finding) Refuses() bool {
	switch f {
	case FindingPinnedDiffers, FindingAdoptedDiffers, FindingDrift, FindingIncreaseRefused:
		return true
	}
	return false
}

// Summary is the title under which the finding is shown; "" for none.
func (f Finding) Summary() string {
	switch f {
	case FindingPinnedDiffers:
		return "Pinned Partitions Differ From The Live Topic"
	case FindingPinnedBelow:
		return "Pinned Below The Recommendation"
	case FindingAdoptedDiffers:
		return "Adopted Topic Differs From The Derived Count"
	case FindingDriftAccepted, FindingDrift:
		return "Partition Count Changed Outside Terraform"
	case FindingOverProvisioned:
		return "Topic Over-Provisioned"
	case FindingHeadroomBelowTarget:
		return "Headroom Below Target"
	case FindingIncreaseRefused:
		return "Partition Increase Refused"
	}
	return ""
}

// Decision is what to plan.
type Decision struct {
	// Partitions is the planned count: that of the live topic, always, where
	// there is one.
	Partitions int64
	// Established is the count to keep as established; 0 for none.
	Established int64
	Finding     Finding
}

// Decide returns the first case that fits. It never changes the count of a
// live topic.
func Decide(o Observation) Decision {
	live := o.Live
	derived := live == o.Recommended || live == o.Required
	keep := func(f Finding) Decision { return Decision{live, o.Established, f} }
	accept := func(f Finding) Decision { return Decision{live, live, f} }

	switch {
	case live == 0 && o.Pinned != 0:
		return Decision{o.Pinned, o.Pinned, o.pin()}
	case live == 0:
		return Decision{o.Recommended, o.Recommended, FindingNone}
	case o.Pinned == live:
		return accept(o.pin())
	case o.Pinned != 0:
		return keep(FindingPinnedDiffers)
	case o.Established == 0 && derived:
		return accept(FindingNone)
	case o.Established == 0:
		return keep(FindingAdoptedDiffers)
	case live != o.Established && derived:
		return accept(FindingDriftAccepted)
	case live != o.Established:
		return keep(FindingDrift)
	case live > o.Recommended:
		return keep(FindingOverProvisioned)
	case live >= o.Required:
		return keep(FindingNone)
	case o.MinimumRequired != 0 && live >= o.MinimumRequired:
		return keep(FindingHeadroomBelowTarget)
	default:
		return keep(FindingIncreaseRefused)
	}
}

func (o Observation) pin() Finding {
	if o.Pinned < o.Required {
		return FindingPinnedBelow
	}
	return FindingNone
}
