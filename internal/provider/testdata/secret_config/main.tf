terraform {
  required_providers {
    capture = {
      source = "shelf-analytics/capture"
    }
  }
}

variable "name" {
  type = string
}

variable "retention" {
  type      = string
  sensitive = true
}

resource "capture_topic" "this" {
  name             = var.name
  target_consumers = 1

  throughput_profile = {
    peak_events_per_sec = 1
    avg_event_size_kb   = 1
  }

  config = {
    "retention.ms"   = var.retention
    "cleanup.policy" = "compact"
  }
}
