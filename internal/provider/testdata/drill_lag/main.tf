terraform {
  required_providers {
    capture = {
      source = "shelf-analytics/capture"
    }
  }
}

variable "groups" {
  type = map(string) # group by topic
}

variable "samples" {
  type = number
}

variable "target" {
  type = number
}

data "capture_consumer_lag" "of" {
  for_each = var.groups

  group              = each.value
  topics             = [each.key]
  samples            = var.samples
  interval           = "1s"
  lag_target_seconds = var.target
}
