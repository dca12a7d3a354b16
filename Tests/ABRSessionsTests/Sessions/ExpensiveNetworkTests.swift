import ABRNetwork
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

  /// Wi-Fi for 20 s, cellular for 40 s, and so on, at 8 Mbit/s.
  private static func play(
    _ session: String = "", policy: String, offset: Double = 0, isExpensive: Bool = false
  ) throws -> (metrics: SessionMetrics, events: [SessionEvent]) {
    let rows = [
      BandwidthTrace.Row(duration: 20, bandwidth: 8e6, latency: 0, networkClass: .wifi),
      BandwidthTrace.Row(duration: 40, bandwidth: 8e6, latency: 0, networkClass: .cellular),
    ]
    let plan = try SessionFileTests.plan(session + "\n[[item]]")
    let player = try plan.makePlayer(
      policy: PolicySpec(parsing: policy).policy(), buffer: BufferSpec(parsing: "static(4s)").configuration,
      videos: [SessionPlanTests.video(segments: 50)], networkIsExpensive: isExpensive)
    var log = EventLog()
    let metrics = player.play(over: Link(try BandwidthTrace(name: "t", rows: rows)), from: offset, observer: &log)
    return (metrics, log.events)
  }

  /// When the network is said to change.
  private static func changes(_ events: [SessionEvent]) -> [(time: Double, isExpensive: Bool)] {
    events.compactMap { event in
      if case .network(let isExpensive) = event.kind { (event.time, isExpensive) } else { nil }
    }
  }

  @Test("limits for expensive networks follow the network of the recording", arguments: [0.0, 15, 35, 60])
  func follows(offset: Double) throws {
    let (metrics, events) = try Self.play(policy: "rate+peak-expensive:500k", offset: offset)
    // 100 s of media at 0.5 to 2 Mbit/s over 8 Mbit/s: the session ends a little after 100 s.
    let borders: [Double] = [20, 60, 80, 120, 140, 180].map { (border: Double) in border - offset }
    let changes = Self.changes(events)
    let passed = borders.filter { $0 > 0 && $0 < metrics.wallTime }
    #expect(changes.map(\.time).filter { $0 > 0 } == passed, "\(offset)")
    #expect(changes.first?.isExpensive == true)
    // What is requested on cellular is the lowest rendition.
    for event in events {
      guard case .requested(_, let rendition, _) = event.kind else { continue }
      let position = (event.time + offset).truncatingRemainder(dividingBy: 60)
      if position >= 20 { #expect(rendition == 0, "at \(event.time)") }
    }
    let unlimited = try Self.play(policy: "rate", offset: offset)
    #expect(Self.changes(unlimited.events).isEmpty)
    #expect(unlimited.metrics.meanBitrate > metrics.meanBitrate)
  }

  @Test("limits that a step sets for expensive networks follow the network of the recording, too")
  func followsStep() throws {
    let step = "[[step]]\nat = \"5s\"\ndo = \"limit\"\nlimits = \"peak-expensive:500k\"\n"
    #expect(Self.changes(try Self.play(step, policy: "rate").events).first?.time == 20)
    // One that is set on such a network holds at once.
    let late = try Self.play(step.replacing("5s", with: "30s"), policy: "rate").events
    let renditions = late.compactMap { event in
      if case .requested(_, let rendition, _) = event.kind, event.time > 30, event.time < 60 { rendition } else { nil }
    }
    #expect(!renditions.isEmpty && renditions.allSatisfy { $0 == 0 }, "\(renditions)")
  }

  @Test("a network that is said to be expensive is so all the time")
  func expensiveAllTheTime() throws {
    let (metrics, events) = try Self.play(policy: "rate+peak-expensive:500k", isExpensive: true)
    #expect(Self.changes(events).isEmpty && metrics.meanBitrate == 500_000)
  }

  @Test("playback and preloading follow the network of the recording, too")
  func allowed() throws {
    let refused = try Self.play("[session]\nplays-on-expensive-network = false", policy: "fixed:0")
    #expect(refused.metrics.outcome == .failed && refused.metrics.wallTime == 20)
    let atOnce = try Self.play("[session]\nplays-on-expensive-network = false", policy: "fixed:0", offset: 20)
    #expect(atOnce.metrics.outcome == .failed && atOnce.metrics.bytesReceived == 0)
    let (_, events) = try Self.play("[session]\npreloads-on-expensive-network = false", policy: "fixed:0")
    let preloads = events.compactMap { event in
      if case .preloadingAllowed(let isAllowed) = event.kind { (event.time, isAllowed) } else { nil }
    }
    #expect(preloads.map(\.0) == [20, 60, 80] && preloads.map(\.1) == [false, true, false])
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
