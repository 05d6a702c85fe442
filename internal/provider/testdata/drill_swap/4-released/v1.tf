resource "capture_topic" "v1" {
  name                = var.name
  version             = 1
  target_consumers    = 12
  throughput_profile  = { peak_events_per_sec = 4200, avg_event_size_kb = 18 }
  deletion_protection = false

  lifecycle {
    precondition {
      condition     = data.capture_swap_readiness.this.ready
      error_message = join("\n", data.capture_swap_readiness.this.blockers)
    }
  }
}
