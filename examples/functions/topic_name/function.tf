terraform {
  required_providers {
    capture = {
      source = "shelf-analytics/capture"
    }
  }
}

output "topic_name" {
  value = provider::capture::topic_name("capture-events", 2) # "capture-events.v2"
}
