terraform {
  required_providers {
    capture = {
      source = "shelf-analytics/capture"
    }
  }
}

# The profile that orders.v2 was sized for: the peak and the size that a report of
# capture_throughput once gave, copied. A count that followed the measurement would
# move from plan to plan, and a partition count is decided once.
locals {
  orders_profile = {
    peak_events_per_sec = 4200
    avg_event_size_kb   = 18
  }
  orders_sizing = provider::capture::size_partitions(local.orders_profile, 12, 1.5, "none")
}

data "capture_throughput" "orders" {
  topic    = "orders.v2"
  lookback = "168h"
  interval = "5m"
}

# Traffic drifts away from the profile long before consumers fall behind. Each plan
# measures again, and once the peak of a week exceeds the profile this check warns
# with the report, which has the lines to copy. The next version of the topic is
# then sized from them; the count of this one stays.
check "orders_profile_still_fits" {
  assert {
    # Null, where nothing could be measured, is a warning of its own.
    condition     = coalesce(data.capture_throughput.orders.peak_events_per_sec, 0) <= local.orders_profile.peak_events_per_sec
    error_message = data.capture_throughput.orders.report
  }
}

output "orders_partitions" {
  value = local.orders_sizing.recommended_partitions
}
