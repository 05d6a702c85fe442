# 18 partitions.
resource "capture_topic" "v1" {
  name               = var.name
  version            = 1
  target_consumers   = 12
  throughput_profile = { peak_events_per_sec = 4200, avg_event_size_kb = 18 }
}
