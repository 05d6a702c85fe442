terraform {
  required_providers {
    capture = {
      source = "shelf-analytics/capture"
    }
  }
}

output "capture_key" {
  value = provider::capture::capture_key("store-42", "fixture-317") # "store-42:fixture-317"
}
