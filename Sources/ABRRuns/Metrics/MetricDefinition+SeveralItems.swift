import ABRPlayback
import ABRStatistics

extension MetricDefinition {
  // Those that others are ratios of.
  private static let startupTotal = several(
    "startup_total_s", unit: "s", .lower, .sum, "startup of all visits to items and clips"
  ) { $0.startupTotal }
  .shown("Startup of all items", digits: 2)
  private static let seekWait = several(
    "seek_wait_s", unit: "s", .lower, .sum, "waiting after seeks that left the buffer"
  ) { $0.seekTime }
  private static let hits = PreloadHit.allCases.map(count(of:))
  private static let startedHits = started(
    .hit, "startup_hit_count", "following visits that showed a frame and whose first segment was buffered")
  private static let startedMisses = started(
    .miss, "startup_miss_count", "following visits that showed a frame and of which nothing was buffered")
  private static let livePlaying = several(
    "live_playing_s", unit: "s", .neutral, .sum, "playing time of live items"
  ) { $0.livePlayingTime }

  /// Metrics that only sessions of several items have.
  static let ofSeveralItems: [MetricDefinition] =
    [
      startupTotal,
      several(
        "item_startup_s_p50", unit: "s", .lower, .itemPercentile(0.5), absence: .possible,
        "median startup over visits to content; those without a first frame count as worst"
      ) { itemStartup($0, 0.5) }
      .shown(heading: "item startup p50", digits: 2),
      several(
        "item_startup_s_p95", unit: "s", .lower, .itemPercentile(0.95), absence: .possible,
        "95th percentile of startup over visits to content; those without a first frame count as worst"
      ) { itemStartup($0, 0.95) }
      .shown(heading: "item startup p95", digits: 2),
      seekWait,
      several(
        "seek_count", unit: "seeks", .neutral, .sum, whole: true, "seeks that left the buffer"
      ) { Double($0.seekCount) },
      several(
        "paused_s", unit: "s", .neutral, .sum, "time the viewer had paused, or had not pressed play"
      ) { $0.pausedTime },
      MetricDefinition(
        ratio: "wait_ratio", .lower, .sum([rebuffer, seekWait, startupTotal]),
        over: [rebuffer, seekWait, startupTotal, playing], needsSeveralItems: true, nothing: 0,
        "stalled, seek and startup waits over all waits and playing time"
      ).shown("Waiting share of time", heading: "wait", digits: 2),
      several(
        "items_visited", unit: "visits", .neutral, .sum, whole: true,
        "visits to content, its return after a break apart"
      ) { Double($0.content.count) },
      several(
        "items_started", unit: "visits", .higher, .sum, whole: true, "visits to content with a first frame"
      ) { Double($0.content.count(where: \.started)) },
    ] + hits + [
      MetricDefinition(
        ratio: "preload_hit_ratio", .higher, .sum(hits.filter { $0.name == "preload_hit_count" }), over: hits,
        needsSeveralItems: true, "following visits to content whose first segment was buffered, over all of them"
      ).shown(heading: "hit", digits: 1),
      MetricDefinition(
        ratio: "startup_hit_s", unit: "s", .lower, .quantity { startup(of: .hit, $0) }, over: [startedHits],
        needsSeveralItems: true, "mean startup of following items whose first segment was buffered"),
      startedHits,
      MetricDefinition(
        ratio: "startup_miss_s", unit: "s", .lower, .quantity { startup(of: .miss, $0) }, over: [startedMisses],
        needsSeveralItems: true, "mean startup of following items of which nothing was buffered"),
      startedMisses,
      MetricDefinition(
        ratio: "gate_open_share", .neutral, .quantity { $0.gateOpenTime }, over: [wall], needsSeveralItems: true,
        "share of the session in which preloads might request"),
      several(
        "retry_count", unit: "retries", .lower, .sum, whole: true, "retries after time-outs that the player counted"
      ) { Double($0.retryCount) },
      several(
        "resume_count", unit: "resumes", .lower, .sum, whole: true,
        "times the app resumed a session that failed to play to its end"
      ) { Double($0.resumeCount) },
      MetricDefinition(
        ratio: "live_latency_s", unit: "s", .lower, .quantity { $0.delayIntegral }, over: [livePlaying],
        needsSeveralItems: true, "delay behind the live edge averaged over playing time"),
      livePlaying,
      several(
        "dropped_media_s", unit: "s", .lower, .sum, "media dropped to keep up with a live edge"
      ) { $0.droppedMedia },
      MetricDefinition(
        ratio: "catch_up_share", .lower, .quantity { $0.catchUpTime }, over: [livePlaying], needsSeveralItems: true,
        "share of live playing time at the catch-up rate"),
    ]

  /// Startup of every visit to content, `nil` without a first frame.
  static func itemStartups(_ metrics: SessionMetrics) -> [Double?] {
    metrics.content.map { $0.started ? $0.startupTime : nil }
  }

  /// Startup of the video, or of the first visit to content; `nil` without a first frame.
  static func startup(_ metrics: SessionMetrics) -> Double? {
    guard !metrics.visits.isEmpty else { return hasStarted(metrics) ? metrics.startupTime : nil }
    return metrics.content.first.flatMap { $0.started ? $0.startupTime : nil }
  }

  private static func several(
    _ name: String, unit: MeasureUnit, _ direction: Direction, _ pooling: Pooling, whole: Bool = false,
    absence: Absence = .never, _ summary: String, value: @escaping @Sendable (SessionMetrics) -> Double?
  ) -> MetricDefinition {
    MetricDefinition(
      name, unit: unit, direction, pooling, whole: whole, absence: absence, needsSeveralItems: true, summary,
      value: value)
  }

  private static func itemStartup(_ metrics: SessionMetrics, _ share: Double) -> Double? {
    let startups = itemStartups(metrics).map { $0 ?? .infinity }
    return Quantiles(of: startups).value(at: share).flatMap { $0.isFinite ? $0 : nil }
  }

  private static func count(of hit: PreloadHit) -> MetricDefinition {
    let (direction, summary): (Direction, String) =
      switch hit {
      case .hit: (.higher, "following visits to content whose first segment was buffered")
      case .partial: (.neutral, "following visits to content of whose first segment a part was there or on its way")
      case .miss: (.lower, "following visits to content of which nothing was buffered")
      }
    return several(
      "preload_\(hit.rawValue)_count", unit: "visits", direction, .sum, whole: true, summary
    ) { Double($0.count(of: hit)) }
  }

  /// Following visits to content that showed a frame, of one readiness.
  private static func started(_ hit: PreloadHit, of metrics: SessionMetrics) -> [VisitMetrics] {
    metrics.visits.dropFirst().filter { !$0.isClip && $0.started && $0.hit == hit }
  }

  private static func started(_ hit: PreloadHit, _ name: String, _ summary: String) -> MetricDefinition {
    several(
      name, unit: "visits", .neutral, .sum, whole: true, summary
    ) {
      Double(started(hit, of: $0).count)
    }
  }

  private static func startup(of hit: PreloadHit, _ metrics: SessionMetrics) -> Double {
    CompensatedSum(started(hit, of: metrics).map(\.startupTime)).value
  }
}

extension SessionMetrics {
  /// Visits that are neither clips of a break nor bumpers, nor the return of content after them.
  var content: [VisitMetrics] { visits.filter { !$0.isClip } }
}
