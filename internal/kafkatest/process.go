package kafkatest

import (
	"errors"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

// process is a running child that ends with this process at the latest, where
// the system can see to that.
type process struct {
	handle *os.Process
	ended  chan struct{} // closed when the child has ended
}

func startProcess(cmd *exec.Cmd) (*process, error) {
	endWithParent(cmd)
	p := &process{ended: make(chan struct{})}
	started := make(chan error)
	go func() {
		// The system ends the child when the thread that started it ends, so
		// the thread is kept until the child has ended.
		runtime.LockOSThread()
		err := cmd.Start()
		p.handle = cmd.Process
		started <- err
		if err == nil {
			_ = cmd.Wait()
			close(p.ended)
		}
	}()
	return p, <-started
}

// kill ends the child at once.
func (p *process) kill() {
	_ = p.handle.Kill()
	<-p.ended
}

// stop asks the child to end, and ends it after the grace.
func (p *process) stop(grace time.Duration) {
	if err := p.handle.Signal(syscall.SIGTERM); errors.Is(err, os.ErrProcessDone) {
		return
	}
	timer := time.NewTimer(grace)
	defer timer.Stop()
	select {
	case <-p.ended:
	case <-timer.C:
		p.kill()
	}
}

func (p *process) running() bool {
	select {
	case <-p.ended:
		return false
	default:
		return true
	}
}
