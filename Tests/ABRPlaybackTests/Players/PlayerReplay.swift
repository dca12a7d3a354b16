import ABRNetwork

@testable import ABRPlayback

/// The requests of a recorded session, sent over the link at the times at which the player sent them.
///
/// What has come by then is what was recorded: a request that is done in the recording is done here. What is compared
/// is the end of each stretch in which something was on its way, worked out from its beginning.
struct PlayerReplay {
  /// How far the end of a stretch lies from the recorded one.
  struct Outcome {
    /// Seconds from the first request of the stretch to its last byte.
    let recorded: Double
    let predicted: Double
    /// Requests of the stretch.
    let count: Int

    /// Share of the recorded time.
    var error: Double { abs(predicted - recorded) / recorded }
  }

  private let requests: [PlayerRecording.Request]
  /// Bytes that the shaper of the recordings lets pass at once when it has been idle: a packet. The bucket is refilled
  /// within every round trip.
  private let freeBytes: Int
  private var network: Network
  private var now = 0.0

  /// - Parameters:
  ///   - settings: the network without set-up, which the recordings have apart.
  ///   - isPayload: whether the rates of the link are taken for payload, as before the payload fraction.
  ///   - freeBytes: see the recordings' README, "known artefacts".
  init(
    _ recording: PlayerRecording, over rows: [[Double]], settings: NetworkSettings, isPayload: Bool = false,
    freeBytes: Int = 0
  ) throws {
    let trace = try BandwidthTrace(
      name: recording.trace, rows: rows.map { .init(duration: $0[0], bandwidth: $0[1]) },
      measure: isPayload ? .goodput : .linkCapacity)
    var settings = settings
    settings.setupRoundTrips = 0
    settings.fixedLatency = recording.roundTrip / 1000
    requests = recording.requests.sorted { $0.requested < $1.requested }
    self.freeBytes = freeBytes
    // The delay lies behind the shaper: the player sees the trace half a round trip late.
    network = Network(
      link: Link(trace), settings: settings, offset: trace.duration - recording.roundTrip / 2000, isShareStrict: false,
      parallelFlows: 4)
  }

  /// The stretches of the session: of one request each, or of several that overlap.
  mutating func play() -> [Outcome] {
    var outcomes: [Outcome] = []
    var first = 0
    while first < requests.count {
      var next = first + 1
      var end = requests[first].end
      while next < requests.count, requests[next].requested < end {
        end = max(end, requests[next].end)
        next += 1
      }
      let stretch = first..<next
      if requests[stretch].allSatisfy({ $0.lastByte != nil }), requests[stretch].contains(where: \.isMedia) {
        var ahead = self
        let predicted = ahead.finish(stretch)
        let start = requests[first].requested
        outcomes.append(Outcome(recorded: end - start, predicted: predicted - start, count: stretch.count))
      }
      follow(stretch)
      first = next
    }
    return outcomes
  }

  /// When the last byte of a stretch comes.
  private mutating func finish(_ stretch: Range<Int>) -> Double {
    for index in stretch { send(index) }
    while !network.isQuiet, network.nextEvent(at: now) < .infinity { advance(to: network.nextEvent(at: now)) }
    return now
  }

  /// The same as it was recorded: each request is done with when it was.
  private mutating func follow(_ stretch: Range<Int>) {
    var running: [Int] = []
    func done(before time: Double) -> [Int] {
      running.filter { requests[$0].end <= time }.sorted { requests[$0].end < requests[$1].end }
    }
    for index in stretch {
      for past in done(before: requests[index].requested) { end(past) }
      running.removeAll { requests[$0].end <= requests[index].requested }
      send(index)
      running.append(index)
    }
    for past in done(before: .infinity) { end(past) }
  }

  private mutating func end(_ index: Int) {
    guard requests[index].end < .infinity else { return }
    advance(to: requests[index].end)
    guard let flow = network.flows.firstIndex(where: { $0.item == index }) else { return }
    guard requests[index].lastByte != nil else {
      _ = network.remove(flow, at: now)
      return
    }
    if !network.flows[flow].hasBegun { network.begin(flow, at: now) }
    network.update(flow, at: now) { $0.remaining = 0 }
    advance(to: now)
  }

  private mutating func send(_ index: Int) {
    advance(to: requests[index].requested)
    let bytes = max(1, requests[index].bytes - freeBytes)
    let flow = Flow(.side, item: index, .other, bytes: bytes)
    if let answered = network.send(flow, at: now, mayBeSole: false) { network.begin(answered, at: now) }
  }

  private mutating func advance(to time: Double) {
    while network.nextEvent(at: now) <= time {
      now = max(now, network.nextEvent(at: now))
      if case .answer(let index) = network.takeEvent(at: now) { network.begin(index, at: now) }
    }
    now = max(now, time)
  }
}
