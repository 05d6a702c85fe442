package kafka

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// controller returns the broker that takes topic writes: the last one known, or
// after forgetController a fresh one. In KRaft that is any live broker, which
// forwards them.
func (c *Client) controller(ctx context.Context) (*kgo.Broker, error) {
	if id := c.controllerID.Load(); id != nil {
		return c.kgo.Broker(int(*id)), nil
	}
	req := kmsg.NewPtrMetadataRequest()
	req.Topics = []kmsg.MetadataRequestTopic{}
	bounded, cancel := context.WithTimeout(ctx, c.cfg.Timeout)
	defer cancel()
	resp, err := req.RequestWith(bounded, c.kgo)
	if err != nil {
		return nil, c.unreachable(err)
	}
	if resp.ControllerID < 0 {
		return nil, errNoController
	}
	c.controllerID.Store(&resp.ControllerID)
	return c.kgo.Broker(int(resp.ControllerID)), nil
}

// forgetController is called where the broker did not do a controller's work.
func (c *Client) forgetController() { c.controllerID.Store(nil) }

var errNoController = errors.New("the cluster has no controller at the moment")

// round is what one try of a write left to do.
type round struct {
	// again: some topics want another try.
	again bool
	// wait is how long the broker asked to be left alone.
	wait time.Duration
	// err is the failure of the request as a whole, nil where it was answered.
	err error
}

// untilDone tries a write until nothing is left to do or ctx ends, and returns
// the last round.
func untilDone(ctx context.Context, try func() round) round {
	last, _ := backoff.Retry(ctx, func() (round, error) {
		r := try()
		switch {
		case !r.again:
			return r, nil
		case r.wait > 0:
			return r, backoff.RetryAfter(int((r.wait + time.Second - 1) / time.Second))
		}
		return r, errAgain
	}, backoff.WithBackOff(pace()), backoff.WithMaxElapsedTime(0))
	return last
}

var errAgain = errors.New("another try is due")

// retryable tells failures that a later try may not meet; a wrong password or
// certificate stays wrong.
func retryable(err error) bool {
	var code *kerr.Error
	var verification *tls.CertificateVerificationError
	switch {
	case errors.As(err, &code) && isAuthentication(code), errors.As(err, &verification), errors.Is(err, ErrNoServers):
		return false
	}
	return true
}

// neverSent tells errors of a request that no broker can have acted on.
func neverSent(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && op.Op == "dial" || errors.Is(err, errNoController)
}
