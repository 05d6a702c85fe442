terraform {
  required_providers {
    capture = {
      source = "shelf-analytics/capture"
    }
  }
}

variable "topic" {
  type = string
}

data "capture_topic" "this" {
  topic = var.topic
}
