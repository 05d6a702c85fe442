# A team's rules for its topics, as a module that needs no broker: the count is
# derived from the measured profile, and what the team has agreed on is checked.
# sizing.tftest.hcl pins the numbers; `terraform test` runs it.
terraform {
  required_providers {
    capture = {
      source = "shelf-analytics/capture"
    }
  }
}

variable "name" {
  type    = string
  default = "capture-events"
}

variable "topic_version" {
  type    = number
  default = 1
}

# As measured: a peak, not an average.
variable "profile" {
  type = object({
    peak_events_per_sec        = number
    avg_event_size_kb          = number
    per_partition_ceiling_mb_s = optional(number, 10)
    consumer_events_per_sec    = optional(number)
  })
  default = {
    peak_events_per_sec = 4200
    avg_event_size_kb   = 18
  }

  validation {
    condition     = var.profile.avg_event_size_kb <= 1000
    error_message = "Photos go to the object store; an event of more than 1,000 KB carries one."
  }

  validation {
    condition     = coalesce(var.profile.consumer_events_per_sec, 1) <= var.profile.peak_events_per_sec
    error_message = "A consumer that handles more than the peak has not been measured under load."
  }
}

variable "consumers" {
  type    = number
  default = 12
}

variable "headroom_factor" {
  type    = number
  default = 1.5
}

variable "rounding" {
  type    = string
  default = "none"
}

# The most partitions that the platform grants one topic of this team.
variable "partition_budget" {
  type    = number
  default = 48
}

# Of all events, the part of the busiest store.
variable "busiest_store_share" {
  type    = number
  default = 0.11
}

locals {
  sizing     = provider::capture::size_partitions(var.profile, var.consumers, var.headroom_factor, var.rounding)
  partitions = local.sizing.recommended_partitions

  # Twice the load, twice the consumers: the next version of the topic.
  doubled = provider::capture::size_partitions(
    merge(var.profile, { peak_events_per_sec = 2 * var.profile.peak_events_per_sec }),
    2 * var.consumers, var.headroom_factor, var.rounding,
  )
}

check "partition_budget" {
  assert {
    condition     = local.partitions <= var.partition_budget
    error_message = "${local.partitions} partitions are above the budget of ${var.partition_budget}: ask the platform team, or split the topic."
  }
}

# The group works like its busiest member: 1.5 means that a third of what is
# paid for waits.
check "even_shares" {
  assert {
    condition     = local.sizing.busiest_consumer_factor <= 1.5
    error_message = "The busiest consumer has ${local.sizing.busiest_consumer_factor} times its share: take rounding = \"consumer_multiple\"."
  }
}

output "topic" {
  value = provider::capture::topic_name(var.name, var.topic_version)
}

output "partitions" {
  value = local.partitions
}

output "busiest_consumer_factor" {
  value = local.sizing.busiest_consumer_factor
}

output "explanation" {
  value = local.sizing.explanation
}

output "next_topic" {
  value = provider::capture::topic_name(var.name, var.topic_version + 1)
}

output "next_partitions" {
  value = local.doubled.recommended_partitions
}

# What growing in place would cost, and why there is a next topic instead.
output "moved_key_share" {
  value = provider::capture::moved_key_share(local.partitions, local.doubled.recommended_partitions)
}

# Over how many keys the busiest store has to go to be no more than 20% above
# an even load. 1: its key may stay whole.
output "busiest_store_shards" {
  value = provider::capture::salt_shards(var.busiest_store_share, local.partitions, 0.2)
}

# Where each client puts the fixture that everybody knows.
output "partition_of_fixture" {
  value = {
    for client in ["murmur2", "crc32"] :
    client => provider::capture::partition_for(provider::capture::capture_key("store-42", "fixture-317"), local.partitions, client)
  }
}
