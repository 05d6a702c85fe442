terraform {
  required_providers {
    capture = {
      source = "shelf-analytics/capture"
    }
  }
}

# May orders.v1 be retired? Nobody writes to it, every group has drained it, and
# orders.v2 receives.
data "capture_swap_readiness" "orders" {
  from   = "orders.v1"
  to     = "orders.v2"
  window = "5s"
}

output "orders_v1_may_go" {
  value = data.capture_swap_readiness.orders.ready
}

output "orders_next_steps" {
  value = data.capture_swap_readiness.orders.blockers
}
