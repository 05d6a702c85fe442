terraform {
  required_providers {
    capture = {
      source = "shelf-analytics/capture"
    }
  }
}

# A seller with 40% of all orders, over 12 partitions.
output "salt_shards" {
  value = provider::capture::salt_shards(0.4, 12, 0.2) # 8
}
