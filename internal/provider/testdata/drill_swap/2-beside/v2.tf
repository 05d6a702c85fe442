# The load has doubled: 36 partitions.
resource "capture_topic" "v2" {
  name               = var.name
  version            = 2
  target_consumers   = 24
  throughput_profile = { peak_events_per_sec = 8400, avg_event_size_kb = 18 }
}
