//go:build !linux

package kafkatest

import (
	"os"
	"os/exec"
)

// endWithParent does nothing: here a child outlives a killed parent.
func endWithParent(*exec.Cmd) {}

// dataParent is the folder for the brokers' data.
func dataParent() string { return os.TempDir() }

// claim always finds the file taken, so nothing is swept here.
func claim(*os.File) bool { return false }
