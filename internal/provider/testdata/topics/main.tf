terraform {
  required_providers {
    capture = {
      source = "shelf-analytics/capture"
    }
  }
}

variable "limits" {
  type = object({
    max_partitions_per_topic = optional(number)
    max_replicas_per_broker  = optional(number)
  })
  default = null
}

variable "timeout" {
  type    = string
  default = null
}

variable "replication_factor" {
  type    = number
  default = null
}

# Partitions by topic name.
variable "topics" {
  type = map(number)
}

provider "capture" {
  timeout = var.timeout
  limits  = var.limits
}

resource "capture_topic" "all" {
  for_each = var.topics

  name               = each.key
  target_consumers   = 1
  pinned_partitions  = each.value
  replication_factor = var.replication_factor

  throughput_profile = {
    peak_events_per_sec = 1
    avg_event_size_kb   = 1
  }
}
