terraform {
  required_providers {
    capture = {
      source = "shelf-analytics/capture"
    }
  }
}

# Where would a day of orders land, keyed by seller, on 12 partitions?
data "capture_skew_check" "orders" {
  files              = ["${path.module}/keys/*.jsonl"]
  format             = "jsonl"
  key_fields         = ["seller_id"]
  count_field        = "orders"
  partitions         = 12
  partitioner        = "crc32" # the producers are Python on librdkafka
  compare_partitions = [24]

  capacity = {
    events_per_sec          = 2000
    consumer_events_per_sec = 400
    consumers               = 18
    base_events_per_sec     = 200
  }
}

output "orders_verdict" {
  value = data.capture_skew_check.orders.verdict
}

output "orders_report" {
  value = data.capture_skew_check.orders.report
}
