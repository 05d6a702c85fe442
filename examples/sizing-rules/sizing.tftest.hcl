# Runs offline: every run only plans, and the functions need no broker and no
# provider block. In CI: `terraform init && terraform test`.

run "story_needs_18_partitions" {
  command = plan

  assert {
    condition     = output.partitions == 18 && output.topic == "capture-events.v1"
    error_message = "${output.topic} gets ${output.partitions} partitions, not 18: ${output.explanation}"
  }
  assert {
    condition     = output.busiest_store_shards == 7
    error_message = "The busiest store goes to ${output.busiest_store_shards} keys, not 7."
  }
  assert {
    condition     = output.partition_of_fixture == { murmur2 = 14, crc32 = 12 }
    error_message = "store-42:fixture-317 has moved: ${jsonencode(output.partition_of_fixture)}"
  }

  # A rule that does not hold fails its run, and with it the test. This one
  # does: "The topic gets 18 partitions; the team allows 12."
  #
  # assert {
  #   condition     = output.partitions <= 12
  #   error_message = "The topic gets ${output.partitions} partitions; the team allows 12."
  # }
}

run "doubled_load_needs_36" {
  command = plan
  variables {
    topic_version = 2
    consumers     = 24
    profile       = { peak_events_per_sec = 8400, avg_event_size_kb = 18 }
  }

  assert {
    condition     = output.partitions == 36 && output.topic == "capture-events.v2"
    error_message = "${output.topic} gets ${output.partitions} partitions, not 36: ${output.explanation}"
  }
  # The topic before it has said so, and why it does not grow in place.
  assert {
    condition     = output.partitions == run.story_needs_18_partitions.next_partitions && output.topic == run.story_needs_18_partitions.next_topic
    error_message = "v1 foresaw ${run.story_needs_18_partitions.next_partitions} partitions on ${run.story_needs_18_partitions.next_topic}."
  }
  assert {
    condition     = run.story_needs_18_partitions.moved_key_share == 0.5
    error_message = "Growing v1 in place would move ${run.story_needs_18_partitions.moved_key_share} of its keys."
  }
}

run "every_consumer_has_the_same" {
  command = plan
  variables {
    rounding = "consumer_multiple"
  }

  assert {
    condition     = output.partitions == 24 && output.busiest_consumer_factor == 1
    error_message = "${output.partitions} partitions; the busiest consumer has ${output.busiest_consumer_factor} times its share."
  }
}

run "thin_headroom_is_uneven" {
  command = plan
  variables {
    headroom_factor = 1.1
  }

  expect_failures = [check.even_shares] # 14 partitions: two of 12 consumers have two
}

run "over_budget" {
  command = plan
  variables {
    profile = { peak_events_per_sec = 21000, avg_event_size_kb = 18 }
  }

  expect_failures = [check.partition_budget] # 56 partitions
}

run "photo_inside_the_event" {
  command = plan
  variables {
    profile = { peak_events_per_sec = 4200, avg_event_size_kb = 4096 }
  }

  expect_failures = [var.profile]
}

run "rate_of_an_idle_consumer" {
  command = plan
  variables {
    profile = { peak_events_per_sec = 4200, avg_event_size_kb = 18, consumer_events_per_sec = 5000 }
  }

  expect_failures = [var.profile]
}
