# Photos of store shelves: 4,200 events/s of 18 KB while a chain is photographed
# again, read by 12 consumers, keyed by store_id:fixture_id.
resource "capture_topic" "capture_events" {
  name             = "capture-events"
  version          = 1
  target_consumers = 12

  throughput_profile = {
    peak_events_per_sec        = 4200
    avg_event_size_kb          = 18
    per_partition_ceiling_mb_s = 10
  }

  config = {
    "retention.ms" = "604800000"
  }
}
