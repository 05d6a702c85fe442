terraform {
  required_providers {
    capture = {
      source = "shelf-analytics/capture"
    }
  }
}

variable "bootstrap_servers" {
  type    = list(string)
  default = null
}

variable "timeout" {
  type    = string
  default = null
}

variable "tls" {
  type = object({
    enabled     = optional(bool)
    ca_cert     = optional(string)
    client_cert = optional(string)
    client_key  = optional(string)
    server_name = optional(string)
  })
  default = null
}

variable "sasl" {
  type = object({
    mechanism = optional(string)
    username  = optional(string)
    password  = optional(string)
  })
  default = null
}

variable "limits" {
  type    = map(number)
  default = {}
}

variable "name" {
  type    = string
  default = "any"
}

variable "cluster_id" {
  type    = string
  default = null
}

provider "capture" {
  cluster_id        = var.cluster_id
  bootstrap_servers = var.bootstrap_servers
  timeout           = var.timeout
  tls               = var.tls
  sasl              = var.sasl

  limits = {
    max_partitions_per_topic = lookup(var.limits, "max_partitions_per_topic", null)
    max_replicas_per_broker  = lookup(var.limits, "max_replicas_per_broker", null)
  }
}

resource "capture_topic" "this" {
  name             = var.name
  target_consumers = 3
  headroom_factor  = 1

  throughput_profile = {
    peak_events_per_sec = 1
    avg_event_size_kb   = 1
  }
}
