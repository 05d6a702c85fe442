terraform {
  required_providers {
    capture = {
      source = "shelf-analytics/capture"
    }
  }
}

# What the partitions take while a chain resets. The data block stands beside
# the check that asserts on it: inside, it would make every plan non-empty.
data "capture_partition_load" "capture_events" {
  topic  = "capture-events.v1"
  window = "2s" # 8,400 events at the peak of 4,200 a second; 18 partitions need about 3,500
}

check "capture_events_load" {
  assert {
    condition     = data.capture_partition_load.capture_events.verdict != "skewed"
    error_message = data.capture_partition_load.capture_events.report
  }
}
