// Package kafka is the access to a cluster: one lazily connected client whose
// reads and writes are coalesced over topics. It returns plain values and typed
// errors; it knows nothing of Terraform.
//
// The package never sends CreatePartitions: the partition count of a topic is
// decided once, when the topic is created.
package kafka
