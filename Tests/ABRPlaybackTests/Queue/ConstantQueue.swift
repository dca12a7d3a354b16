import ABRMedia
import ABRNetwork

@testable import ABRPlayback

/// Sessions of items with a constant bitrate over links with simple numbers, so that a test can work their events out
/// by hand.
///
/// A segment is 2 s at 1 Mbit/s, that is 250 kB; at 4 Mbit/s it takes 0.5 s.
struct ConstantQueue {
  static let segment = 2.0
  static let segmentBytes = 250_000

  /// Segments of each item.
  var lengths: [Int]
  var bitrates = [1_000_000]
  /// The rendition that the rule chooses after the first segment.
  var rendition = 0
  /// Whether the rule chooses the first rendition too.
  var choosesFirst = false
  /// A rule of another kind in its place.
  var rule: (any Rule)?
  var target: any ForwardTarget = ConstantTarget(seconds: 30)
  var buffer = BufferSettings()
  var network = NetworkSettings()
  var playable = PlayableMedia.wholeSegment
  var stream = StreamSettings()
  var pace = PaceSettings()
  var switchMode = SwitchMode.append
  var preload = PreloadSettings()
  var script = Script()
  var faults = FaultSettings()
  var retry = RetrySettings()
  var cache = CacheSettings()
  var sideFlows: [SideFlow] = []
  var render = RenderSettings()
  var pages: PageSettings?
  /// The turns; where there are none, each item has one.
  var visits: [Visit] = []
  var breaksOnSeek = ItemQueue.BreaksOnSeek.last
  var licences = LicenceSettings()
  var streamLimit: StreamLimit?
  var initial = InitialRendition.closest(to: 0)
  /// What else an item is, by its index.
  var adjust: (inout QueueItem, Int) -> Void = { _, _ in }
  /// The live edge of every item.
  var live: LiveSettings?

  struct Result {
    var metrics: SessionMetrics
    var events: [SessionEvent]
  }

  func play(over link: Link) throws -> Result {
    func player(_ length: Int, _ rule: some Rule) throws -> AnyPlayer {
      AnyPlayer(
        VideoPlayer(
          video: try constantVideo(bitrates: bitrates, duration: Self.segment, count: length), rule: rule,
          target: HiddenTarget(target),
          settings: PlayerSettings(
            buffer: buffer, network: network, retry: retry, stream: stream, pace: pace, switchMode: switchMode,
            initialRendition: initial, playable: playable)))
    }
    let rule = rule ?? ConstantRule(rendition: rendition, fromTheFirst: choosesFirst)
    let players = try lengths.map { try player($0, rule) }
    let items = lengths.indices.map { index in
      var item = QueueItem("item", player: index, live: live)
      adjust(&item, index)
      return item
    }
    var queue = ItemQueue(
      items: items, visits: visits.isEmpty ? items.indices.map { Visit(item: $0) } : visits, sideFlows: sideFlows,
      pages: pages, breaksOnSeek: breaksOnSeek)
    queue.streamLimit = streamLimit
    let player = try SessionPlayer(
      players: players, queue: queue,
      script: script, preload: preload, faults: faults,
      cache: cache, render: render, licences: licences)
    var log = EventLog()
    var scratch = SessionScratch()
    let metrics = player.play(AnyPlayer.Start(link: link), scratch: &scratch, observer: &log)
    return Result(metrics: metrics, events: log.events)
  }

  /// A link of so many bit/s, changing after so many seconds each, the last value for good.
  static func link(_ bandwidths: Double..., changingAt times: Double...) throws -> Link {
    var start = 0.0
    var rows: [BandwidthTrace.Row] = []
    for (bandwidth, end) in zip(bandwidths, times + [100_000]) {
      rows.append(BandwidthTrace.Row(duration: end - start, bandwidth: bandwidth))
      start = end
    }
    return Link(try BandwidthTrace(name: "steps", rows: rows))
  }

  /// 4 Mbit/s for ever.
  static var fastLink: Link { get throws { try link(4_000_000) } }
}

/// A target of any type.
struct HiddenTarget: ForwardTarget {
  private var base: any ForwardTarget

  init(_ base: any ForwardTarget) { self.base = base }

  var interval: Double { base.interval }
  var maximum: Double { base.maximum }
  mutating func begin() -> Double { base.begin() }
  mutating func tick(position: Double, watched: Double) -> Double { base.tick(position: position, watched: watched) }
}

/// What the playhead has reached, from a minimum on, looked at every 5 s.
struct GrowingTarget: ForwardTarget {
  var minimum: Double
  var maximum: Double
  var interval: Double { 5 }
  mutating func begin() -> Double { minimum }
  mutating func tick(position: Double, watched: Double) -> Double { min(max(position, minimum), maximum) }
}

/// A change of the gate, for comparison.
struct GateChange: Sendable, Equatable, CustomStringConvertible {
  var time: Double
  var isOpen: Bool
  var cause: PreloadGate.Cause
  var level: Double

  init(_ time: Double, _ isOpen: Bool, _ cause: PreloadGate.Cause, level: Double) {
    self.time = time
    self.isOpen = isOpen
    self.cause = cause
    self.level = level
  }

  var description: String { "\(isOpen ? "open" : "closed") at \(time) s, \(cause), level \(level) s" }
}

/// A request for a neighbour, for comparison.
struct PreloadRequest: Equatable {
  var time: Double
  var item: Int
  var bytes: Int

  init(_ time: Double, item: Int, bytes: Int = ConstantQueue.segmentBytes) {
    self.time = time
    self.item = item
    self.bytes = bytes
  }
}

extension ConstantQueue.Result {
  /// Times to a nanosecond: what the engine adds up may differ from a closed form in the last bits.
  private static func rounded(_ value: Double) -> Double { (value * 1e9).rounded() / 1e9 }

  var gateChanges: [GateChange] {
    events.compactMap { event in
      guard case .gate(let isOpen, let cause, _) = event.kind else { return nil }
      return GateChange(Self.rounded(event.time), isOpen, cause, level: Self.rounded(event.level))
    }
  }

  var preloadRequests: [PreloadRequest] {
    events.compactMap { event in
      guard case .preloading(let item, _, _, let bytes) = event.kind else { return nil }
      return PreloadRequest(Self.rounded(event.time), item: item, bytes: bytes)
    }
  }

  /// Times at which segments of neighbours had arrived.
  var preloadArrivals: [Double] {
    events.compactMap { event in
      guard case .preloaded = event.kind else { return nil }
      return Self.rounded(event.time)
    }
  }

  func times(where matches: (SessionEvent.Kind) -> Bool) -> [Double] {
    events.filter { matches($0.kind) }.map { Self.rounded($0.time) }
  }

  var readiness: [PreloadHit] {
    events.compactMap { event in
      guard case .readiness(let hit) = event.kind else { return nil }
      return hit
    }
  }
}
