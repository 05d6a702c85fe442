terraform {
  required_providers {
    capture = {
      source = "shelf-analytics/capture"
    }
  }
}

variable "checks" {
  type = any
}

data "capture_skew_check" "this" {
  for_each = var.checks

  files              = each.value.files
  format             = try(each.value.format, null)
  key_fields         = try(each.value.key_fields, null)
  key_separator      = try(each.value.key_separator, null)
  count_field        = try(each.value.count_field, null)
  header             = try(each.value.header, null)
  key_encoding       = try(each.value.key_encoding, null)
  partitions         = try(each.value.partitions, 12)
  partitioner        = try(each.value.partitioner, null)
  tolerance          = try(each.value.tolerance, null)
  compare_partitions = try(each.value.compare_partitions, null)
  capacity           = try(each.value.capacity, null)
}

output "verdicts" {
  value = { for name, check in data.capture_skew_check.this : name => check.verdict }
}
