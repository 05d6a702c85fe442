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
  type    = string
  default = "1000"
}

variable "unknown_name" {
  type    = string
  default = null
}

variable "replication_factor" {
  type    = number
  default = null
}

resource "capture_topic" "this" {
  name               = var.name
  target_consumers   = 1
  replication_factor = var.replication_factor

  throughput_profile = {
    peak_events_per_sec = 1
    avg_event_size_kb   = 1
  }

  config = {
    "segment.ms"     = "5000"
    "retention.ms"   = var.retention
    "no.such.config" = var.unknown_name
  }
}
