terraform {
  required_providers {
    capture = {
      source = "shelf-analytics/capture"
    }
  }
}

variable "from" {
  type = string
}

variable "to" {
  type = string
}

variable "group_names" {
  type    = set(string)
  default = null
}

variable "window" {
  type    = string
  default = "1s"
}

variable "require_traffic_on_to" {
  type    = bool
  default = null
}

data "capture_swap_readiness" "this" {
  from                  = var.from
  to                    = var.to
  group_names           = var.group_names
  window                = var.window
  require_traffic_on_to = var.require_traffic_on_to
}
