# What is left to do before v1 may go: blockers and a report, at every plan.
data "capture_swap_readiness" "look" {
  from = provider::capture::topic_name("capture-events", 1)
  to   = provider::capture::topic_name("capture-events", 2)
}

output "v1_may_go" {
  value = data.capture_swap_readiness.look.ready
}

output "next_steps" {
  value = data.capture_swap_readiness.look.blockers
}
