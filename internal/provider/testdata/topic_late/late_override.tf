resource "capture_topic" "this" {
  name                    = try(terraform_data.late["name"].output, var.name)
  version                 = try(terraform_data.late["version"].output, var.topic_version)
  target_consumers        = try(terraform_data.late["target_consumers"].output, var.target_consumers)
  headroom_factor         = try(terraform_data.late["headroom_factor"].output, var.headroom_factor)
  minimum_headroom_factor = try(terraform_data.late["minimum_headroom_factor"].output, var.minimum_headroom_factor)
  rounding                = try(terraform_data.late["rounding"].output, var.rounding)
  skew                    = try(terraform_data.late["skew"].output, var.skew)
  pinned_partitions       = try(terraform_data.late["pinned_partitions"].output, var.pinned_partitions)
  config                  = try({ "retention.ms" = terraform_data.late["retention"].output }, terraform_data.late["config"].output, var.config)

  throughput_profile = try(terraform_data.late["throughput_profile"].output, merge(var.profile, {
    peak_events_per_sec = try(terraform_data.late["peak_events_per_sec"].output, var.profile.peak_events_per_sec)
  }))
}
