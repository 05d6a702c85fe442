# The way back: the groups drain v2 before they read v1 again.
data "capture_swap_readiness" "back" {
  from = provider::capture::topic_name("capture-events", 2)
  to   = provider::capture::topic_name("capture-events", 1)
}

output "v1_may_be_read" {
  value = data.capture_swap_readiness.back.ready
}

output "next_steps_back" {
  value = data.capture_swap_readiness.back.blockers
}
