import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPolicies
import ABRRunsTestSupport
import Testing

@testable import ABRRuns

@Suite("Explained sessions")
struct ExplainedSessionTests {
  @Test(
    "a wait stands where it begins, and ends with the next wait or request",
    arguments: ["bola", "fixed:0", "dash-abr", "hls-abr"], [1, 4, 9])
  func waits(policy: String, megabits: Int) throws {
    let ladder = try Ladder([300_000, 800_000, 2_000_000].map { Rendition(bandwidth: $0) })
    let video = try Video(
      name: "v", ladder: ladder, segmentDuration: 4, sizes: (0..<40).map { _ in [150_000, 400_000, 1_000_000] })
    let source = VideoSource(file: "v", sha256: "v", video: video)
    let session = try PreparedSession(policy: policy, buffer: "static(14s)", videos: [source])
    let trace = try BandwidthTrace(
      name: "t",
      rows: [.init(duration: 20, bandwidth: 4_000_000), .init(duration: 9, bandwidth: Double(megabits) * 1_000_000)])
    let events = try session.explained(over: .init(link: Link(trace)), trace: "t", sha256: "t").events
    #expect(events.map(\.time) == events.map(\.time).sorted())
    var reasons: Set<SessionEvent.WaitReason> = []
    for (index, event) in events.enumerated() {
      guard case .waited(let seconds, let reason) = event.kind else { continue }
      reasons.insert(reason)
      let next = try #require(
        events[(index + 1)...].first { event in
          switch event.kind {
          case .waited, .requested: true
          default: false
          }
        })
      #expect(abs(event.time + seconds - next.time) < 1e-6, "\(index)")
      #expect(abs(event.level - seconds - next.level) < 1e-6, "media is shown while the player waits")
    }
    #expect(reasons.contains(.bufferFull) && (policy != "bola" || megabits > 1 || reasons.contains(.rule)))
  }
}
