# Applied only once nobody writes to v1 and every group has drained it.
locals {
  versions = {
    v1 = { version = 1, peak_events_per_sec = 4200, consumers = 12, released = true }
    v2 = { version = 2, peak_events_per_sec = 8400, consumers = 24, released = false }
  }
}
