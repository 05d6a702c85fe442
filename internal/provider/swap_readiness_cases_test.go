package provider_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"

	"github.com/shelf-analytics/terraform-provider-capture/internal/kafkatest"
)

// Two topics of three partitions, of which the second need not receive.
func quietSwap(cluster *kafkatest.Cluster) vars {
	from, to := cluster.TopicName("ledger.v1"), cluster.TopicName("ledger.v2")
	cluster.CreateTopic(from, 3, 1, nil)
	cluster.CreateTopic(to, 3, 1, nil)
	return vars{"from": from, "to": to, "require_traffic_on_to": false}
}

// Behind the commits lie markers and aborted records alone: drained. An open
// transaction may still bring records: not ready.
func TestSwapReadinessTransactions(t *testing.T) {
	cluster := start(t)
	v := quietSwap(cluster)
	from, group := v["from"].(string), cluster.GroupName("audit")
	cluster.Begin(from, 0, 2).Commit() // 0 and 1, the marker is 2
	cluster.Begin(from, 0, 3).Abort()  // 3 to 5, the marker is 6
	cluster.Begin(from, 1, 1).Abort()  // without a commit of the group
	cluster.CommitOffsets(group, from, map[int32]int64{0: 1})
	w := newWorkspace(t, cluster, "swap_readiness").set(v)
	w.apply().exits(0)
	w.wantsBlockers("Group `" + group + "` has 1 record of `" + from + "` to read, 1 in partition 0. It has no member: start its consumers")

	cluster.CommitOffsets(group, from, map[int32]int64{0: 2})
	w.applied().lacks("Warning:")
	w.wantsBlockers()
	w.wants(readyData, vars{"groups": []any{vars{"group": group, "state": "Empty", "lag": 0, "uncommitted_partitions": []any{1, 2}, "drained": true}},
		"from_frozen": true, "to_records_in_window": 0})

	open := cluster.Begin(from, 2, 4)
	w.apply().exits(0)
	w.wantsBlockers("`" + from + "` has an open transaction in partition 2: its records may still be committed.")
	w.wants(readyData, vars{"from_frozen": true})
	open.Commit()
	w.apply().exits(0)
	w.wantsBlockers("Group `" + group + "` has 4 records of `" + from + "` to read, 4 in partition 2. Counted from the log start for want of a commit: partition 2. It has no member")
}

// Lag over many small transactions counts what is delivered, and aborted ones are
// no traffic.
func TestSwapReadinessSmallTransactions(t *testing.T) {
	cluster := start(t)
	v := quietSwap(cluster)
	from, to, group := v["from"].(string), v["to"].(string), cluster.GroupName("audit")
	cluster.Transactions(from, 0, 900, func(i int) bool { return i%3 == 0 })
	cluster.CommitOffsets(group, from, map[int32]int64{0: 0})
	w := newWorkspace(t, cluster, "swap_readiness")
	w.set(vars{"from": from, "to": to, "window": "4s"})
	w.setenv("TF_LOG_PROVIDER", "INFO")
	r := w.start("apply", "-no-color", "-input=false", "-auto-approve")
	r.says("watching topics")
	cluster.Transactions(to, 0, 20, func(int) bool { return true })
	r.end().exits(0)
	w.wantsBlockers("Group `"+group+"` has 600 records of `"+from+"` to read", "`"+to+"` received no committed record within 4 s: its end moved by ")
}

