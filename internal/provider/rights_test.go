package provider_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/twmb/franz-go/pkg/kadm"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafkatest"
)

// allow gives the reader rights on the topics whose name begins with the prefix,
// for as long as the test runs.
func allow(t *testing.T, cluster *kafkatest.Cluster, prefix string, operations ...kadm.ACLOperation) {
	t.Helper()
	give(t, cluster, func(b *kadm.ACLBuilder) *kadm.ACLBuilder { return b.Topics(prefix) }, operations...)
}

// allowGroup is allow for consumer groups.
func allowGroup(t *testing.T, cluster *kafkatest.Cluster, prefix string, operations ...kadm.ACLOperation) {
	t.Helper()
	give(t, cluster, func(b *kadm.ACLBuilder) *kadm.ACLBuilder { return b.Groups(prefix) }, operations...)
}

func give(t *testing.T, cluster *kafkatest.Cluster, on func(*kadm.ACLBuilder) *kadm.ACLBuilder, operations ...kadm.ACLOperation) {
	t.Helper()
	acl := func(operations ...kadm.ACLOperation) *kadm.ACLBuilder {
		return on(kadm.NewACLs().Allow("User:" + kafkatest.ReaderUser).AllowHosts("*").
			ResourcePatternType(kadm.ACLPatternPrefixed).Operations(operations...))
	}
	results, err := cluster.Admin().CreateACLs(t.Context(), acl(operations...))
	if err != nil {
		t.Fatal(err)
	}
	for _, result := range results {
		if result.Err != nil {
			t.Fatalf("allow %v: %v %s", operations, result.Err, result.ErrMessage)
		}
	}
	t.Cleanup(func() {
		ctx := context.WithoutCancel(t.Context()) // cleanups run after its end
		if _, err := cluster.Admin().DeleteACLs(ctx, acl(kadm.OpAny)); err != nil {
			t.Errorf("revoke: %v", err)
		}
	})
	// Brokers learn of the rights some time after the controller's answer.
	_, err = backoff.Retry(t.Context(), func() (struct{}, error) {
		shown, err := cluster.Admin().DescribeACLs(t.Context(), acl(operations...))
		n := 0
		for _, result := range shown {
			n += len(result.Described)
		}
		if err == nil && n < len(operations) {
			err = fmt.Errorf("the broker shows %d of %d rights", n, len(operations))
		}
		return struct{}{}, err
	}, backoff.WithMaxElapsedTime(30*time.Second))
	if err != nil {
		t.Fatal(err)
	}
}

// asReader lets the workspace connect as the user without rights of its own.
func (w *workspace) asReader(cluster *kafkatest.Cluster) *workspace {
	w.t.Helper()
	w.setenv("KAFKA_BOOTSTRAP_SERVERS", cluster.SASLServers()[0])
	w.setenv("KAFKA_SASL_MECHANISM", "scram-sha-256")
	w.setenv("KAFKA_SASL_USERNAME", kafkatest.ReaderUser)
	w.setenv("KAFKA_SASL_PASSWORD", kafkatest.ReaderPassword)
	return w
}
