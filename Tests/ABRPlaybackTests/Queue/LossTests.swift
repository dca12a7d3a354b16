import ABRNetwork
import ABRTestSupport
import Testing

@testable import ABRPlayback

/// A network that brings nothing, and what players and apps do about it.
///
/// At 4 Mbit/s a segment of 2 s takes 0.5 s. The buffer is full with 20 segments at 10 s, and from 10.5 s on one is
/// requested every 2 s, with 30 s in the buffer: at 98.5 s, 100.5 s, and so on.
@Suite struct LossTests {
  /// 4 Mbit/s with nothing from 100 s on, for so long, as rows of a trace.
  private static func silentLink(for seconds: Double) throws -> Link {
    try ConstantQueue.link(4_000_000, 0, 4_000_000, changingAt: 100, 100 + seconds)
  }

  private static func isError(_ kind: SessionEvent.Kind) -> Bool { kind == .networkError }
  private static func isTimeout(_ kind: SessionEvent.Kind) -> Bool {
    if case .timedOut = kind { true } else { false }
  }

  /// Plays 300 s over a link that is silent from 100 s on, for so long, by rows of its trace or by declaration.
  private static func play(
    silentFor seconds: Double, _ retry: RetrySettings, isDeclared: Bool = false
  ) throws -> ConstantQueue.Result {
    var queue = ConstantQueue(lengths: [150])
    queue.retry = retry
    if isDeclared { queue.faults = FaultSettings(stretches: [.init(from: 100, for: seconds)]) }
    return try queue.play(over: isDeclared ? ConstantQueue.fastLink : silentLink(for: seconds))
  }

  static let errors: [(retry: RetrySettings, error: Double, stalled: Double)] = [
    // The request of 100.5 s gets nothing; what is buffered lasts until 130.5 s, and then two windows of 15 s.
    (.apsaraVideo, 160.5, 30),
    // CicadaPlayer's windows begin with the silence, so that nothing stalls before the player fails at 130.5 s.
    (RetrySettings(timeout: 10, count: 2, counting: .always, windows: .eachRetry), 120.5, 0),
    (.avPlayer, 190.5, 60),
    // Three attempts of 10 s: an error at 130.5 s would be in the instant in which the buffer is empty.
    (RetrySettings(timeout: 9, count: 2, counting: .always, fetchesRest: false), 127.5, 0),
    // Attempts of 8 s with 0, 1 and 2 s between them go on while media plays: the fourth ends while playback waits.
    (.media3, 135.5, 5),
  ]

  @Test("120 s of 0 bit/s in a trace and an outage of 120 s are one session to the microsecond", arguments: errors)
  func traceAndDeclaration(retry: RetrySettings, error: Double, stalled: Double) throws {
    let trace = try Self.play(silentFor: 120, retry)
    let declared = try Self.play(silentFor: 120, retry, isDeclared: true)
    #expect(trace.times(where: Self.isError) == [error])
    #expect(trace.metrics.outcome == .failed)
    #expect(abs(trace.metrics.stalledTime - stalled) < 1e-6)
    let others = declared.events.filter { if case .capacity = $0.kind { false } else { true } }
    #expect(trace.events.map(\.kind) == others.map(\.kind))
    for (left, right) in zip(trace.events, others) {
      #expect(abs(left.time - right.time) < 1e-6 && abs(left.level - right.level) < 1e-6)
    }
    #expect(trace.metrics.ledger == declared.metrics.ledger)
  }

  @Test("a player that holds 18 s of media is not declared dead while it plays, but where silence always counts")
  func holdsMedia() throws {
    // 12 s after the request of 100.5 s the buffer holds 18 s; bytes come again at 125 s, before it is empty.
    let text = RetrySettings(timeout: 6, count: 2, windows: .eachRetry)
    let result = try Self.play(silentFor: 25, text)
    #expect(result.times(where: Self.isError).isEmpty && result.metrics.retryCount == 0)
    #expect(result.metrics.outcome == .completed && result.metrics.stallCount == 0)
    var source = text
    source.counting = .always
    let dead = try Self.play(silentFor: 25, source)
    #expect(dead.times(where: Self.isError) == [112.5])
    #expect(dead.events.first { Self.isError($0.kind) }.map { abs($0.level - 18) < 1e-6 } == true)
    #expect(dead.metrics.outcome == .failed)
  }

  @Test(
    "Media3 tries again while media plays, however often, and fails at the next time-out when it needs the media",
    arguments: [(28.0, nil as Double?), (38, 135.5)])
  func untilNeeded(silence: Double, error: Double?) throws {
    // After 4 attempts of a request at 100.5 s, which end at 108.5, 116.5, 125.5 and 135.5 s; the buffer is empty at
    // 130.5 s.
    let result = try Self.play(silentFor: silence, .media3)
    #expect(result.times(where: Self.isError) == (error.map { [$0] } ?? []))
    var hasty = RetrySettings.media3
    (hasty.counting, hasty.count) = (.always, 1)
    #expect(try Self.play(silentFor: silence, hasty).times(where: Self.isError) == [116.5])
    hasty.counting = .untilNeeded
    #expect(try Self.play(silentFor: silence, hasty).times(where: Self.isError) == (error.map { [$0] } ?? []))
  }

