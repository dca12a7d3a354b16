import Testing

/// Limits for expensive networks, from the trace to what is printed.
@Suite("Kinds of network")
struct NetworkClassTests {
  private static let trace = """
    duration_s,bandwidth_bps,latency_ms,network
    20,3000000,50,wifi
    30,3000000,50,cellular

    """
  private let policy = ["--policy", "auto+peak-expensive:1M"]
  private let never =
    "auto+peak-expensive:1M: peak-expensive never acts: no recording names a cellular network, in a column network; "
    + "--expensive-network makes all of them expensive"

  @Test("explain shows where the network changes, and what may be chosen there")
  func explained() throws {
    let folder = try CommandFolder(["mixed.csv": Self.trace])
    let result = folder.perform(["explain", folder.path("mixed.csv"), "--video", folder.path("movie.json")] + policy)
    #expect(result.code == 0 && !result.diagnostics.contains("never acts"), "\(result.diagnostics)")
    let lines = result.output.split(separator: "\n")
    #expect(lines.count { $0.hasSuffix("network   expensive from here on") } > 0, "\(result.output)")
    #expect(lines.count { $0.hasSuffix("network   no longer expensive from here on") } > 0)
  }

  @Test("a limit that never acts is told, and one that acts is not")
  func told() throws {
    let folder = try CommandFolder(["mixed/m.csv": Self.trace])
    let run = ["run"] + folder.inputs + policy
    #expect(folder.perform(run).diagnostics.contains("warning: " + never))
    #expect(!folder.perform(run + ["--expensive-network"]).diagnostics.contains("never acts"))
    let mixed = ["run", "--traces", folder.path("mixed"), "--video", folder.path("movie.json")] + policy
    #expect(!folder.perform(mixed).diagnostics.contains("never acts"))
    #expect(!folder.perform(["run"] + folder.inputs + ["--policy", "auto"]).diagnostics.contains("never acts"))
    let session = try CommandFolder([
      "s.toml": "[session]\nplays-on-expensive-network = false\npreloads-on-expensive-network = false\n[[item]]\n"
    ])
    let diagnostics = session.perform(
      ["run", "--session", session.path("s.toml"), "--policy", "auto"] + session.inputs
    ).diagnostics
    #expect(diagnostics.contains("plays-on-expensive-network never acts"), "\(diagnostics)")
    #expect(diagnostics.contains("preloads-on-expensive-network never acts"))
  }
}
