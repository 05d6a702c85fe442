package partitioner

import stdcrc32 "hash/crc32"

// crc32 is the CRC-32 of IEEE 802.3, reflected, which librdkafka's default
// partitioner consistent_random takes unsigned modulo the partition count
// (rd_kafka_msg_partitioner_consistent in src/rdkafka_msg.c, src/rdcrc32.c).
func crc32(key []byte) uint32 { return stdcrc32.ChecksumIEEE(key) }
