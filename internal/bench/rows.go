package main

// row is one line of the table: ours against a floor on the same files.
type row struct {
	name string
	work string
	// files are read by ours in one reading, and by one floor process each,
	// side by side.
	files []dataset
	// reading is an element of readings.
	reading string
	floor   []string
	// target is the most that ours may take, in floors.
	target float64
}

// dataset is a file of keys, one a line.
type dataset struct {
	name string
	// share of the keys of the largest file.
	share float64
	keys  func(seed uint64) func([]byte) []byte
	seed  uint64
	gzip  bool
}

var (
	stores  = dataset{name: "store", share: 1, keys: storeKeys, seed: 1}
	uuids   = dataset{name: "uuid", share: 0.4, keys: uuidKeys, seed: 2}
	part1   = dataset{name: "part-1.gz", share: 0.2, keys: storeKeys, seed: 3, gzip: true}
	part2   = dataset{name: "part-2.gz", share: 0.2, keys: storeKeys, seed: 4, gzip: true}
	lines   = []string{"wc", "-l"}
	inflate = []string{"zcat"}
)

// rows are the targets for skew.
var rows = []row{
	{"counts", "counts only, store:fixture keys", []dataset{stores}, "counts", lines, 6},
	{"whole", "capture_skew_check, the same file", []dataset{stores}, "source", lines, 15},
	{"uuid", "capture_skew_check, distinct UUID keys", []dataset{uuids}, "source", lines, 15},
	{"gzip", "capture_skew_check, gzip", []dataset{part1}, "source", inflate, 1.5},
	{"gzips", "capture_skew_check, two gzip files side by side", []dataset{part1, part2}, "source", inflate, 1.5},
}

func rowNames() []string {
	names := make([]string, len(rows))
	for i, r := range rows {
		names[i] = r.name
	}
	return names
}
