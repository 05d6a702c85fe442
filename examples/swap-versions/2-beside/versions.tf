# The chain doubles: v2 has 36 partitions. Producers move to it.
locals {
  versions = {
    v1 = { version = 1, peak_events_per_sec = 4200, consumers = 12, released = false }
    v2 = { version = 2, peak_events_per_sec = 8400, consumers = 24, released = false }
  }
}
