terraform {
  required_providers {
    capture = {
      source = "shelf-analytics/capture"
    }
  }
}

provider "capture" {}

variable "window" {
  description = "How long both versions are watched: longer than the longest pause of a producer."
  type        = string
  default     = "30s"
}

variable "require_traffic_on_v2" {
  description = "false where v2 may be quiet while it is watched."
  type        = bool
  default     = true
}

# The topics are named here, not taken from the resources: v1 waits for this.
data "capture_swap_readiness" "v1" {
  from                  = provider::capture::topic_name("capture-events", 1)
  to                    = provider::capture::topic_name("capture-events", 2)
  window                = var.window
  require_traffic_on_to = var.require_traffic_on_v2
}

# v1 may go once nobody writes to it and every group has drained it.
resource "capture_topic" "capture_events_v1" {
  name             = "capture-events"
  version          = 1
  target_consumers = 12

  deletion_protection = false

  lifecycle {
    precondition {
      condition     = data.capture_swap_readiness.v1.ready
      error_message = data.capture_swap_readiness.v1.report
    }
  }

  throughput_profile = {
    peak_events_per_sec        = 4200
    avg_event_size_kb          = 18
    per_partition_ceiling_mb_s = 10
  }
}

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
