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

variable "topic_version" {
  type    = number
  default = null
}

variable "profile" {
  type = object({
    peak_events_per_sec        = number
    avg_event_size_kb          = number
    per_partition_ceiling_mb_s = optional(number)
    consumer_events_per_sec    = optional(number)
  })
  default = {
    peak_events_per_sec = 4200
    avg_event_size_kb   = 18
  }
}

variable "target_consumers" {
  type    = number
  default = 12
}

variable "headroom_factor" {
  type    = number
  default = null
}

variable "minimum_headroom_factor" {
  type    = number
  default = null
}

variable "rounding" {
  type    = string
  default = null
}

variable "skew" {
  type = object({
    peak_to_mean_ratio = optional(number)
    hottest_key_share  = optional(number)
  })
  default = null
}

variable "pinned_partitions" {
  type    = number
  default = null
}

variable "replication_factor" {
  type    = number
  default = null
}

variable "config" {
  type    = map(string)
  default = null
}

variable "deletion_protection" {
  type    = bool
  default = null
}

variable "timeouts" {
  type    = map(string)
  default = {}
}

resource "capture_topic" "this" {
  name                    = var.name
  version                 = var.topic_version
  throughput_profile      = var.profile
  target_consumers        = var.target_consumers
  headroom_factor         = var.headroom_factor
  minimum_headroom_factor = var.minimum_headroom_factor
  rounding                = var.rounding
  skew                    = var.skew
  pinned_partitions       = var.pinned_partitions
  replication_factor      = var.replication_factor
  config                  = var.config
  deletion_protection     = var.deletion_protection

  timeouts = {
    create = lookup(var.timeouts, "create", null)
    delete = lookup(var.timeouts, "delete", null)
  }
}
