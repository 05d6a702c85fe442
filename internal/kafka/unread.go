package kafka

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// Unread is what a consumer of committed records has still to read of a partition.
type Unread struct {
	// Lag is the number of offsets from the consumer's to the last stable one,
	// less those of transaction markers and aborted records as far as they were
	// looked at: up to the first record to deliver, the 64 KiB around it, and,
	// where these hold transactions, 64 MiB of all partitions together. It is 0
	// where no record is left to deliver.
	Lag int64
	// Oldest is the timestamp of the first record to deliver; zero where Lag is 0.
	Oldest time.Time
}

const (
	// fetchBytes is what is fetched of a partition at first.
	fetchBytes = 64 << 10
	// moreBytes is it while there was nothing to deliver.
	moreBytes = 1 << 20
	// maxFetchBytes bounds one answer, but for a single batch that is larger.
	maxFetchBytes = 16 << 20
	// maxCounted is how much is fetched of all partitions to count what is not
	// delivered, once the first record to deliver is found.
	maxCounted = 64 << 20
	// maxLeaderTries is how often leaders may change under a scan.
	maxLeaderTries = 20
)

// Unread looks at the records from these offsets on, one for each partition,
// up to the last stable offset of the spans; a negative offset leaves the
// partition out. Records below the log start are gone and do not count. It reads
// records and joins no group. It needs the Read right on the topic, unless
// nothing lies behind the offsets.
func (c *Client) Unread(ctx context.Context, spans Spans, from []int64) ([]Unread, error) {
	out := make([]Unread, len(spans.Partitions))
	open := make(map[int32]*unreadScan)
	for i, span := range spans.Partitions {
		if i >= len(from) || from[i] < 0 {
			continue
		}
		if at := max(from[i], span.Start); at < span.Stable {
			open[int32(i)] = &unreadScan{at: at, stable: span.Stable, leader: span.leader, limit: fetchBytes, out: &out[i]}
			out[i].Lag = span.Stable - at
		}
	}
	waits := pace()
	waits.Reset()
	counted := 0
	for tries := 0; len(open) > 0; {
		stale, err := c.scanRound(ctx, spans.Topic, open)
		if err != nil {
			return nil, err
		}
		if stale { // some broker leads less than the metadata said
			if tries++; tries > maxLeaderTries {
				return nil, unled(spans.Name, open)
			}
			if err := wait(ctx, waits.NextBackOff()); err != nil {
				return nil, err
			}
			if err := c.findLeaders(ctx, spans.Topic, open); err != nil {
				return nil, err
			}
		}
		for _, s := range open {
			counted += s.fetched
			s.fetched = 0
		}
		for number, s := range open {
			if s.at >= s.stable && s.out.Oldest.IsZero() {
				s.out.Lag = 0
			}
			found := !s.out.Oldest.IsZero() && (!s.transactions || counted > maxCounted)
			if s.at >= s.stable || found {
				delete(open, number)
			}
		}
	}
	return out, nil
}

// unreadScan is how far a partition has been looked at.
type unreadScan struct {
	at, stable int64
	leader     int32
	limit      int32
	// fetched is the size of the last answer.
	fetched int
	// transactions tells that some record seen was written in one.
	transactions bool
	out          *Unread
}

// scanRound fetches once from each leader. stale tells that one of them leads
// some partition no more.
func (c *Client) scanRound(ctx context.Context, topic Topic, open map[int32]*unreadScan) (stale bool, err error) {
	led := make(map[int32][]int32)
	for number, s := range open {
		led[s.leader] = append(led[s.leader], number)
	}
	var (
		group sync.WaitGroup
		mu    sync.Mutex
	)
	for leader, numbers := range led {
		// The first partition of a request is sure to get a batch.
		slices.SortFunc(numbers, func(a, b int32) int { return cmp.Or(cmp.Compare(open[b].limit, open[a].limit), cmp.Compare(a, b)) })
		group.Go(func() {
			moved, failed := c.scan(ctx, leader, topic, numbers, open)
			mu.Lock()
			defer mu.Unlock()
			stale = stale || moved
			if err == nil {
				err = failed
			}
		})
	}
	group.Wait()
	return stale, err
}

