terraform {
  required_providers {
    capture = {
      source = "shelf-analytics/capture"
    }
  }
}

resource "terraform_data" "peak" {
  input = 4200
}

resource "terraform_data" "rounding" {
  input = "consumer_multiple"
}

output "member" {
  value = provider::capture::size_partitions({
    peak_events_per_sec = terraform_data.peak.output
    avg_event_size_kb   = 18
  }, 12, null, null)
}

output "rounding" {
  value = provider::capture::size_partitions({
    peak_events_per_sec = 4200
    avg_event_size_kb   = 18
  }, 12, null, terraform_data.rounding.output)
}

output "recommended" {
  value = provider::capture::size_partitions({
    peak_events_per_sec = terraform_data.peak.output
    avg_event_size_kb   = 18
  }, 12, null, null).recommended_partitions
}
