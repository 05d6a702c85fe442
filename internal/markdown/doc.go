// Package markdown has the form of the reports: figures, shares and durations
// for reading, code spans, tables and bars. It knows what a number is and
// nothing of what it counts: no Kafka, no partitions, no Terraform. Therefore,
// unlike any other package under internal, it may be imported by those beside
// it; it imports the standard library alone.
//
// Its functions are pure, take numbers as exact fractions, and change none of
// their arguments.
package markdown
