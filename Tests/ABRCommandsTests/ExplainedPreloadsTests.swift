import Testing

/// What `explain` says about preloads.
@Suite("Explained preloads")
struct ExplainedPreloadsTests {
  private static let items = "[[item]]\nname = \"a\"\n[[item]]\nname = \"b\"\n"
  private static let leaving = "[[step]]\nat = \"30s\"\ndo = \"leave\"\n"

  private func explain(_ session: String, _ options: [String] = []) throws -> String {
    try CommandFolder.explanation(of: session, policy: "fixed:0", options)
  }

  @Test("without a scheduler and without tasks nothing is preloaded")
  func nothing() throws {
    let output = try explain(Self.items + Self.leaving)
    #expect(output.contains("\npreload  none\n") && output.contains("\nnothing is preloaded\n"))
  }

  @Test("without a scheduler the segments of the media loader's tasks are counted")
  func tasks() throws {
    let task = "[[step]]\nat = \"0s\"\ndo = \"load\"\nitem = \"b\"\nfor = \"8s\"\n"
    let output = try explain(Self.items + task + Self.leaving)
    #expect(output.contains("\npreload  none\n"))
    #expect(output.contains("\n2 segments were preloaded by tasks of the media loader\n"), "\(output)")
  }

  @Test("time on a network on which nothing may be preloaded does not count as allowed")
  func forbidden() throws {
    let session =
      "[session]\npreloads-on-expensive-network = false\n" + Self.items
      + "[[step]]\nat = \"12s\"\ndo = \"network\"\nclass = \"expensive\"\n" + Self.leaving
    #expect(try explain(session, ["--preload", "ungated"]).contains("\npreloads were allowed 40 % of the time\n"))
  }

  @Test("with a scheduler it is said how long it was allowed to preload")
  func scheduler() throws {
    let output = try explain(Self.items + Self.leaving, ["--preload", "ungated"])
    #expect(output.contains("\npreloads were allowed 100 % of the time\n"), "\(output)")
  }
}
