import org.codelibs.opensearch.runner.OpenSearchRunner;

/** One node of OpenSearch on loopback: `Start PORT FOLDER`. Prints "ready", and ends when its standard input ends. */
public class Start {
  public static void main(String[] arguments) throws Exception {
    int port = Integer.parseInt(arguments[0]);
    OpenSearchRunner runner = new OpenSearchRunner();
    runner.onBuild((number, settings) -> {
      settings.put("discovery.type", "single-node");
      settings.put("network.host", "127.0.0.1");
      settings.put("cluster.routing.allocation.disk.threshold_enabled", false);
    });
    // It takes no port above 9299 otherwise.
    runner.setMaxHttpPort(port);
    // The runner adds the number of the node, 1, to the port.
    runner.build(OpenSearchRunner.newConfigs().clusterName("paperqueue-test").numOfNode(1).baseHttpPort(port - 1)
        .basePath(arguments[1]));
    runner.ensureYellow();
    System.out.println("ready");
    while (System.in.read() >= 0) {
    }
    runner.close();
    System.exit(0);
  }
}
