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

  @Test("trace inspect lists the kinds of network, and the error for a wrong header names their column")
  func inspected() throws {
    let folder = try CommandFolder([
      "mixed.csv": Self.trace, "kind.csv": Self.trace.replacing("network", with: "kind"),
    ])
    let mixed = folder.perform(["trace", "inspect", folder.path("mixed.csv")]).output.split(separator: "\n")
    #expect(mixed.contains { $0.hasPrefix("  network ") && $0.hasSuffix(" cellular, wifi") }, "\(mixed)")
    let plain = folder.perform(["trace", "inspect", folder.path("links/a.csv")]).output.split(separator: "\n")
    #expect(plain.contains { $0.hasPrefix("  network ") && $0.hasSuffix(" -") })
    let kind = folder.perform(["trace", "inspect", folder.path("kind.csv"), "--trace-format", "native"])
    #expect(kind.code == 64 && kind.diagnostics.contains("or with ,network behind it"), "\(kind)")
  }

  @Test("sessions that fail are counted, with a command that shows why")
  func failed() throws {
    let folder = try CommandFolder([
      "s.toml": "[session]\nplays-on-expensive-network = false\n[[item]]\n", "mixed/m.csv": Self.trace,
    ])
    let words = [
      "run", "--session", folder.path("s.toml"), "--policy", "auto", "--traces", folder.path("mixed"), "--video",
      folder.path("movie.json"), "--expensive-network",
    ]
    let lines = folder.perform(words).diagnostics.split(separator: "\n").map(String.init)
    let place = try #require(lines.firstIndex(of: "1 of 1 session of auto failed, see why with:"), "\(lines)")
    let command = lines[place + 1].split(separator: " ").map(String.init)
    try #require(command.prefix(2) == ["abrlab", "explain"])
    #expect(folder.perform(Array(command.dropFirst())).output.contains("expensive"))
    #expect(!folder.perform(["run", "--policy", "auto"] + folder.inputs).diagnostics.contains("failed"))
  }
}