// Who has to drain: every group with a commit, or the named ones.
func TestSwapReadinessGroups(t *testing.T) {
	cluster := start(t)
	v := quietSwap(cluster)
	from := v["from"].(string)
	cluster.Produce(from, 0, 5)
	done, slow, other := cluster.GroupName("done"), cluster.GroupName("slow"), cluster.GroupName("other")
	w := newWorkspace(t, cluster, "swap_readiness")
	w.write("out.tf", `
output "report" {
  value = data.capture_swap_readiness.this.report
}
`)
	w.set(v).apply().exits(0)
	w.wantsBlockers("`" + from + "` holds 5 records, and no group is known to have read them")
	w.set(v.with(vars{"group_names": []string{}})).apply().exits(0).says("**Ready**: `"+from+"` may be retired: nothing arrives there, no group need read its 5 records, and `", "need not receive records")
	w.wants(readyData, vars{"groups": []any{}, "ready": true})
	w.set(v)

	// A member that reads and has not committed yet.
	for _, protocol := range protocols {
		reading := cluster.GroupName("reading")
		member := cluster.Consumer(reading, protocol, from)
		cluster.WaitMembers(reading, protocol, 1, 3)
		w.apply().exits(0).lacks("Warning:")
		w.wantsBlockers("Group `" + reading + "` has 5 records of `" + from + "` to read, 5 in partition 0. Counted from the log start for want of a commit: partition 0. Keep its consumers")
		member.Close()
	}

	cluster.CommitOffsets(done, from, map[int32]int64{0: 5})
	cluster.CommitOffsets(slow, from, map[int32]int64{0: 3})
	cluster.CommitOffsets(other, v["to"].(string), map[int32]int64{0: 0})
	w.apply().exits(0).says("**Not ready**: 1 blocker; 1 group has 2 records of `" + from + "` to read.")
	w.wantsBlockers("Group `" + slow + "` has 2 records")
	w.set(v.with(vars{"group_names": []string{done}})).apply().exits(0)
	w.wantsBlockers()
	// A named group without any commit has all of it to read.
	w.set(v.with(vars{"group_names": []string{done, other}})).apply().exits(0)
	w.wantsBlockers("Group `" + other + "` has 5 records of `" + from + "` to read, 5 in partition 0. Counted from the log start for want of a commit: partition 0. It has no member")

	cluster.CommitOffsets(slow, from, map[int32]int64{0: 500})
	w.set(v).apply().exits(0)
	w.wantsBlockers("Group `" + slow + "` has a commit above the end of `" + from + "`, in partition 0")

	w.set(v.with(vars{"group_names": []string{slow + "r"}})).plan().exits(1).says("Error: Consumer Group Not Found", "group_names", "Near names: "+slow)
	w.set(vars{"from": from, "to": from}).plan().exits(1).says("Error: Invalid Swap")
	w.set(vars{"from": from, "to": v["to"].(string) + "2"}).plan().exits(1).says("Error: Topic Not Found", "Correct to,", "Near names: "+v["to"].(string))
	w.set(v.with(vars{"window": "100ms"})).plan().exits(1).says("window must be a duration from 1s to 10m0s")
}

// Many looks in one plan, at one time: none loses a group.
func TestSwapReadinessSideBySide(t *testing.T) {
	cluster := start(t)
	w := newWorkspace(t, cluster, "")
	text := providerHead(t)
	const looks, groups = 20, 12
	for i := range looks {
		v := quietSwap(cluster)
		for range groups {
			cluster.CommitOffsets(cluster.GroupName("reader"), v["from"].(string), map[int32]int64{0: 0})
		}
		text += fmt.Sprintf(`
data "capture_swap_readiness" "look%d" {
  from   = %q
  to     = %q
  window = "1s"
}
`, i, v["from"], v["to"])
	}
	w.write("main.tf", text)
	for range 3 {
		w.apply().exits(0)
		for address, look := range w.resources() {
			if got, _ := look["groups"].([]any); len(got) != groups {
				t.Errorf("%s has %d groups, want %d", address, len(got), groups)
			}
		}
	}
}

// A share group commits nothing, and must drain too.
func TestSwapReadinessShareGroup(t *testing.T) {
	cluster := start(t)
	v := quietSwap(cluster)
	from, group := v["from"].(string), cluster.GroupName("sharing")
	cluster.ShareGroup(group, from, 3)
	cluster.Produce(from, 1, 3)
	w := newWorkspace(t, cluster, "swap_readiness")
	w.set(v).apply().exits(0)
	w.wantsBlockers("Group `" + group + "` has 3 records of `" + from + "` to read, 3 in partition 1")
	cluster.AcknowledgeTo(group, from, cluster.EndOffsets(from))
	w.set(v.with(vars{"group_names": []string{group}})).apply().exits(0)
	w.wantsBlockers()
	lag := newWorkspace(t, cluster, "consumer_lag")
	lag.set(vars{"group": group}).plan().exits(1).says("Error: Consumer Group Not Found", "The group is a share group")
}

