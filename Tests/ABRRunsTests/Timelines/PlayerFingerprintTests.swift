import ABRMedia
import ABRNetwork
import Testing

@testable import ABRRuns

@Suite("Fingerprints of players")
struct PlayerFingerprintTests {
  /// A timeline that requests bitrates at times, over a trace.
  private func timeline(
    _ requests: [(Double, Double)], _ trace: BandwidthTrace, levels: [(Double, Double)] = [(0, 0)],
    waits: [SessionTimeline.Wait] = []
  ) -> SessionTimeline {
    var timeline = SessionTimeline(role: .worst, trace: 0, content: 0, wall: trace.duration)
    for (time, bitrate) in requests { timeline.bitrate.append(time, bitrate) }
    for (time, level) in levels { timeline.level.append(time, level) }
    var time = 0.0
    for row in trace.rows {
      timeline.capacity.append(time, row.bandwidth)
      time += row.duration
    }
    timeline.waits = waits
    return timeline
  }

  @Test("what a made-up player does is read off its timelines")
  func readings() throws {
    let ladder = try Ladder([1_000_000, 2_000_000, 4_000_000].map { Rendition(bandwidth: $0) })
    let traces = try PlayerFingerprint.traces(over: ladder, step: 10)
    let (fine, stairs, shock, drop) = (traces[0], traces[1], traces[2], traces[3])
    #expect(stairs.rows.map(\.duration) == [20, 20, 20, 20, 20])
    #expect(shock.rows.map(\.duration) == [40, 20, 40] && drop.rows.map(\.duration) == [40, 80])
    // The link carries the second rendition in a shock.
    #expect(shock.rows[1].bandwidth > 2e6 && shock.rows[1].bandwidth < 4e6)
    // The time at which the link first carries a rate, or for the last time.
    func time(_ rate: Double, isUp: Bool) -> Double {
      let rows = isUp ? fine.rows : fine.rows.reversed()
      let before = rows.prefix { $0.bandwidth < rate }.reduce(0) { $0 + $1.duration }
      return isUp ? before + 1 : fine.duration - before - 1
    }
    let requests = [
      (0, 1e6), (time(3e6, isUp: true), 2e6), (time(4.9e6, isUp: true), 4e6), (time(4.5e6, isUp: false), 2e6),
      (time(2.2e6, isUp: false), 1e6),
    ]
    let print = PlayerFingerprint(
      [
        timeline(requests, fine),
        timeline(
          [(0, 1e6), (26, 2e6), (44, 4e6), (63, 2e6), (89, 1e6)], stairs, levels: [(0, 0), (20, 10), (100, 50)]),
        timeline(
          [(0, 4e6), (50, 1e6), (75, 4e6)], shock,
          waits: [
            .init(cause: .startup, from: 0, to: 3), .init(cause: .stall, from: 36, to: 41),
            .init(cause: .stall, from: 55, to: 57.5),
          ]),
        timeline([(0, 4e6), (47, 4e6), (52, 2e6)], drop),
      ], over: traces, of: ladder)
    let (up, down) = try (#require(print.upAt), #require(print.downAt))
    // The lower of two medians, within a step of a tenth.
    #expect(up >= 1.225 && up < 1.225 * 1.1 && down >= 1.1 && down < 1.1 * 1.1)
    #expect(try #require(print.gap) == up / down - 1)
    #expect(print.upAfter == 4 && print.downAfter == 3)
    #expect(print.undershoot == 1 && print.shockStall == 3.5 && print.recovery == 15)
    #expect(print.dropAfter == 12 && print.dropStall == 0)
    #expect(print.levels == [10, 20, 30])
  }

  @Test("a player that goes up when the link goes down has not followed it")
  func late() throws {
    let ladder = try Ladder([1_000_000, 2_000_000].map { Rendition(bandwidth: $0) })
    let traces = try PlayerFingerprint.traces(over: ladder, step: 10)
    let fine = traces[0].duration / 2 + 5
    let print = PlayerFingerprint(
      zip(traces, [fine, 45, 70, 70]).map { timeline([(0, 1e6), ($1, 2e6)], $0) }, over: traces, of: ladder)
    #expect(print.upAt == nil && print.upAfter == nil)
  }

  @Test("a player that never switches has no thresholds, and is never back")
  func steady() throws {
    let ladder = try Ladder([1_000_000, 2_000_000].map { Rendition(bandwidth: $0) })
    let traces = try PlayerFingerprint.traces(over: ladder, step: 10)
    let print = PlayerFingerprint(traces.map { timeline([(0, 2e6)], $0) }, over: traces, of: ladder)
    #expect(print.upAt == nil && print.downAt == nil && print.gap == nil && print.upAfter == nil)
    #expect(print.undershoot == 0 && print.recovery == 0 && print.dropAfter == nil)
  }
}