  @Test("a player without time-outs waits for ever")
  func waits() throws {
    let result = try Self.play(silentFor: 1000, RetrySettings())
    // Stalled from 130.5 s to the second segment after 1,100 s, at 1,101 s: more than 3 s of media are needed.
    #expect(result.metrics.outcome == .completed && abs(result.metrics.stalledTime - 970.5) < 1e-6)
  }

  @Test("silence counts from the last byte on, and a retry asks for the rest or for all", arguments: [true, false])
  func retries(fetchesRest: Bool) throws {
    // Half of the first segment is there at 0.25 s, then nothing comes for 20 s. The retry of 15.25 s gets its first
    // byte at 20.25 s and needs 0.25 s for the rest, 0.5 s for all.
    var queue = ConstantQueue(lengths: [10])
    queue.retry = RetrySettings(timeout: 15, count: 2, fetchesRest: fetchesRest)
    let result = try queue.play(over: try ConstantQueue.link(4_000_000, 0, 4_000_000, changingAt: 0.25, 20.25))
    #expect(result.times(where: Self.isTimeout) == [15.25])
    #expect(result.metrics.retryCount == 1)
    // What has happened, what the player does about it, and the request with which it does.
    let first = try #require(result.events.firstIndex { Self.isTimeout($0.kind) })
    #expect(result.events[first + 1].kind == .retried)
    #expect({ if case .requested = result.events[first + 2].kind { true } else { false } }())
    #expect(abs(result.metrics.startupTime - (fetchesRest ? 20.5 : 20.75)) < 1e-9)
    #expect(result.metrics.ledger[.aborted] == (fetchesRest ? 0 : 125_000))
    #expect(result.metrics.ledger[.played] == 10 * ConstantQueue.segmentBytes)
  }

  @Test("bytes that a retry throws away do not give the retries back", arguments: [true, false])
  func flapping(fetchesRest: Bool) throws {
    // 2 s at 0.5 Mbit/s, half of a segment, and 10 s of nothing. All of it again: time-outs at 8 s, at 20 s, and the
    // last one 6 s after the byte of 26 s. The rest: it is there at 14 s.
    let trace = try BandwidthTrace(
      name: "flaps", rows: [.init(duration: 2, bandwidth: 500_000), .init(duration: 10, bandwidth: 0)])
    var queue = ConstantQueue(lengths: [5])
    queue.retry = RetrySettings(timeout: 6, count: 2, fetchesRest: fetchesRest)
    let result = try queue.play(over: Link(trace))
    let session = result.metrics
    if fetchesRest {
      #expect(session.outcome == .completed && abs(session.startupTime - 14) < 1e-6 && session.ledger.wasted == 0)
    } else {
      #expect(result.times(where: Self.isTimeout) == [8, 20] && result.times(where: Self.isError) == [32])
      #expect(session.outcome == .failed && session.ledger[.aborted] == 375_000)
    }
  }

  /// The first segment, whose half is there at 0.25 s, or nothing of it with `isLate`; then nothing comes for so long.
  private static func playFirst(
    _ retry: RetrySettings, silentFor seconds: Double, isLate: Bool = false
  ) throws -> ConstantQueue.Result {
    var queue = ConstantQueue(lengths: [10])
    queue.retry = retry
    let end = isLate ? seconds : 0.25 + seconds
    return try queue.play(
      over: isLate
        ? ConstantQueue.link(0, 4_000_000, changingAt: end)
        : ConstantQueue.link(4_000_000, 0, 4_000_000, changingAt: 0.25, end))
  }

  @Test("the first byte has a time-out of its own, which a retry begins with")
  func firstByte() throws {
    var retry = RetrySettings(timeout: 5, firstByteTimeout: 10, count: 2, counting: .always, fetchesRest: false)
    #expect(try Self.playFirst(retry, silentFor: 12, isLate: true).times(where: Self.isTimeout) == [10])
    #expect(try Self.playFirst(retry, silentFor: 12).times(where: Self.isTimeout) == [5.25])
    #expect(try Self.playFirst(retry, silentFor: 20).times(where: Self.isTimeout) == [5.25, 15.25])
    retry.timeout = nil
    #expect(try Self.playFirst(retry, silentFor: 12, isLate: true).times(where: Self.isTimeout) == [10])
    let waits = try Self.playFirst(retry, silentFor: 1000)
    #expect(waits.times(where: Self.isTimeout).isEmpty && waits.metrics.outcome == .completed)
    #expect(abs(waits.metrics.startupTime - 1000.5) < 1e-9 && waits.metrics.ledger[.aborted] == 0)
    #expect(retry.shortestTimeout == 10 && RetrySettings().shortestTimeout == nil)
    #expect(throws: SettingsError.self) { try RetrySettings(firstByteTimeout: 0).validate() }
  }

