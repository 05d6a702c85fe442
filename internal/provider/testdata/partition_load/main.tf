terraform {
  required_providers {
    capture = {
      source = "shelf-analytics/capture"
    }
  }
}

variable "loads" {
  type = map(object({
    topic     = string
    window    = optional(string)
    tolerance = optional(number)
  }))
}

data "capture_partition_load" "this" {
  for_each  = var.loads
  topic     = each.value.topic
  window    = each.value.window
  tolerance = each.value.tolerance
}
