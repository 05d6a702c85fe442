terraform {
  required_providers {
    capture = {
      source = "shelf-analytics/capture"
    }
  }
}

variable "profile" {
  type    = any
  default = { peak_events_per_sec = 4200, avg_event_size_kb = 18 }
}

variable "target_consumers" {
  type    = number
  default = 12
}

variable "headroom_factor" {
  type    = number
  default = null
}

variable "rounding" {
  type    = string
  default = null
}

output "sizing" {
  value = provider::capture::size_partitions(var.profile, var.target_consumers, var.headroom_factor, var.rounding)
}
