terraform {
  required_providers {
    capture = {
      source = "shelf-analytics/capture"
    }
  }
}

provider "capture" {}

# 12 consumers read 4,200 events/s of 18 KB: 18 partitions.
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
