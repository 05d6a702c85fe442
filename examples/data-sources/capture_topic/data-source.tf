terraform {
  required_providers {
    capture = {
      source = "shelf-analytics/capture"
    }
  }
}

# A topic that others own: read while planning, never written.
data "capture_topic" "orders" {
  topic = "orders.v2"
}

check "orders_in_sync" {
  assert {
    condition = alltrue([
      for p in data.capture_topic.orders.partition_details : length(p.in_sync_replicas) == length(p.replicas)
    ])
    error_message = "Replicas of orders.v2 are out of sync."
  }
}

output "orders_retention_ms" {
  value = data.capture_topic.orders.effective_config["retention.ms"].value
}

# Offsets from the oldest record to the last stable offset; null offsets, of
# partitions without a leader, are left out.
output "orders_offsets" {
  value = sum(concat([0], [
    for p in data.capture_topic.orders.partition_details : p.end_offset - p.start_offset if p.end_offset != null
  ]))
}
