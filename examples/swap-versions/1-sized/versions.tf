# 12 consumers read 4,200 events/s of 18 KB: 18 partitions.
locals {
  versions = {
    v1 = { version = 1, peak_events_per_sec = 4200, consumers = 12, released = false }
  }
}
