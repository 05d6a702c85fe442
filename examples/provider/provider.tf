terraform {
  required_providers {
    capture = {
      source = "shelf-analytics/capture"
    }
  }
}

# Servers, TLS and SASL come from the environment (KAFKA_BOOTSTRAP_SERVERS,
# KAFKA_SASL_MECHANISM, KAFKA_SASL_USERNAME, KAFKA_SASL_PASSWORD, ...), so that
# no secret is in a file. Values written here win over the environment.
provider "capture" {
  timeout = "20s"

  limits = {
    max_partitions_per_topic = 500
    max_replicas_per_broker  = 4000
  }
}
