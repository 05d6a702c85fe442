# v1 is gone.
locals {
  versions = {
    v2 = { version = 2, peak_events_per_sec = 8400, consumers = 24, released = false }
  }
}
