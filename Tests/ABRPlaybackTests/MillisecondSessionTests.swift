import ABRMedia
import ABRNetwork
import Testing

@testable import ABRPlayback

@Suite struct MillisecondSessionTests {
  @Test("the closed forms agree with a session played millisecond by millisecond", arguments: 0..<40, [false, true])
  func againstSteps(seed: Int, hasTimeout: Bool) throws {
    try compare(seed: seed, playsArriving: false, hasTimeout: hasTimeout)
  }

  @Test("so do those of media that is playable while it arrives", arguments: 0..<40, [false, true])
  func arrivingAgainstSteps(seed: Int, hasTimeout: Bool) throws {
    try compare(seed: seed, playsArriving: true, hasTimeout: hasTimeout)
  }

  private func compare(seed: Int, playsArriving: Bool, hasTimeout: Bool) throws {
    var random = TestRandom(seed: UInt64(1000 + seed))
    let segments = 5 + random.integer(below: 20)
    let durations = (0..<segments).map { _ in Double(1 + random.integer(below: 5)) }
    let ladder = try Ladder([Rendition(bandwidth: 1_000_000)])
    let video = try Video(
      name: "v", ladder: ladder, segmentDurations: durations,
      sizes: durations.map { [Int($0 * 125_000 * random.number(0.5...1.5))] })
    let rows =
      (0..<12).map { _ in
        BandwidthTrace.Row(
          duration: Double(1 + random.integer(below: 8)), bandwidth: random.chance(0.25) ? 0 : random.number(3e5...4e6))
      } + [BandwidthTrace.Row(duration: 2, bandwidth: 2e6)]
    let latency = random.pick([0, 50, 200])
    // Segments are whole seconds and levels are not, so that no level meets a threshold exactly: there a millisecond
    // decides.
    let start = random.pick([playsArriving ? 0.3 : 0, 1.7])
    let resume = start + random.pick([playsArriving ? 0.7 : 0, 2.6])
    let target = resume + Double(1 + random.integer(below: 20))
    let leaveAt = random.chance(0.5) ? 1_000_000_000 : 1 + random.integer(below: 60_000)
    let timeout = hasTimeout ? random.pick([700, 2500, 5500]) : Int.max
    let retries = random.integer(below: 3)
    let first = hasTimeout && random.chance(0.5) ? random.pick([900, 3100, 4700]) : nil

    let expected = MillisecondSession(
      video: video, rates: rows.flatMap { Array(repeating: $0.bandwidth / 8 / 1000, count: Int($0.duration) * 1000) },
      latency: latency, target: target, start: start, resume: resume, leaveAt: leaveAt, playsArriving: playsArriving,
      timeout: timeout, first: first ?? timeout, retries: retries)
    let settings = PlayerSettings(
      buffer: BufferSettings(start: start, resume: resume),
      network: NetworkSettings(fixedLatency: Double(latency) / 1000, setupRoundTrips: 0),
      retry: RetrySettings(
        timeout: hasTimeout ? Double(timeout) / 1000 : nil, firstByteTimeout: first.map { Double($0) / 1000 },
        count: retries),
      playable: playsArriving ? .arriving(fragment: nil) : .wholeSegment)
    let player = VideoPlayer(
      video: video, rule: ConstantRule(rendition: 0), target: ConstantTarget(seconds: target), settings: settings)
    var scratch = SessionScratch()
    var log = NoLog()
    let metrics = player.play(
      over: Link(try BandwidthTrace(name: "t", rows: rows)), viewer: Viewer(leavesAt: Double(leaveAt) / 1000),
      scratch: &scratch, observer: &log)

    // Each request and each stall may be off by a step or two, for the oracle sees only whole milliseconds.
    let tolerance = 0.003 * Double(segments + (playsArriving ? expected.stalls : 0) + 2)
    // Where a silence ends within a few steps of the time-out, those decide.
    guard Double(expected.closestCall) / 1000 > tolerance || !hasTimeout else { return }
    let note = Comment(rawValue: "seed \(1000 + seed)")
    #expect((metrics.outcome == .failed) == expected.hasFailed, note)
    #expect(abs(metrics.startupTime - expected.startup) < tolerance, note)
    #expect(abs(metrics.stalledTime - expected.stalled) < tolerance, note)
    #expect(abs(metrics.playedMedia - expected.played) < tolerance, note)
    // Bytes of the milliseconds by which the two may be apart.
    #expect(abs(Double(metrics.ledger.downloaded) - expected.received) < tolerance * 500_000, note)
  }
}
