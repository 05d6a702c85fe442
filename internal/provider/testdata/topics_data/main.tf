terraform {
  required_providers {
    capture = {
      source = "shelf-analytics/capture"
    }
  }
}

variable "name_regex" {
  type    = string
  default = null
}

variable "include_internal" {
  type    = bool
  default = null
}

data "capture_topics" "this" {
  name_regex       = var.name_regex
  include_internal = var.include_internal
}