  @Test("a retry waits for its delay, and its time-out begins then")
  func delay() throws {
    var retry = RetrySettings(firstByteTimeout: 10, count: 2, delay: 1, counting: .always, fetchesRest: false)
    #expect(try Self.playFirst(retry, silentFor: 100, isLate: true).times(where: Self.isTimeout) == [10, 21])
    // The link carries again at 10.5 s, and the request leaves at 11 s.
    let startup = try Self.playFirst(retry, silentFor: 10.5, isLate: true).metrics.startupTime
    retry.delay = 0
    let atOnce = try Self.playFirst(retry, silentFor: 10.5, isLate: true).metrics.startupTime
    #expect(abs(startup - atOnce - 0.5) < 1e-9)
    retry.delay = 1
    let delayed = try Self.playFirst(retry, silentFor: 100, isLate: true)
    #expect(delayed.times { $0 == .retried } == [11, 22])
    #expect(delayed.times { if case .requested(0, _, _) = $0 { true } else { false } } == [0, 11, 22])
    retry.delay = 0
    #expect(try Self.playFirst(retry, silentFor: 100, isLate: true).times(where: Self.isTimeout) == [10, 20])
    #expect(throws: SettingsError.self) { try RetrySettings(delay: -1).validate() }
  }

  @Test("an attempt that the viewer's leaving forestalls is not logged, and one while media is shown has its level")
  func delayedLog() throws {
    var queue = ConstantQueue(lengths: [40])
    queue.retry = RetrySettings(timeout: 5, count: 2, delay: 2, counting: .always, fetchesRest: false)
    let link = try ConstantQueue.link(4_000_000, 0, changingAt: 6)
    let timeouts = try queue.play(over: link).times(where: Self.isTimeout)
    let first = try #require(timeouts.first)
    let events = try queue.play(over: link).events
    let attempt = try #require(events.first { $0.kind == .retried })
    #expect(attempt.time == first + 2)
    let around = try #require(events.last { $0.time <= first })
    #expect(abs(around.level - attempt.level - (attempt.time - around.time)) < 1e-9)
    queue.script = Script([Script.Step(.time(first + 1), .leave)])
    let left = try queue.play(over: link)
    #expect(left.times(where: Self.isTimeout) == [first] && left.times { $0 == .retried }.isEmpty)
  }

  @Test("a byte in the instant of a time-out has come", arguments: [true, false])
  func ties(isLate: Bool) throws {
    let retry = RetrySettings(
      timeout: isLate ? 2 : 5, firstByteTimeout: isLate ? 5 : 2, count: 1, counting: .always, fetchesRest: false)
    #expect(try Self.playFirst(retry, silentFor: 5, isLate: isLate).metrics.retryCount == 0)
    #expect(try Self.playFirst(retry, silentFor: 5.01, isLate: isLate).metrics.retryCount == 1)
  }

  @Test("a segment that is there gives the retries back, though all of it was asked for again")
  func givesBack() throws {
    // Silences of 12 s from 0.25 s and from 30 s on, each with a time-out after 5 s and one retry.
    var queue = ConstantQueue(lengths: [40])
    queue.retry = RetrySettings(timeout: 5, firstByteTimeout: 10, count: 1, counting: .always, fetchesRest: false)
    queue.target = ConstantTarget(seconds: 4)
    let link = try ConstantQueue.link(4_000_000, 0, 4_000_000, 0, 4_000_000, changingAt: 0.25, 12.25, 30, 42)
    let result = try queue.play(over: link)
    #expect(result.metrics.retryCount == 2 && result.metrics.outcome == .completed)
  }

  @Test("a retry costs a round trip")
  func roundTrip() throws {
    // The answer takes 16 s and the player waits for 15: no byte ever comes, though the link is never silent.
    var queue = ConstantQueue(lengths: [10])
    queue.network = NetworkSettings(fixedLatency: 16, setupRoundTrips: 0)
    queue.retry = RetrySettings(timeout: 15, count: 2)
    let result = try queue.play(over: ConstantQueue.fastLink)
    #expect(result.times(where: Self.isTimeout) == [15, 30] && result.times(where: Self.isError) == [45])
    #expect(result.metrics.outcome == .failed && result.metrics.ledger.downloaded == 0)
  }

