package kafkatest

import (
	"os"
	"path/filepath"
	"time"
)

const (
	dataPrefix = "capture-kafkatest-"
	claimFile  = "claim"
)

// newDataDir makes a folder for a cluster's data after it has removed those that
// killed processes left. The file is to be closed with the cluster.
func newDataDir() (string, *os.File, error) {
	parent := dataParent()
	sweep(parent)
	dir, err := os.MkdirTemp(parent, dataPrefix)
	if err != nil {
		return "", nil, err
	}
	file, err := os.Create(filepath.Join(dir, claimFile))
	if err != nil {
		return "", nil, err
	}
	claim(file)
	return dir, file, nil
}

// sweep removes the folders that nobody claims. A young one may not be claimed
// yet.
func sweep(parent string) {
	dirs, _ := filepath.Glob(filepath.Join(parent, dataPrefix+"*"))
	for _, dir := range dirs {
		info, err := os.Stat(dir)
		if err != nil || time.Since(info.ModTime()) < time.Minute {
			continue
		}
		file, err := os.Open(filepath.Join(dir, claimFile))
		if err != nil {
			continue
		}
		if claim(file) {
			_ = os.RemoveAll(dir)
		}
		_ = file.Close()
	}
}
