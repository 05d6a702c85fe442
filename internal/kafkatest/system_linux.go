package kafkatest

import (
	"os"
	"os/exec"
	"syscall"
)

// endWithParent has the child killed when this process ends.
func endWithParent(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}

// dataParent is the folder for the brokers' data: in memory where 2 GiB are free
// there.
func dataParent() string {
	const memory, enough = "/dev/shm", 2 << 30
	var s syscall.Statfs_t
	if syscall.Statfs(memory, &s) == nil && s.Bavail*uint64(s.Bsize) > enough {
		return memory
	}
	return os.TempDir()
}

// claim locks a file for as long as this process lives and keeps it open; false
// means that another process has it.
func claim(file *os.File) bool {
	return syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}
