terraform {
  required_providers {
    capture = {
      source = "shelf-analytics/capture"
    }
  }
}

# Where a Java producer and a Python producer put the same key.
output "partition_for" {
  value = {
    java   = provider::capture::partition_for("store-42:fixture-317", 12, "murmur2") # 8
    python = provider::capture::partition_for("store-42:fixture-317", 12, "crc32")   # 0
  }
}
