terraform {
  required_providers {
    capture = {
      source = "shelf-analytics/capture"
    }
  }
}

locals {
  sizing = provider::capture::size_partitions({
    peak_events_per_sec        = 4200
    avg_event_size_kb          = 18
    per_partition_ceiling_mb_s = 10
  }, 12, 1.5, "none")
}

output "recommended_partitions" {
  value = local.sizing.recommended_partitions # 18
}
