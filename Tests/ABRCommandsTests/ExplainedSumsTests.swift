import Testing

/// The sums that `explain` ends with.
@Suite("Explained sums")
struct ExplainedSumsTests {
  private func explain(_ session: String, _ options: [String] = []) throws -> String {
    try CommandFolder.explanation(of: session, policy: "fixed:2", options)
  }

  @Test("of one item there is nothing about those that follow, and waits after seeks are in the sums")
  func oneItem() throws {
    let seek = "[[step]]\nat = \"29s\"\ndo = \"seek\"\nto = \"56s\"\n[[step]]\nat = \"31s\"\ndo = \"leave\"\n"
    let output = try explain("[[item]]\n" + seek)
    #expect(!output.contains("those that followed") && !output.contains("preloaded"), "\(output)")
    #expect(output.contains("\nstartup ") && output.contains(", 1 seek out of the buffer waited "), "\(output)")
    let two = try explain("[[item]]\ncount = 2\n")
    #expect(two.contains("\n2 items came up") && two.contains("of those that followed") && !two.contains("seek"))
    let left = try explain("[[item]]\ncount = 2\n[[step]]\nat = \"20s\"\ndo = \"leave\"\n")
    #expect(left.contains("\n1 item came up and 1 started") && !left.contains("those that followed"), "\(left)")
  }

  @Test("the latency of a live session is among the sums")
  func live() throws {
    let output = try explain("[[item]]\n[item.live]\nedge = \"20s\"\n")
    #expect(output.contains(#/\nlive latency \d+\.\d{3} s on average/#), "\(output)")
    #expect(!(try explain("[[item]]\n")).contains("live latency"))
  }

  @Test("formulas of quality of experience are in the text and in JSON")
  func formulas() throws {
    let folder = try CommandFolder()
    let words = [
      "explain", folder.path("links/c.csv"), "--video", folder.path("movie.json"), "--policy", "bola", "--qoe", "lin",
      "quality=bitrate,stall=9",
    ]
    let text = folder.perform(words)
    #expect(
      text.code == 0 && text.output.contains(#/\nQoE_lin -?\d+\.\d\d\nQoE\(bitrate, stall=9\) -?\d+\.\d\d\n/#),
      "\(text)")
    let json = folder.perform(words + ["--format", "json"]).output
    let run = folder.perform(
      [
        "run", "--traces", folder.path("links/c.csv"), "--format", "json", "--per-session",
      ] + words.dropFirst(2)
    ).output
    let pattern = #/"qoe\(quality=bitrate,stall=9\)" *: *(-?[\d.]+)/#
    let value = try #require(json.firstMatch(of: pattern)?.1)
    #expect(run.matches(of: pattern).contains { $0.1 == value }, "\(value)")
  }
}
