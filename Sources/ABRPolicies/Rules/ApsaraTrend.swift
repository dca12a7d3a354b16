import ABRPlayback

/// The buffer-trend rule of the ApsaraVideo family: looks once a second whether the buffer grows or shrinks.
///
/// Observed in CicadaPlayer, the open-source ancestor of that player (`mediaPlayer/abr`, 2023-03); not promised for the
/// closed SDK. Every second after the first frame, stalls included, the trend gains +1 when the level has grown or is
/// full and −1 when not. The rule goes **down** when the level is under 15 s and the last ten steps sum to −8 or less,
/// or when the buffer is all but empty; it goes **up** when the level is 30 s or full and they sum to 8 or more. After
/// a switch down, the next one up must wait for 60 s, ten good steps and a measured speed that carries it.
///
/// Here the rule is called only around requests, so it works out afterwards how the seconds between two calls went.
/// CicadaPlayer takes segments apart while they arrive: for the trend, the part of the running segment that has arrived
/// counts as buffered. "Full" is measured against the target in force. A switch is done when the first segment of the
/// new rendition has arrived; until then the rule rests.
public struct ApsaraTrend: Rule {
  /// Level in seconds under which a falling trend leads down.
  static let downLevel = 15.0
  /// Level in seconds under which the rule goes down at once.
  static let emptyLevel = 0.1
  /// Level in seconds from which a rising trend leads up.
  static let upLevel = 30.0
  /// Sum of the trend at which the rule acts.
  static let trendThreshold = 8
  /// Seconds after a switch down in which there is none up.
  static let pauseAfterDown = 60.0

  private var bandwidths: [Double] = []
  /// Time, level and motion at the last call.
  private var time = 0.0
  private var level = 0.0
  private var rate = 1.0
  private var isPlaying = false
  /// Level from which the buffer is full: 1 s under the target in force.
  private var fullLevel = Double.infinity

  /// Time of the next look; infinite before the first frame.
  private var nextTick = Double.infinity
  /// Level at the last look, the arrived part of the running segment included.
  private var levelBefore = 0.0
  private var trend = Trend()
  private var speeds = SpeedHistory()
  /// Bits that have arrived since the last look, and in how many seconds of downloading.
  private var bits = 0.0
  private var busy = 0.0

  private var selected = 0
  private var isSwitching = false
  private var lastDown = -Double.infinity

  /// Creates the rule; it has no parameters.
  public init() {}

  /// `false`: CicadaPlayer drops what it replaces, and watches what is left.
  public var countsReplacedMedia: Bool { false }

  /// What was measured of the network holds for the next item too.
  public mutating func carryOver(from previous: ApsaraTrend) {
    speeds = previous.speeds
    time = previous.time
  }

  /// Takes the ladder. A switch that was under way is forgotten, the history is not.
  public mutating func prepare(for setup: RuleSetup) {
    bandwidths = setup.bandwidths
    // A limit may have taken the top away.
    selected = min(selected, bandwidths.count - 1)
    isSwitching = false
  }

  /// The rendition that the last look has selected.
  public mutating func decide(_ context: RequestContext) -> Decision {
    pass(until: context.time, fetching: nil)
    time = context.time
    level = context.level
    rate = context.rate
    isPlaying = context.isPlaying
    fullLevel = context.maximumLevel - context.segmentDuration - 1
    if isPlaying, nextTick == .infinity {
      nextTick = time + 1
      levelBefore = level
    }
    if !isSwitching { selected = context.lastRendition }
    return Decision(selected)
  }

  /// The trend.
  public func reason(for decision: Decision, _ context: RequestContext) -> DecisionReason { DecisionReason(.trend) }

  /// Looks back on the seconds in which the segment was fetched.
  public mutating func downloaded(_ download: Download, level: Double) {
    let end = time + download.totalTime
    pass(until: end, fetching: download)
    time = end
    self.level = level
    if isSwitching, download.rendition == selected, !download.isAborted {
      isSwitching = false
      trend = Trend()
      levelBefore = level
    }
  }

  /// Looks back on a wait with a full buffer.
  public mutating func waited(_ seconds: Double) {
    isPlaying = true
    let end = time + seconds
    pass(until: end, fetching: nil)
    level = max(0, level - seconds * rate)
    time = end
  }

