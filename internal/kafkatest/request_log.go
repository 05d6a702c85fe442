package kafkatest

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
	"github.com/twmb/franz-go/pkg/sasl/plain"
)

// requestLog reads a node's request log as it grows.
type requestLog struct {
	read int64 // bytes of whole lines read so far
}

// requestLine finds the time, whether another node sent the request on, the key
// and the client id at the beginning of a line.
var requestLine = regexp.MustCompile(`^(\d+) .*?"isForwarded":(true|false).*?"requestApiKey":(\d+).*?"clientId":(?:null|"([^"]*)")`)

type loggedRequest struct {
	Request
	millis int64
	line   []byte
}

// next reads the whole lines that were added since the last time.
func (l *requestLog) next(path string) ([]loggedRequest, error) {
	file, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if _, err := file.Seek(l.read, io.SeekStart); err != nil {
		return nil, err
	}
	text, err := io.ReadAll(file)
	if err != nil {
		return nil, err
	}
	text = text[:bytes.LastIndexByte(text, '\n')+1]
	l.read += int64(len(text))
	var requests []loggedRequest
	for line := range bytes.Lines(text) {
		found := requestLine.FindSubmatch(line)
		if found == nil {
			return nil, fmt.Errorf("request log: cannot read %.300q", line)
		}
		if string(found[2]) == "true" {
			continue // the node that the client talks to logs it too
		}
		millis, _ := strconv.ParseInt(string(found[1]), 10, 64)
		key, _ := strconv.ParseInt(string(found[3]), 10, 16)
		requests = append(requests, loggedRequest{
			Request: Request{Key: int16(key), Name: kmsg.NameForKey(int16(key)), ClientID: string(found[4])},
			millis:  millis,
			line:    line,
		})
	}
	return requests, nil
}

// log is every request that was answered before the call, in the order in which
// earlier calls gave them, then by time.
func (a *apacheCluster) log(t testing.TB) []Request {
	t.Helper()
	a.mu.Lock()
	defer a.mu.Unlock()
	if err := a.flush(); err != nil {
		t.Fatalf("request log: %v", err)
	}
	return a.requests.all()
}

// flush waits until the log holds what was answered so far: a listener logs one
// request after another, so what came before a request of its own is there with
// that.
func (a *apacheCluster) flush() error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	var batch []loggedRequest
	for _, n := range a.nodes {
		if n.killed {
			continue
		}
		for l := range a.used {
			probe, err := n.probe(l)
			if err != nil {
				return err
			}
			mark := clientID + "-mark-" + rand.Text()
			if _, _, err := describeTopic(ctx, retrying{probe.SeedBrokers()[0]}, mark); err != nil {
				return fmt.Errorf("node %d, %s: %w", n.id, l, err)
			}
			err = poll(ctx, func() error {
				requests, err := n.log.next(n.file(requestLogFile))
				batch = append(batch, requests...)
				if err == nil && !slices.ContainsFunc(requests, func(r loggedRequest) bool { return bytes.Contains(r.line, []byte(mark)) }) {
					err = fmt.Errorf("node %d, %s: the log lacks a request that was answered", n.id, l)
				}
				return err
			})
			if err != nil {
				return err
			}
		}
	}
	a.take(batch)
	return nil
}

// drain takes what ended nodes left in their logs.
func (a *apacheCluster) drain() error {
	var batch []loggedRequest
	for _, n := range a.nodes {
		requests, err := n.log.next(n.file(requestLogFile))
		if err != nil {
			return err
		}
		if n.log.read == 0 {
			return fmt.Errorf("the request log of node %d is empty", n.id)
		}
		batch = append(batch, requests...)
	}
	a.take(batch)
	return nil
}

func (a *apacheCluster) take(batch []loggedRequest) {
	slices.SortStableFunc(batch, func(x, y loggedRequest) int { return cmp.Compare(x.millis, y.millis) })
	for _, r := range batch {
		a.requests.add(r.Request)
		growth.check(r.Request, fmt.Sprintf("%.600s", r.line))
	}
}

// retrying sends to one broker, again where the connection was lost.
type retrying struct{ broker *kgo.Broker }

func (r retrying) Request(ctx context.Context, request kmsg.Request) (kmsg.Response, error) {
	return r.broker.RetriableRequest(ctx, request)
}

// probe is a client of one listener of the node.
func (n *apacheNode) probe(l listener) (*kgo.Client, error) {
	if client := n.probes[l]; client != nil {
		return client, nil
	}
	opts := []kgo.Opt{kgo.SeedBrokers(n.address(l)), kgo.ClientID(clientID + "-probe")}
	if l == saslPlain || l == saslTLS {
		opts = append(opts, kgo.SASL(plain.Auth{User: AdminUser, Pass: AdminPassword}.AsMechanism()))
	}
	if l == tlsOnly || l == saslTLS {
		p, err := newKeyMaterial()
		if err != nil {
			return nil, err
		}
		opts = append(opts, kgo.DialTLSConfig(p.client()))
	}
	client, err := kgo.NewClient(opts...)
	if err == nil {
		n.probes[l] = client
	}
	return client, err
}