  @Test("the app resumes when the network is back, or after its time, and playlists and startup come again")
  func resumes() throws {
    // Stalled from 130.5 s, failed at 190.5 s. The link is back at 200 s and the first segment there at 200.5 s.
    var retry = RetrySettings.avPlayer
    retry.resume = .whenNetworkIsBack
    let back = try Self.play(silentFor: 100, retry)
    #expect(back.times { $0 == .networkIsBack } == [200] && back.times { $0 == .resumeBegan(attempt: 1) } == [200])
    #expect(back.times { $0 == .resumeEnded(isComplete: true) } == [200.5])
    #expect(back.metrics.outcome == .completed && abs(back.metrics.stalledTime - 70) < 1e-6)
    // After 5 s, at 195.5 s, nothing comes yet; silence of 60 s is over before that matters.
    retry.resume = .after(5)
    let timed = try Self.play(silentFor: 100, retry)
    #expect(timed.times { $0 == .resumeBegan(attempt: 1) } == [195.5] && timed.times { $0 == .networkIsBack }.isEmpty)
    #expect(abs(timed.metrics.stalledTime - 70) < 1e-6)
  }

  @Test("the app is asked where the player counts no retries, and its reload tries again")
  func asked() throws {
    // Stalled at 130.5 s, asked after 15 s, reloaded 3 s later, and so again: the link is back at 180 s.
    var retry = RetrySettings(timeout: 15, count: 0, windows: .eachRetry)
    let nobody = try Self.play(silentFor: 80, retry)
    #expect(nobody.times { $0 == .retryAsked } == [145.5] && nobody.times(where: Self.isError) == [145.5])
    retry.reloadDelay = 3
    let app = try Self.play(silentFor: 80, retry)
    #expect(app.times { $0 == .retryAsked } == [145.5, 163.5] && app.times { $0 == .retried } == [148.5, 166.5])
    #expect(app.metrics.outcome == .completed && app.metrics.retryCount == 2)
    // Where nothing ever comes again the app gives up too.
    let never = Link(
      try BandwidthTrace(name: "ends", rows: [.init(duration: 100, bandwidth: 4_000_000)]), end: .stop)
    var queue = ConstantQueue(lengths: [150])
    queue.retry = retry
    #expect(try queue.play(over: never).metrics.outcome == .failed)
  }

  @Test("where the link is never silent for so long nothing changes, to the last bit")
  func fastPath() throws {
    let link = try ConstantQueue.link(4_000_000, 0, 4_000_000, changingAt: 100, 114)
    let plain = try ConstantQueue(lengths: [150]).play(over: link)
    var queue = ConstantQueue(lengths: [150])
    queue.retry = .apsaraVideo
    let watched = try queue.play(over: link)
    #expect(watched.events == plain.events && watched.metrics == plain.metrics)
  }

  @Test("random silences come to the same by trace and by declaration", arguments: Seeds.blocks(of: 2_000))
  func randomSilences(seeds: Range<UInt64>) throws {
    for seed in seeds {
      var random = TestRandom(seed: seed)
      var rows: [BandwidthTrace.Row] = []
      var filled: [BandwidthTrace.Row] = []
      var stretches: [FaultSettings.Stretch] = []
      var time = 0.0
      for _ in 0..<(1 + random.integer(below: 6)) {
        rows.append(.init(duration: random.number(0.1...40), bandwidth: random.number(3e5...4e6)))
        filled.append(rows[rows.count - 1])
        time += rows[rows.count - 1].duration
        let silence = random.number(0.1...50)
        rows.append(.init(duration: silence, bandwidth: 0))
        filled.append(.init(duration: silence, bandwidth: 1e6))
        stretches.append(.init(from: time, for: silence))
        time += silence
      }
      rows.append(.init(duration: 100_000, bandwidth: 2e6))
      filled.append(rows[rows.count - 1])
      var queue = ConstantQueue(lengths: [5 + random.integer(below: 100)])
      queue.retry = RandomCase.retry(&random)
      queue.network.fixedLatency = random.pick([0, 0.05])
      queue.target = ConstantTarget(seconds: random.number(4...40))
      if random.chance(0.5) {
        queue.bitrates = [400_000, 1_000_000]
        queue.rule = HastyRule(rate: random.number(1e4...3e5))
      }
      let trace = try queue.play(over: Link(try BandwidthTrace(name: "trace", rows: rows)))
      queue.faults = FaultSettings(stretches: stretches)
      let declared = try queue.play(over: Link(try BandwidthTrace(name: "declared", rows: filled)))
      #expect(trace.metrics.outcome == declared.metrics.outcome, "seed \(seed)")
      let others = declared.events.filter { if case .capacity = $0.kind { false } else { true } }
      #expect(trace.events.count == others.count, "seed \(seed)")
      for (left, right) in zip(trace.events, others) {
        #expect(abs(left.time - right.time) < 1e-6 && abs(left.level - right.level) < 1e-6, "seed \(seed): \(left)")
      }
    }
  }
}
