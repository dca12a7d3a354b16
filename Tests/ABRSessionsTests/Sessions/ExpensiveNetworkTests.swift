import ABRPlayback
import ABRPolicies
import Testing

@testable import ABRSessions

/// Playback that is not allowed on an expensive network.
@Suite("Playback on expensive networks")
struct ExpensiveNetworkTests {
  private static func play(_ session: String, isExpensive: Bool = false) throws -> SessionMetrics {
    let plan = try SessionFileTests.plan(session + "\n[[item]]")
    let player = try plan.makePlayer(
      policy: PolicySpec(parsing: "fixed:0").policy(), buffer: BufferSpec(parsing: "static(30s)").configuration,
      videos: [SessionPlanTests.video()], networkIsExpensive: isExpensive)
    return try plan.viewed(player, trace: "a trace", seed: 1).play(over: SessionPlanTests.link(5_000_000))
  }

  private static let switching = """
    [[step]]
    position = "4s"
    do = "network"
    class = "expensive"
    """

  @Test("a session that begins on one, or comes to one, is refused", arguments: ["", "viewer = \"feed(short-video)\""])
  func refused(viewer: String) throws {
    let metrics = try Self.play("[session]\nplays-on-expensive-network = false\n\(viewer)", isExpensive: true)
    #expect(metrics.outcome == .failed && metrics.bytesReceived == 0 && metrics.wallTime == 0)
    let allowed = try Self.play("[session]\n\(viewer)", isExpensive: true)
    #expect(allowed.outcome != .failed && allowed.bytesReceived > 0)
  }

  @Test("a session that comes to one ends there")
  func comes() throws {
    let metrics = try Self.play("[session]\nplays-on-expensive-network = false\n\(Self.switching)")
    #expect(metrics.outcome == .failed && metrics.playedMedia == 4)
    #expect(try Self.play(Self.switching).outcome == .completed)
  }

  @Test("the step is no longer said to change nothing, and nothing comes after a refusal")
  func words() throws {
    let fixed = try PolicySpec(parsing: "fixed:0").policy()
    let plan = try SessionFileTests.plan("[session]\nplays-on-expensive-network = false\n\(Self.switching)\n[[item]]")
    #expect(plan.warnings(for: fixed).isEmpty)
    #expect(try SessionFileTests.plan("\(Self.switching)\n[[item]]").warnings(for: fixed).count == 1)
    let error = #expect(throws: ConfigurationError.self) {
      try SessionFileTests.plan(
        "[[item]]\n[[step]]\nat = \"1s\"\ndo = \"refuse\"\n[[step]]\nat = \"2s\"\ndo = \"next\"")
    }
    #expect("\(try #require(error))".contains("no step after refuse"))
  }
}
