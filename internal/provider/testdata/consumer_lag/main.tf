terraform {
  required_providers {
    capture = {
      source = "shelf-analytics/capture"
    }
  }
}

variable "group" {
  type = string
}

variable "topics" {
  type    = set(string)
  default = null
}

variable "samples" {
  type    = number
  default = null
}

variable "interval" {
  type    = string
  default = null
}

variable "target" {
  type    = number
  default = null
}

data "capture_consumer_lag" "this" {
  group              = var.group
  topics             = var.topics
  samples            = var.samples
  interval           = var.interval
  lag_target_seconds = var.target
}
