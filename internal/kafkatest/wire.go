package kafkatest

import (
	"encoding/binary"
	"net"
	"slices"

	"github.com/twmb/franz-go/pkg/kbin"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// recordingListener records the requests that its connections read, each before
// the reader of the connection sees it whole.
type recordingListener struct {
	net.Listener
	record func(Request)
}

func (l *recordingListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &recordingConn{Conn: conn, record: l.record}, nil
}

// recordingConn stops recording at the first bytes that are no request.
type recordingConn struct {
	net.Conn
	record  func(Request)
	pending []byte
	foreign bool
}

func (c *recordingConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if !c.foreign {
		c.pending = append(c.pending, p[:n]...)
		c.split()
	}
	return n, err
}

// split takes whole frames off the pending bytes: a length of four bytes, then
// that many bytes.
func (c *recordingConn) split() {
	const header = 4
	for len(c.pending) >= header {
		size := int(int32(binary.BigEndian.Uint32(c.pending)))
		if size < 0 {
			c.foreign = true
			return
		}
		if len(c.pending)-header < size {
			return
		}
		request, ok := parseFrame(slices.Clone(c.pending[header : header+size]))
		if !ok {
			c.foreign = true
			return
		}
		c.pending = c.pending[header+size:]
		c.record(request)
	}
}

// parseFrame reads a request with its header, of version 1 or 2.
func parseFrame(frame []byte) (Request, bool) {
	reader := kbin.Reader{Src: frame}
	key, version := reader.Int16(), reader.Int16()
	reader.Int32() // correlation id
	id := reader.NullableString()
	request := kmsg.RequestForKey(key)
	if request == nil || !reader.Ok() {
		return Request{}, false
	}
	request.SetVersion(version)
	if request.IsFlexible() {
		kmsg.SkipTags(&reader)
	}
	if err := request.ReadFrom(reader.Src); err != nil {
		return Request{}, false
	}
	r := Request{Key: key, Name: kmsg.NameForKey(key), Request: request}
	if id != nil {
		r.ClientID = *id
	}
	return r, true
}
