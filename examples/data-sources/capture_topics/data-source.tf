terraform {
  required_providers {
    capture = {
      source = "shelf-analytics/capture"
    }
  }
}

# Every version of a topic, as name and version make it in capture_topic.
data "capture_topics" "orders" {
  name_regex = "^orders\\.v[0-9]+$"
}

output "orders_partitions" {
  value = { for t in data.capture_topics.orders.topics : t.topic => t.partitions }
}
