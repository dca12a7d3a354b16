import ABRInput
import ABRMedia
import ABRPlayback
import ABRPolicies
import ABRStatistics

/// One metric of a session: its exported name, unit, direction and how it is taken over many sessions.
///
/// ``all`` is the one table that the command line, reports and gates read. A definition is shared by reference: it is
/// looked at for every metric of every session.
package final class MetricDefinition: Sendable {
  /// How the metric is taken over a set of sessions.
  package enum Pooling: Sendable {
    /// The sum over sessions.
    case sum
    /// The mean over the sessions that have a value.
    case mean
    /// The sum of numerators over the sum of denominators.
    case ratio(MetricRatio)
    /// A percentile, given as a share, over the items of all sessions.
    case itemPercentile(Double)
    /// The share of all sessions that are of a kind.
    case share(SessionKind)
    /// The number of sessions that are of a kind.
    case count(SessionKind)
    /// The sum of the metric of a name for each hour of media shown.
    case perHour(String)
  }

  /// When a session has no value of a metric. A record in which a value is missing at any other time is damaged, and is
  /// never read as 0.
  package enum Absence: Sendable {
    /// Never.
    case never
    /// Where nothing stands below the line of a ratio.
    case emptyDenominator
    /// Where no first frame was shown, of several items by the first of them.
    case unstarted
    /// As what was played will have it.
    case possible
  }

  /// What a session can be counted as.
  package enum SessionKind: Sendable, Hashable {
    /// It showed a first frame, never stalled and did not fail.
    case neverStalled
    /// It ended without a first frame.
    case unstarted
    /// Playback failed: the player gave the network up, or the source refused.
    case failed

    /// Whether a session is of the kind.
    package func contains(_ session: SessionMetrics) -> Bool {
      switch self {
      // Of all sessions: one that never showed a frame or failed is no success, and must not make a policy look better.
      case .neverStalled: hasStarted(session) && session.stallCount == 0 && session.outcome != .failed
      case .unstarted: !hasStarted(session)
      case .failed: session.outcome == .failed
      }
    }
  }

  /// Exported name with its unit as a suffix where it has one.
  package let name: String
  /// What values are counted in, and how people see that.
  package let unit: MeasureUnit
  /// What people call it where its unit stands beside it: the title of a picture.
  package let title: String
  /// What heads a column before the unit; empty where the unit says it all.
  package let heading: String
  /// Digits after the point in tables and pictures, in the unit that people see.
  package let digits: Int
  /// Which way is better.
  package let direction: Direction
  /// How it is pooled.
  package let pooling: Pooling
  /// Whether pooled results also carry its median and 95th percentile over sessions, `<name>_p50` and `<name>_p95`.
  package let hasPercentiles: Bool
  /// Whether a session without a value is worse than any with one, as a session that never starts is.
  package let missingIsWorst: Bool
  /// When a session has no value.
  package let absence: Absence
  /// One line for people.
  package let summary: String
  /// Whether values are whole numbers.
  package let isWhole: Bool
  /// Whether only sessions of several items have it.
  package let needsSeveralItems: Bool
  /// The measure that a video must have scores of; `nil` where sessions of every video have the metric.
  package let scores: QualityScores.Metric?
  /// The value in one session, `nil` where the session has none.
  package let value: @Sendable (SessionMetrics) -> Double?
  /// What percentiles are taken over in place of the sessions, where these have several items; `nil` for an item that
  /// is worse than any with a value.
  package let items: (@Sendable (SessionMetrics) -> [Double?])?

  init(
    _ name: String, unit: MeasureUnit, _ direction: Direction, _ pooling: Pooling, percentiles: Bool = false,
    whole: Bool = false, missingIsWorst: Bool = false, absence: Absence = .never, needsSeveralItems: Bool = false,
    scores: QualityScores.Metric? = nil, _ summary: String,
    items: (@Sendable (SessionMetrics) -> [Double?])? = nil,
    value: @escaping @Sendable (SessionMetrics) -> Double?
  ) {
    self.name = name
    self.unit = unit
    (title, heading, digits) = Self.words(of: name, unit)
    self.direction = direction
    self.pooling = pooling
    hasPercentiles = percentiles
    isWhole = whole
    self.missingIsWorst = missingIsWorst
    self.absence = absence
    self.needsSeveralItems = needsSeveralItems
    self.scores = scores
    self.summary = summary
    self.items = items
    self.value = value
  }

  private init(_ other: MetricDefinition, title: String?, heading: String?, digits: Int) {
    name = other.name
    unit = other.unit
    self.title = title ?? other.title
    self.heading = heading ?? other.heading
    self.digits = digits
    direction = other.direction
    pooling = other.pooling
    hasPercentiles = other.hasPercentiles
    isWhole = other.isWhole
    missingIsWorst = other.missingIsWorst
    absence = other.absence
    needsSeveralItems = other.needsSeveralItems
    scores = other.scores
    summary = other.summary
    items = other.items
    value = other.value
  }

  /// A ratio of sums, whose value in a session is that of the session's own.
  ///
  /// - Parameters:
  ///   - numerator: what stands above the line.
  ///   - denominator: metrics whose sum stands below it.
  ///   - needsSeveralItems: whether only sessions of several items have it.
  ///   - scores: the measure that a video must have scores of.
  ///   - nothing: the value of a session in which nothing stands below the line.
  convenience init(
    ratio name: String, unit: MeasureUnit = "share", _ direction: Direction, _ numerator: MetricRatio.Numerator,
    over denominator: [MetricDefinition], needsSeveralItems: Bool = false, scores: QualityScores.Metric? = nil,
    nothing: Double? = nil, percentiles: Bool = false, _ summary: String
  ) {
    let ratio = MetricRatio(numerator: numerator, denominator: denominator)
    self.init(
      name, unit: unit, direction, .ratio(ratio), percentiles: percentiles,
      absence: nothing == nil ? .emptyDenominator : .never, needsSeveralItems: needsSeveralItems, scores: scores,
      summary
    ) { session in
      let parts = ratio.parts(session)
      return parts.denominator > 0 ? parts.numerator / parts.denominator : nothing
    }
  }

  /// What percentiles take of a session: its value, or those of its items.
  ///
  /// - Parameters:
  ///   - session: what was played.
  ///   - body: receives each; `nil` for one that is worse than any with a value.
  package func forEachSample(of session: SessionMetrics, _ body: (Double?) -> Void) {
    if let items, !session.visits.isEmpty {
      items(session).forEach(body)
    } else if let value = value(session) {
      body(value)
    } else if missingIsWorst {
      body(nil)
    }
  }

  /// What people call a metric that has no words of its own: the words of its name, without the unit.
  private static func words(of name: String, _ unit: MeasureUnit) -> (title: String, heading: String, digits: Int) {
    var words = name.split(separator: "_").map(String.init)
    if words.count > 1, ["s", "bps"].contains(words.last) { words.removeLast() }
    let heading = words.joined(separator: " ")
    return (heading.capitalised, heading, unit.digits)
  }

  /// The metric with words and digits of its own.
  func shown(_ title: String? = nil, heading: String? = nil, digits: Int) -> MetricDefinition {
    MetricDefinition(self, title: title, heading: heading, digits: digits)
  }

  /// Whether the viewer of a session saw a first frame.
  package static func hasStarted(_ metrics: SessionMetrics) -> Bool {
    metrics.playedMedia > 0 || metrics.stallCount > 0
  }

  // Those that others are ratios of.
  static let rebuffer = MetricDefinition(
    "rebuffer_s", unit: "s", .lower, .sum, percentiles: true, "time playback waited for media after the first frame"
  ) { $0.stalledTime }
  .shown("Stalled time", digits: 2)
  static let played = MetricDefinition("played_s", unit: "s", .neutral, .sum, "media seconds shown") { $0.playedMedia }
  static let playing = MetricDefinition(
    "playing_s", unit: "s", .neutral, .sum, "wall seconds during which media was shown"
  ) { $0.playingTime }
  static let wall = MetricDefinition(
    "wall_s", unit: "s", .neutral, .sum, "play request to the end of the session"
  ) { $0.wallTime }
  static let downloaded = MetricDefinition(
    "bytes_downloaded", unit: "B", .lower, .sum, whole: true, "all bytes received"
  ) { Double($0.ledger.downloaded) }
  static let wasted = MetricDefinition(
    "bytes_wasted", unit: "B", .lower, .sum, whole: true, "media received and never rendered"
  ) { Double($0.ledger.wasted) }
  .shown("Wasted bytes", heading: "waste", digits: 2)

  /// Every metric of a session, in the order in which results list them, without those of scores and of formulas of
  /// one's own.
  package static let all = ofAnySession + ofSeveralItems

  /// The metrics that sessions have, in the same order.
  ///
  /// - Parameters:
  ///   - severalItems: whether they have several items.
  ///   - scores: the measures that videos have scores of.
  ///   - formulas: what else is worked out of each session.
  package static func metrics(
    severalItems: Bool, scores: Set<QualityScores.Metric> = [], formulas: [QoEFormula] = []
  ) -> [MetricDefinition] {
    (severalItems ? all : ofAnySession) + ofQuality.filter { $0.scores.map(scores.contains) ?? false }
      + formulas.filter { !$0.isNamed }.map { qoe($0.known) }
  }

  /// The metric of an exported name; of a formula of one's own, that is its spec.
  package static func named(_ name: String) -> MetricDefinition? {
    if let metric = all.first(where: { $0.name == name }) ?? ofQuality.first(where: { $0.name == name }) {
      return metric
    }
    guard name.hasPrefix(QoEFormula.prefix), let formula = try? QoEFormula(parsing: name) else { return nil }
    return qoe(formula.known)
  }

  /// Why sessions that lack the metric do, and what gives them to it.
  package var remedy: String? {
    scores.map { measure in
      "the videos have no \(measure.title) scores; \(Self.scoring)"
    }
  }

  /// What gives videos scores.
  package static let scoring =
    "abrlab video score measures a ladder, abrlab video import --scores reads what ffmpeg has logged"

  private static let ofAnySession: [MetricDefinition] =
    [
      MetricDefinition(
        "startup_s", unit: "s", .lower, .mean, percentiles: true, missingIsWorst: true, absence: .unstarted,
        "play request to first frame, pauses apart; sessions without a first frame have none", items: itemStartups,
        value: startup
      ).shown(digits: 2),
      rebuffer,
      MetricDefinition("rebuffer_count", unit: "stalls", .lower, .sum, whole: true, "number of stalls") {
        Double($0.stallCount)
      }.shown("Stalls", heading: "stalls", digits: 0),
      MetricDefinition(
        ratio: "rebuffer_ratio", .lower, .sum([rebuffer]), over: [rebuffer, playing], nothing: 0, percentiles: true,
        "stalled time over stalled and playing time (CTA-2066 rebuffering ratio)"
      ).shown("Stalled share of time", heading: "rebuffer", digits: 3),
      played, playing, wall,
      MetricDefinition(
        ratio: "mean_bitrate_bps", unit: "bit/s", .higher, .quantity { $0.shownBits }, over: [played],
        percentiles: true, "declared bandwidth averaged over the media shown"
      ).shown("Mean bitrate", heading: "", digits: 3),
      MetricDefinition(
        "switch_count", unit: "switches", .lower, .sum, whole: true, "changes of rendition between shown segments"
      ) { Double($0.switchCount) }.shown("Switches", digits: 0),
      MetricDefinition(
        "switch_magnitude_bps", unit: "bit/s", .lower, .sum, "sum of absolute bandwidth differences at switches"
      ) { $0.switchMagnitude },
      MetricDefinition(
        "visible_switch_latency_s", unit: "s", .lower, .mean, absence: .possible,
        "limit change to the first frame of the rendition it brought; none without such a change"
      ) { $0.visibleSwitchCount > 0 ? $0.visibleSwitchLatencySum / Double($0.visibleSwitchCount) : nil },
      downloaded, wasted,
    ] + ByteAccount.allCases.map(bytes(of:)) + [
      MetricDefinition(
        ratio: "waste_ratio", .lower, .sum([wasted]), over: [downloaded], percentiles: true,
        "wasted bytes over all bytes received"
      ).shown("Wasted share of bytes", heading: "waste", digits: 2),
      MetricDefinition(
        "unplayed_s", unit: "s", .lower, .sum, "media seconds fetched and never shown, partial downloads apart"
      ) { $0.unplayedMedia },
      MetricDefinition(
        "abandoned_count", unit: "downloads", .lower, .sum, whole: true, "downloads that a rule abandoned"
      ) { Double($0.abandonedCount) }.shown(heading: "abandoned", digits: 0),
      MetricDefinition(
        "segments_downloaded", unit: "segments", .neutral, .sum, whole: true, "segments received as a whole"
      ) { Double($0.segmentsDownloaded) },
    ] + QoEFormula.named.filter { $0.formula.scores == nil }.map(qoe)

  private static func bytes(of account: ByteAccount) -> MetricDefinition {
    let direction: Direction = account == .played ? .neutral : .lower
    return MetricDefinition(
      "bytes_\(account.name)", unit: "B", direction, .sum, whole: true, account.summary
    ) { Double($0.ledger[account]) }
    .shown(heading: account.name, digits: 1)
  }
}
