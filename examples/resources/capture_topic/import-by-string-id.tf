import {
  to = capture_topic.capture_events
  id = "capture-events.v1"
}
