terraform import capture_topic.capture_events capture-events.v1