// scan fetches from one leader. stale tells that it leads some partition no more.
func (c *Client) scan(ctx context.Context, leader int32, topic Topic, numbers []int32, open map[int32]*unreadScan) (stale bool, err error) {
	rt := kmsg.NewFetchRequestTopic()
	rt.Topic, rt.TopicID = topic.Name, parseTopicID(topic.ID)
	for _, number := range numbers {
		rp := kmsg.NewFetchRequestTopicPartition()
		rp.Partition, rp.FetchOffset, rp.PartitionMaxBytes = number, open[number].at, open[number].limit
		rt.Partitions = append(rt.Partitions, rp)
	}
	req := kmsg.NewPtrFetchRequest()
	req.ReplicaID, req.IsolationLevel, req.SessionEpoch = -1, int8(readCommitted), -1
	req.MinBytes, req.MaxBytes = 1, maxFetchBytes
	req.Topics = append(req.Topics, rt)
	bounded, cancel := context.WithTimeout(ctx, c.cfg.Timeout)
	defer cancel()
	answer, err := c.kgo.Broker(int(leader)).RetriableRequest(bounded, req)
	if err != nil {
		return false, c.unreachable(err)
	}
	resp, ok := answer.(*kmsg.FetchResponse)
	if !ok {
		return false, fmt.Errorf("the answer to a fetch is a %T", answer)
	}
	if err := refusal(topic.Name, "Read", resp.ErrorCode, nil); err != nil {
		return false, err
	}
	for i := range resp.Topics {
		for j := range resp.Topics[i].Partitions {
			rp := &resp.Topics[i].Partitions[j]
			s := open[rp.Partition]
			if s == nil {
				continue
			}
			err := refusal(topic.Name, "Read", rp.ErrorCode, nil)
			switch {
			case leaderless(err):
				stale = true
			case rp.ErrorCode == kerr.OffsetOutOfRange.Code && rp.LogStartOffset > s.at:
				s.at = rp.LogStartOffset // deleted meanwhile
				s.out.Lag = max(0, s.stable-s.at)
			case err != nil:
				return false, err
			default:
				if err := s.take(topic.Name, rp, rp.Partition == numbers[0]); err != nil {
					return false, err
				}
			}
		}
	}
	return stale, nil
}

// take looks at the fetched records: all of them, and those that are delivered.
// sure tells that at least one batch is here if there is any.
func (s *unreadScan) take(topic string, rp *kmsg.FetchResponseTopicPartition, sure bool) error {
	opts := kgo.ProcessFetchPartitionOpts{Topic: topic, Partition: rp.Partition, Offset: s.at}
	opts.KeepControlRecords, opts.IsolationLevel = true, kgo.ReadUncommitted()
	all, next := kgo.ProcessFetchPartition(opts, rp, kgo.DefaultDecompressor(), nil)
	opts.KeepControlRecords, opts.IsolationLevel = false, kgo.ReadCommitted()
	delivered, _ := kgo.ProcessFetchPartition(opts, rp, kgo.DefaultDecompressor(), nil)
	switch {
	case all.Err != nil:
		return fmt.Errorf("records of partition %d from offset %d on: %w", rp.Partition, s.at, all.Err)
	case next > s.at:
		s.at = next
		s.limit = max(s.limit, moreBytes)
	case sure && len(rp.RecordBatches) == 0: // compaction has left nothing
		s.at = s.stable
	default: // no whole batch
		s.limit = min(s.limit*4, 1<<30)
	}
	s.fetched = len(rp.RecordBatches)
	s.transactions = s.transactions || slices.ContainsFunc(all.Records, func(r *kgo.Record) bool { return r.Attrs.IsTransactional() })
	s.out.Lag -= s.below(all.Records) - s.below(delivered.Records)
	if s.out.Oldest.IsZero() && s.below(delivered.Records) > 0 {
		s.out.Oldest = delivered.Records[0].Timestamp
	}
	return nil
}

// below counts the records that were there when the spans were read.
func (s *unreadScan) below(records []*kgo.Record) int64 {
	n := int64(0)
	for _, r := range records {
		if r.Offset < s.stable {
			n++
		}
	}
	return n
}

// unled names the partitions that could not be read.
func unled(topic string, open map[int32]*unreadScan) error {
	return &UnledError{Topic: topic, Partitions: slices.Sorted(maps.Keys(open))}
}

// wait ends early with the context's error.
func wait(ctx context.Context, pause time.Duration) error {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// findLeaders asks who leads the partitions now.
func (c *Client) findLeaders(ctx context.Context, topic Topic, open map[int32]*unreadScan) error {
	spans, err := c.Spans(ctx, topic.Name)
	if err != nil {
		return err
	}
	if spans.ID != topic.ID {
		return ErrRecreated
	}
	for number, s := range open {
		if int(number) < len(spans.Partitions) {
			s.leader = spans.Partitions[number].leader
		}
	}
	return nil
}
