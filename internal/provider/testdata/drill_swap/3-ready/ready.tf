# By name: taken from the topics, it would be read only once they are applied.
data "capture_swap_readiness" "this" {
  from   = provider::capture::topic_name(var.name, 1)
  to     = provider::capture::topic_name(var.name, 2)
  window = "1s"
}

output "ready" {
  value = data.capture_swap_readiness.this.ready
}

output "blockers" {
  value = data.capture_swap_readiness.this.blockers
}
