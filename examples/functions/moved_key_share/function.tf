terraform {
  required_providers {
    capture = {
      source = "shelf-analytics/capture"
    }
  }
}

output "moved_key_share" {
  value = provider::capture::moved_key_share(12, 18) # 0.666667: two keys of three lose their order
}
