terraform {
  required_providers {
    capture = {
      source = "shelf-analytics/capture"
    }
  }
}

variable "measure" {
  type = map(object({
    topic    = string
    lookback = optional(string)
    from     = optional(string)
    to       = optional(string)
    interval = optional(string)
  }))
}

data "capture_throughput" "this" {
  for_each = var.measure

  topic    = each.value.topic
  lookback = each.value.lookback
  from     = each.value.from
  to       = each.value.to
  interval = each.value.interval
}
