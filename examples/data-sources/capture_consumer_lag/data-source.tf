terraform {
  required_providers {
    capture = {
      source = "shelf-analytics/capture"
    }
  }
}

# How far billing is behind on orders.v2, looked at three times, a second apart.
data "capture_consumer_lag" "billing" {
  group              = "billing"
  topics             = ["orders.v2"]
  samples            = 3
  lag_target_seconds = 5
}

# The check only asserts. With the data source inside of it, every plan would
# have changes.
check "billing_keeps_up" {
  assert {
    condition     = data.capture_consumer_lag.billing.within_target == true
    error_message = split("\n", data.capture_consumer_lag.billing.report)[0]
  }
}
