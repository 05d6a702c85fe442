terraform {
  required_providers {
    capture = {
      source = "shelf-analytics/capture"
    }
  }
}

provider "capture" {}

resource "capture_topic" "capture_events_v1" {
  name             = "capture-events"
  version          = 1
  target_consumers = 12

  throughput_profile = {
    peak_events_per_sec        = 4200
    avg_event_size_kb          = 18
    per_partition_ceiling_mb_s = 10
  }
}

# The next version has the count that the grown load needs.
resource "capture_topic" "capture_events_v2" {
  name             = "capture-events"
  version          = 2
  target_consumers = 24

  throughput_profile = {
    peak_events_per_sec        = 8400
    avg_event_size_kb          = 18
    per_partition_ceiling_mb_s = 10
  }
}