  /// Lives through the looks up to a time.
  private mutating func pass(until end: Double, fetching download: Download?) {
    guard bandwidths.count > 1 else { return }
    let start = time
    var counted = start
    while nextTick < end {
      let elapsed = nextTick - start
      let now = isPlaying ? max(0, level - elapsed * rate) : level
      var filled = now
      if let download {
        let share = elapsed / download.totalTime
        filled += share * download.segmentDuration
        receive(download, seconds: nextTick - max(start, counted))
      }
      counted = nextTick
      look(level: now, filled: filled, isStalled: !isPlaying || now <= 0)
      nextTick += 1
    }
    if let download { receive(download, seconds: end - counted) }
  }

  /// Counts what arrived of a download in some of its seconds.
  private mutating func receive(_ download: Download, seconds: Double) {
    guard nextTick < .infinity else { return }
    let share = download.totalTime > 0 ? seconds / download.totalTime : 1
    bits += download.bytes * 8 * share
    busy += seconds
  }

  /// One look, once a second.
  private mutating func look(level: Double, filled: Double, isStalled: Bool) {
    let isFull = level >= fullLevel
    if busy > 0, !isFull { speeds.append(bits / busy) }
    bits = 0
    busy = 0
    guard !isSwitching else { return }
    trend.append(isUp: !isStalled && (filled > levelBefore || isFull))
    levelBefore = filled
    if (level < Self.downLevel && trend.sum <= -Self.trendThreshold) || level < Self.emptyLevel {
      goDown()
    } else if level >= Self.upLevel || isFull, trend.sum >= Self.trendThreshold {
      goUp()
    }
  }

  private mutating func goDown() {
    guard selected > 0 else { return }
    var rendition = selected - 1
    if let average = speeds.average {
      while rendition > 0, bandwidths[rendition] > average { rendition -= 1 }
    }
    lastDown = nextTick
    begin(rendition)
  }

  private mutating func goUp() {
    guard selected < bandwidths.count - 1 else { return }
    let next = selected + 1
    if lastDown > -.infinity {
      guard nextTick - lastDown >= Self.pauseAfterDown, trend.sum == Trend.length, speeds.maximum >= bandwidths[next]
      else { return }
    }
    var rendition = bandwidths.count - 1
    while rendition > next, bandwidths[rendition] > speeds.average ?? 0 { rendition -= 1 }
    lastDown = -.infinity
    begin(rendition)
  }

  private mutating func begin(_ rendition: Int) {
    selected = rendition
    isSwitching = true
    trend = Trend()
  }
}

/// The last ten steps of the buffer, up or down.
private struct Trend: Sendable {
  static let length = 10

  private var steps: UInt16 = 0
  private var count = 0

  mutating func append(isUp: Bool) {
    steps = (steps << 1 | (isUp ? 1 : 0)) & 0x3ff
    count = min(count + 1, Self.length)
  }

  /// Steps up minus steps down.
  var sum: Int { 2 * steps.nonzeroBitCount - count }
}

/// The last thirty download speeds in bits per second.
private struct SpeedHistory: Sendable {
  private static let length = 30

  private var values = InlineArray<30, Double>(repeating: 0)
  private var next = 0
  private var count = 0

  mutating func append(_ speed: Double) {
    values[next] = speed
    next = next + 1 == Self.length ? 0 : next + 1
    count = min(count + 1, Self.length)
  }

  /// The largest; 0 of none.
  var maximum: Double {
    var largest = 0.0
    for index in 0..<count { largest = max(largest, values[index]) }
    return largest
  }

  /// Mean of the largest ⌊2n/3⌋ + 1; `nil` of none.
  var average: Double? {
    guard count > 0 else { return nil }
    let wanted = min(count, 2 * count / 3 + 1)
    var left = values
    var sum = 0.0
    for _ in 0..<wanted {
      var largest = 0
      for index in 0..<count where left[index] > left[largest] { largest = index }
      sum += left[largest]
      left[largest] = -1
    }
    return sum / Double(wanted)
  }
}

extension RuleEntry {
  static let apsaraTrend = RuleEntry(
    "apsara-trend", source: "CicadaPlayer (2023-03), mediaPlayer/abr; observed",
    summary: "goes down or up when the buffer has shrunk or grown for most of ten seconds"
  ) { _ in ApsaraTrend() }
}
