// Package live says what readings of a live cluster mean: throughput, lag and
// swap readiness. Plain values go in, plain values and Markdown come out; it
// knows neither brokers nor Terraform.
package live
