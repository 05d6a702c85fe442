# v1 was a resource of its own before. Nothing is sent to the broker.
moved {
  from = capture_topic.capture_events_v1
  to   = capture_topic.capture_events["v1"]
}
