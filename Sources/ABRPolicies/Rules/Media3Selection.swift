import ABRPlayback

/// Media3's track selection: what a share of the median throughput carries, up only with enough in the buffer and down
/// only without.
///
/// The throughput is a median over samples that weigh by the root of their bytes, without the time to the first byte.
/// A higher format needs ``Options/increase`` seconds in the buffer, and with ``Options/decrease`` seconds nothing
/// lower is selected. Media3 1.11.0, `AdaptiveTrackSelection` and `DefaultBandwidthMeter`.
///
/// Left out: an estimate of the time to the first byte, which is off by default, and live edges.
public struct Media3Selection: Rule {
  /// What an app may set.
  public struct Options: Sendable, Hashable {
    /// Share of the estimate that a format may take (`bandwidthFraction`).
    public var fraction = 0.7
    /// Seconds in the buffer below which no higher format is selected (`minDurationForQualityIncreaseMs`).
    public var increase = 10.0
    /// Seconds in the buffer from which on no lower format is selected (`maxDurationForQualityDecreaseMs`).
    public var decrease = 25.0
    /// Bits per second before enough is measured (`setInitialBitrateEstimate`; by default it depends on country and
    /// network, and is 1 Mbit/s where these are not known).
    public var estimate = 1e6

    /// The defaults of Media3 1.11.0.
    public init() {}
  }

  private let options: Options
  private var percentile = SlidingPercentile(maximumWeight: Self.maximumWeight)
  private var estimate: Double
  /// Seconds and bytes measured so far, and bytes of samples too short to count, which the next one takes.
  private var (totalTime, totalBytes, carriedBytes) = (0.0, 0.0, 0.0)
  private var bandwidths: [Double] = []
  private var ladderIndices: [Int] = []
  /// Ladder index of the format selected last; `nil` before the first.
  private var selected: Int?

  /// Creates the selection.
  public init(_ options: Options = Options()) {
    self.options = options
    estimate = options.estimate
  }

  /// `DEFAULT_SLIDING_WINDOW_MAX_WEIGHT`.
  private static let maximumWeight = 2000.0
  /// `ELAPSED_MILLIS_FOR_ESTIMATE` and `BYTES_TRANSFERRED_FOR_ESTIMATE`: one of them makes an estimate.
  private static let measuredTime = 2.0
  private static let measuredBytes = 524_288.0

  /// What was measured of the network holds for the next item too.
  public mutating func carryOver(from previous: Media3Selection) {
    (percentile, estimate) = (previous.percentile, previous.estimate)
    (totalTime, totalBytes, carriedBytes) = (previous.totalTime, previous.totalBytes, previous.carriedBytes)
  }

  /// Takes over the eligible formats.
  public mutating func prepare(for setup: RuleSetup) {
    (bandwidths, ladderIndices) = (setup.bandwidths, setup.ladderIndices)
  }

  /// Selects by the estimate and the buffer level.
  public mutating func decide(_ context: RequestContext) -> Decision {
    let choice = choose(context)
    selected = ladderIndices[choice]
    return Decision(choice)
  }

  private func choose(_ context: RequestContext) -> Int {
    let allocated = (estimate * options.fraction).rounded(.down) / context.rate
    let ideal = bandwidths.lastIndex { $0 <= allocated } ?? 0
    guard let selected else { return ideal }
    // The format of the last chunk, or with none the one selected last, which a seek may have cut off
    // (`updateSelectedTrack`).
    let last = context.level > 0 ? context.lastRendition : ladderIndices.eligiblePosition(of: selected)
    if ideal > last, context.level < options.increase - LevelTolerance.seconds { return last }
    if ideal < last, context.level >= options.decrease - LevelTolerance.seconds { return last }
    return ideal
  }

  /// The share of the estimate, or a level that holds the rendition.
  public func reason(for decision: Decision, _ context: RequestContext) -> DecisionReason {
    let ideal = bandwidths.lastIndex { $0 <= (estimate * options.fraction).rounded(.down) / context.rate } ?? 0
    let cause: DecisionReason.Cause =
      decision.rendition == ideal ? .estimate : decision.rendition < ideal ? .lowForUpSwitch : .highForDownSwitch
    return DecisionReason(cause, estimate: estimate, share: options.fraction / context.rate)
  }

  /// Takes a sample.
  public mutating func downloaded(_ download: Download, level: Double) {
    if selected == nil { selected = ladderIndices[download.rendition] }
    let bytes = carriedBytes + download.bytes
    // The player's clock counts milliseconds.
    let seconds = (download.transferTime * 1000 + 1e-6).rounded(.down) / 1000
    totalTime += seconds
    totalBytes += download.bytes
    guard seconds > 0 else {
      carriedBytes = bytes
      return
    }
    carriedBytes = 0
    percentile.add(8 * bytes / seconds, weight: bytes.squareRoot().rounded(.down))
    guard totalTime >= Self.measuredTime || totalBytes >= Self.measuredBytes, let median = percentile.median else {
      return
    }
    estimate = median
  }
}

extension RuleEntry {
  static let media3Selection = RuleEntry(
    "media3-abr", source: "Media3 1.11.0, AdaptiveTrackSelection and DefaultBandwidthMeter",
    parameters: [
      Parameter(
        "fraction", .number(0.01...10), default: .value(.number(0.7)), "share of the estimate that a format may take"),
      Parameter(
        "increase", .duration(0...86_400), default: .value(.duration(10)),
        "level below which no higher format is selected"),
      Parameter(
        "decrease", .duration(0...86_400), default: .value(.duration(25)),
        "level from which on no lower format is selected"),
      Parameter("estimate", .bitrate, default: .value(.bitrate(1_000_000)), "throughput before enough is measured"),
    ],
    summary: "what a share of the median throughput carries, up and down by the buffer level, as in Media3",
    build: { options in
      let arguments = options.arguments
      var chosen = Media3Selection.Options()
      chosen.fraction = arguments.number("fraction")
      (chosen.increase, chosen.decrease) = (arguments.seconds("increase"), arguments.seconds("decrease"))
      chosen.estimate = Double(arguments.bitrate("estimate"))
      return Media3Selection(chosen)
    })
}
