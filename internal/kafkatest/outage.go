package kafkatest

// Kill ends a node, 1 to 3, of the three-broker Apache Kafka at once. Brokers
// show it for 3 s more. It is started again when the test ends; elsewhere the
// test is skipped.
func (c *Cluster) Kill(node int) {
	c.t.Helper()
	n := c.node(node)
	n.killed = true
	n.process.kill()
}

// Restart starts a killed node on the data it has and waits until every running
// node shows every other.
func (c *Cluster) Restart(node int) {
	c.t.Helper()
	if n := c.node(node); n.killed {
		if err := n.start(); err != nil {
			c.t.Fatalf("restart: %v", err)
		}
	}
	if err := c.apache.ready(); err != nil {
		c.t.Fatalf("restart: %v", err)
	}
}

func (c *Cluster) node(node int) *apacheNode {
	c.t.Helper()
	NeedsApache(c.t, "it kills brokers")
	if c.apache == nil {
		c.t.Skip("needs brokers that the harness started")
	}
	if node < 1 || node > len(c.apache.nodes) {
		c.t.Fatalf("no node %d of %d", node, len(c.apache.nodes))
	}
	return c.apache.nodes[node-1]
}

// restartKilled leaves the shared cluster whole for the next test.
func (c *Cluster) restartKilled() {
	c.t.Helper()
	for _, n := range c.apache.nodes {
		if n.killed {
			c.Restart(n.id)
		}
	}
}
