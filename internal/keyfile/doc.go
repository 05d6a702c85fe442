// Package keyfile reads keys and their record counts from files: one key a
// line, CSV, TSV or one JSON object a line, plain or compressed with gzip or
// zstd. Files are read side by side and a large one from several places at
// once; memory does not grow with them. It says nothing about partitions.
//
// Nothing is skipped silently: a record without a key is counted, and a row
// that cannot be read is an error with its file and line.
package keyfile
