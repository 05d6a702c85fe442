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

variable "require_traffic" {
  description = "false where the newest version may be quiet while it is watched."
  type        = bool
  default     = true
}

# One topic a version. local.versions is all that changes from step to step.
resource "capture_topic" "capture_events" {
  for_each = local.versions

  name                = "capture-events"
  version             = each.value.version
  target_consumers    = each.value.consumers
  deletion_protection = !each.value.released

  throughput_profile = {
    peak_events_per_sec        = each.value.peak_events_per_sec
    avg_event_size_kb          = 18
    per_partition_ceiling_mb_s = 10
  }

  lifecycle {
    precondition {
      condition     = lookup(local.ready, each.key, true)
      error_message = lookup(local.reports, each.key, "not ready")
    }
  }
}

# Every released version is watched beside the newest one.
data "capture_swap_readiness" "released" {
  for_each = { for key, v in local.versions : key => v if v.released }

  from                  = provider::capture::topic_name("capture-events", each.value.version)
  to                    = provider::capture::topic_name("capture-events", max(values(local.versions)[*].version...))
  window                = var.window
  require_traffic_on_to = var.require_traffic
}

locals {
  ready   = { for key, r in data.capture_swap_readiness.released : key => r.ready }
  reports = { for key, r in data.capture_swap_readiness.released : key => r.report }
}
