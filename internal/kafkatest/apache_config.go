package kafkatest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// listeners are the ways into a node in the order of its ports.
var listeners = []listener{plaintext, controller, saslPlain, tlsOnly, saslTLS}

const (
	propertiesFile = "server.properties"
	loggingFile    = "log4j2.xml"
	nodeLogFile    = "node.log"
	requestLogFile = "requests.log"
	serverPEMFile  = "server.pem"
	caFile         = "ca.crt"
)

// cleanerBackoff is how often compaction looks for work, in milliseconds; by
// default 15 s.
const cleanerBackoff = "200"

// configure writes the files that a node starts from.
func (n *apacheNode) configure(cluster *apacheCluster, p *keyMaterial) error {
	if err := os.MkdirAll(n.dir, 0o700); err != nil {
		return err
	}
	for name, text := range map[string]string{
		propertiesFile: n.properties(cluster),
		loggingFile:    n.logging(),
		serverPEMFile:  p.serverPEM,
		caFile:         p.CA,
	} {
		if err := os.WriteFile(n.file(name), []byte(text), 0o600); err != nil {
			return err
		}
	}
	return nil
}

func (n *apacheNode) file(name string) string { return filepath.Join(n.dir, name) }

// properties is the node's server.properties. It is small and quick: the log
// cleaner's buffer takes 128 MiB by default, a listener has three network
// threads, a broker that died is fenced after 9 s, and files of deleted topics
// stay open for 60 s.
func (n *apacheNode) properties(cluster *apacheCluster) string {
	var own, protocols, voters []string
	for _, l := range listeners {
		protocol := l
		if l == controller {
			protocol = plaintext
		}
		own = append(own, fmt.Sprintf("%s://%s", l, n.address(l)))
		protocols = append(protocols, fmt.Sprintf("%s:%s", l, protocol))
	}
	for _, node := range cluster.nodes {
		voters = append(voters, fmt.Sprintf("%d@%s", node.id, node.address(controller)))
	}
	replicas := len(cluster.nodes)
	lines := []string{
		"process.roles=broker,controller",
		fmt.Sprintf("node.id=%d", n.id),
		fmt.Sprintf("broker.rack=%c", 'a'+n.id-1),
		"log.dirs=" + n.file("data"),
		"controller.quorum.voters=" + strings.Join(voters, ","),
		"controller.listener.names=" + string(controller),
		"inter.broker.listener.name=" + string(plaintext),
		"listeners=" + strings.Join(own, ","),
		"listener.security.protocol.map=" + strings.Join(protocols, ","),
		"auto.create.topics.enable=false",
		"group.initial.rebalance.delay.ms=0",
		"log.cleaner.dedupe.buffer.size=16777216",
		"log.cleaner.backoff.ms=" + cleanerBackoff,
		"log.segment.delete.delay.ms=1000",
		"broker.heartbeat.interval.ms=500",
		"broker.session.timeout.ms=3000",

		// With one network thread a listener logs its requests in order.
		"num.network.threads=1",

		"authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer",
		"super.users=User:" + AdminUser + ";User:ANONYMOUS",
		"allow.everyone.if.no.acl.found=false",

		"ssl.keystore.type=PEM",
		"ssl.keystore.location=" + n.file(serverPEMFile),
		"ssl.truststore.type=PEM",
		"ssl.truststore.location=" + n.file(caFile),
		"listener.name.ssl.ssl.client.auth=required",
		"listener.name.ssl.ssl.principal.mapping.rules=RULE:^CN=([^,]+).*$/$1/,DEFAULT",
	}
	for _, topic := range []string{"offsets.topic", "transaction.state.log", "share.coordinator.state.topic"} {
		lines = append(lines,
			topic+".num.partitions=4",
			fmt.Sprintf("%s.replication.factor=%d", topic, replicas))
		if topic != "offsets.topic" {
			lines = append(lines, topic+".min.isr=1")
		}
	}
	for _, l := range []listener{saslPlain, saslTLS} {
		lines = append(lines, loginModules("listener.name."+strings.ToLower(string(l))+".")...)
	}
	return strings.Join(lines, "\n") + "\n"
}

// loginModules lets the users into a listener by each mechanism.
func loginModules(prefix string) []string {
	const modules = "org.apache.kafka.common.security."
	lines := []string{
		prefix + "sasl.enabled.mechanisms=PLAIN,SCRAM-SHA-256,SCRAM-SHA-512,OAUTHBEARER",
		fmt.Sprintf("%splain.sasl.jaas.config=%splain.PlainLoginModule required user_%s=%q user_%s=%q;",
			prefix, modules, AdminUser, AdminPassword, ReaderUser, ReaderPassword),
	}
	for mechanism, module := range map[string]string{
		"scram-sha-256": "scram.ScramLoginModule",
		"scram-sha-512": "scram.ScramLoginModule",
		"oauthbearer":   "oauthbearer.OAuthBearerLoginModule",
	} {
		lines = append(lines, fmt.Sprintf("%s%s.sasl.jaas.config=%s%s required;", prefix, mechanism, modules, module))
	}
	return lines
}

// logging sends warnings to the node's output and one line a request to the
// request log: its time in milliseconds and the beginning of its description,
// which opens with the header.
func (n *apacheNode) logging() string {
	return `<?xml version="1.0" encoding="UTF-8"?>
<Configuration status="WARN">
  <Appenders>
    <Console name="node" target="SYSTEM_OUT">
      <PatternLayout pattern="%d %p %m (%c)%n"/>
    </Console>
    <File name="requests" fileName="` + n.file(requestLogFile) + `">
      <PatternLayout pattern="%d{UNIX_MILLIS} %maxLen{%m}{2000}%n"/>
    </File>
  </Appenders>
  <Loggers>
    <Logger name="kafka.request.logger" level="DEBUG" additivity="false">
      <AppenderRef ref="requests"/>
    </Logger>
    <Root level="WARN">
      <AppenderRef ref="node"/>
    </Root>
  </Loggers>
</Configuration>
`
}
