# The count is derived, sampled keys are checked against it, and the topic is
# planned with what the check found. Everything happens while planning.
terraform {
  required_providers {
    capture = {
      source = "shelf-analytics/capture"
    }
  }
}

variable "key_fields" {
  description = "What the producers key by."
  type        = list(string)
  default     = ["store_id", "fixture_id"]
}

locals {
  profile = {
    peak_events_per_sec        = 4200
    avg_event_size_kb          = 18
    per_partition_ceiling_mb_s = 10
  }
  target_consumers = 12

  sizing = provider::capture::size_partitions(local.profile, local.target_consumers, 1.5, "none")
}

# A day of events, counted by store and fixture. The count comes from the
# function: taken from the topic it would be a cycle.
data "capture_skew_check" "shelf_photos" {
  files       = ["${path.module}/keys/*.csv"]
  format      = "csv"
  key_fields  = var.key_fields
  count_field = "events"

  partitions         = local.sizing.recommended_partitions
  partitioner        = "murmur2" # the producers are Java
  compare_partitions = [24, 36]
}

resource "capture_topic" "shelf_photos" {
  name               = "shelf-photos"
  version            = 1
  throughput_profile = local.profile
  target_consumers   = local.target_consumers

  skew = {
    peak_to_mean_ratio = data.capture_skew_check.shelf_photos.peak_to_mean_ratio
    hottest_key_share  = data.capture_skew_check.shelf_photos.hottest_key_share
  }

  lifecycle {
    # No topic is created, and none changed, for a key that fills partitions.
    precondition {
      condition     = contains(["balanced", "insufficient_sample"], data.capture_skew_check.shelf_photos.verdict)
      error_message = split("\n", data.capture_skew_check.shelf_photos.report)[0]
    }
  }
}

# A warning in every plan and apply for as long as it does not hold, and never
# a reason to fail one.
check "key_is_flat" {
  assert {
    condition     = data.capture_skew_check.shelf_photos.verdict == "balanced"
    error_message = "The keys are ${data.capture_skew_check.shelf_photos.verdict}: the fullest partition has ${data.capture_skew_check.shelf_photos.peak_to_mean_ratio} times the mean."
  }
}

# For the pull request.
output "skew_report" {
  value = data.capture_skew_check.shelf_photos.report
}
