terraform {
  required_providers {
    capture = {
      source = "shelf-analytics/capture"
    }
  }
}

variable "by_fixture" {
  type = string
}

variable "by_store" {
  type = string
}

variable "peak_events_per_sec" {
  type = number
}

variable "consumer_events_per_sec" {
  type = number
}

variable "target_consumers" {
  type = number
}

locals {
  profile = {
    peak_events_per_sec        = var.peak_events_per_sec
    avg_event_size_kb          = 18
    per_partition_ceiling_mb_s = 10
    consumer_events_per_sec    = var.consumer_events_per_sec
  }
}

resource "capture_topic" "by_fixture" {
  name               = var.by_fixture
  throughput_profile = local.profile
  target_consumers   = var.target_consumers
}

resource "capture_topic" "by_store" {
  name               = var.by_store
  throughput_profile = local.profile
  target_consumers   = var.target_consumers
}