// The topic that is watched becomes another one.
func TestSwapReadinessRecreated(t *testing.T) {
	cluster := start(t)
	v := quietSwap(cluster)
	from := v["from"].(string)
	w := newWorkspace(t, cluster, "swap_readiness").set(v.with(vars{"window": "12s"}))
	w.setenv("TF_LOG_PROVIDER", "INFO")
	r := w.start("plan", "-no-color", "-input=false")
	r.says("watching topics")
	recreate(cluster, from, 3)
	r.says("observing") // the progress of a long window
	r.end().exits(1).says("Error: Topic Changed While Observed", "Topic: "+from)
}

func TestSwapReadinessInterrupted(t *testing.T) {
	cluster := start(t)
	w := newWorkspace(t, cluster, "swap_readiness").set(quietSwap(cluster).with(vars{"window": "10m"}))
	w.setenv("TF_LOG_PROVIDER", "INFO")
	r := w.start("plan", "-no-color", "-input=false")
	r.says("watching topics")
	began := time.Now()
	r.interrupt()
	r.end().exits(1).says("The reading was interrupted").lacks("context canceled")
	if time.Since(began) > time.Minute {
		t.Errorf("ended after %s", time.Since(began))
	}
}

func TestSwapReadinessRights(t *testing.T) {
	cluster := start(t, kafkatest.SASL())
	v := quietSwap(cluster)
	from, to, group := v["from"].(string), v["to"].(string), cluster.GroupName("closed")
	cluster.Produce(from, 0, 2)
	cluster.CommitOffsets(group, from, map[int32]int64{0: 2})
	w := newWorkspace(t, nil, "swap_readiness").asReader(cluster).set(v)
	w.plan().exits(1).says("Error: Not Authorized", "Missing right: Describe on topic "+from)
	allow(t, cluster, from, kadm.OpDescribe)
	allow(t, cluster, to, kadm.OpDescribe)
	w.apply().exits(0)
	w.wantsBlockers("Groups that read `" + from + "` may be hidden: without the right Describe on the cluster")
	w.set(v.with(vars{"group_names": []string{group}})).plan().exits(1).says("Error: Not Authorized", "Missing right: Describe on group "+group)
	allowGroup(t, cluster, group, kadm.OpDescribe)
	w.applied()
	w.wantsBlockers()
}

// With Describe on the cluster every group is listed, and each must be readable.
func TestSwapReadinessGroupRights(t *testing.T) {
	cluster := startAlone(t, kafkatest.SASL()) // the right on the cluster is that of all tests
	v := quietSwap(cluster)
	from, open, closed := v["from"].(string), cluster.GroupName("open"), cluster.GroupName("closed")
	for _, group := range []string{open, closed} {
		cluster.CommitOffsets(group, from, map[int32]int64{0: 0})
	}
	allow(t, cluster, from, kadm.OpDescribe)
	allow(t, cluster, v["to"].(string), kadm.OpDescribe)
	allowGroup(t, cluster, open, kadm.OpDescribe)
	w := newWorkspace(t, nil, "swap_readiness").asReader(cluster).set(v)
	w.apply().exits(0)
	w.wantsBlockers("Groups that read `" + from + "` may be hidden")

	give(t, cluster, func(b *kadm.ACLBuilder) *kadm.ACLBuilder { return b.Clusters() }, kadm.OpDescribe)
	if cluster.Apache() { // kfake lists no group that one may not describe
		w.plan().exits(1).says("Error: Not Authorized", "Missing right: Describe on group ")
	}
	give(t, cluster, func(b *kadm.ACLBuilder) *kadm.ACLBuilder {
		return b.ResourcePatternType(kadm.ACLPatternLiteral).Groups("*")
	}, kadm.OpDescribe)
	w.apply().exits(0)
	w.wantsBlockers()
}
