package sizing

import (
	"fmt"
	"math"
)

// skewed says what the hottest partition carries, and where something is too
// hot, what would help.
func (s Sizing) skewed(p Profile, c Context) []string {
	var lines []string
	ceiling := given(p.PerPartitionCeilingMBPerSec)
	if h := s.HottestPartition(p, *c.Skew, c.Partitions); h.MBPerSec != nil {
		used := Percent(h.Utilization)
		if h.AboveCeiling && used == "100%" {
			used = "just over 100%"
		}
		lines = append(lines, fmt.Sprintf("The hottest partition carries %s times the mean: %s MB/s, %s of the %s MB/s ceiling.",
			given(c.Skew.PeakToMeanRatio), measuredIn(h.MBPerSec, p.PerPartitionCeilingMBPerSec), used, ceiling))
		if h.AboveCeiling {
			lines = append(lines, h.remedy(c.Pinned != 0))
		}
	}
	k := s.HottestKey(p, *c.Skew)
	if k == nil {
		return lines
	}
	if k.OverCeiling {
		lines = append(lines, fmt.Sprintf("The hottest key alone brings %s MB/s, more than the %s MB/s that a partition takes: no partition count can carry it.",
			measuredIn(k.MBPerSec, p.PerPartitionCeilingMBPerSec), ceiling))
	}
	if k.OverConsumer {
		lines = append(lines, fmt.Sprintf("The hottest key alone brings %s events/s, more than the %s that a consumer handles: no partition count can carry it.",
			measuredIn(k.EventsPerSec, p.ConsumerEventsPerSec), given(p.ConsumerEventsPerSec)))
	}
	return lines
}

// remedy names the count that carries the hottest partition, and the headroom
// that gives it unless a pin overrides that.
func (h Hottest) remedy(pinned bool) string {
	switch {
	case h.PartitionsNeeded > math.MaxInt32:
		return "That is above the ceiling, and no partition count would carry it."
	case pinned:
		return fmt.Sprintf("That is above the ceiling: if the ratio stays, it takes %d partitions or more.", h.PartitionsNeeded)
	default:
		return fmt.Sprintf("That is above the ceiling: if the ratio stays, it takes %d partitions or more, which headroom_factor = %s gives.",
			h.PartitionsNeeded, Text(h.HeadroomNeeded, 2))
	}
}
