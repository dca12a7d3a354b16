import ABRPlayback
import ABRStatistics

extension MetricDefinition {
  /// The metrics of a run's sessions, in the order in which results list them: of sessions of several items, those of ``queues``
  /// too.
  package static func all(ofQueues isQueue: Bool) -> [MetricDefinition] { isQueue ? all + queues : all }

  /// Metrics that only sessions of several items have.
  package static let queues: [MetricDefinition] =
    [
      MetricDefinition(
        ofQueues: "startup_total_s", unit: "s", .lower, .sum, "startup of all visits to items and clips"
      ) { $0.startupTotal },
      MetricDefinition(
        ofQueues: "item_startup_s_p50", unit: "s", .lower, .itemPercentile(0.5),
        "median startup over visits to content; those without a first frame count as worst"
      ) { itemStartup($0, 0.5) },
      MetricDefinition(
        ofQueues: "item_startup_s_p95", unit: "s", .lower, .itemPercentile(0.95),
        "95th percentile of startup over visits to content; those without a first frame count as worst"
      ) { itemStartup($0, 0.95) },
      MetricDefinition(
        ofQueues: "seek_wait_s", unit: "s", .lower, .sum, "waiting after seeks that left the buffer"
      ) { $0.seekTime },
      MetricDefinition(
        ofQueues: "seek_count", unit: "seeks", .neutral, .sum, whole: true, "seeks that left the buffer"
      ) { Double($0.seekCount) },
      MetricDefinition(
        ofQueues: "paused_s", unit: "s", .neutral, .sum, "time the viewer had paused, or had not pressed play"
      ) { $0.pausedTime },
      MetricDefinition(
        ofQueues: "wait_ratio", unit: "share", .lower,
        .queueRatio {
          let waits = $0.session.stalledTime + $0.seekTime + $0.startupTotal
          return (waits, waits + $0.session.playingTime)
        }, "stalled, seek and startup waits over all waits and playing time"
      ) { $0.waitRatio },
      MetricDefinition(
        ofQueues: "items_visited", unit: "visits", .neutral, .sum, whole: true,
        "visits to content, its return after a break apart"
      ) { Double($0.content.count) },
      MetricDefinition(
        ofQueues: "items_started", unit: "visits", .higher, .sum, whole: true, "visits to content with a first frame"
      ) { Double($0.content.count(where: \.started)) },
    ] + PreloadHit.allCases.map(count(of:)) + [
      MetricDefinition(
        ofQueues: "preload_hit_ratio", unit: "share", .higher,
        .queueRatio { (Double($0.count(of: .hit)), Double($0.followingVisits)) },
        "following visits to content whose first segment lay ready, over all of them"
      ) { $0.followingVisits > 0 ? Double($0.count(of: .hit)) / Double($0.followingVisits) : nil },
      startup(of: .hit, "startup_hit_s", "mean startup of following items whose first segment lay ready"),
      startup(of: .miss, "startup_miss_s", "mean startup of following items of which nothing lay ready"),
      MetricDefinition(
        ofQueues: "gate_open_share", unit: "share", .neutral,
        .queueRatio { ($0.gateOpenTime, $0.session.wallTime) }, "share of the session in which preloads might request"
      ) { $0.session.wallTime > 0 ? $0.gateOpenTime / $0.session.wallTime : nil },
      MetricDefinition(
        ofQueues: "retry_count", unit: "retries", .lower, .sum, whole: true, "retries that the player counted"
      ) { Double($0.retryCount) },
      MetricDefinition(
        ofQueues: "resume_count", unit: "resumes", .lower, .sum, whole: true,
        "times the app resumed a session that failed to play to its end"
      ) { Double($0.resumeCount) },
      MetricDefinition(
        ofQueues: "live_latency_s", unit: "s", .lower, .queueRatio { ($0.delayIntegral, $0.livePlayingTime) },
        "delay behind the live edge averaged over playing time"
      ) { $0.livePlayingTime > 0 ? $0.meanDelay : nil },
      MetricDefinition(
        ofQueues: "dropped_media_s", unit: "s", .lower, .sum, "media dropped to keep up with a live edge"
      ) { $0.droppedMedia },
      MetricDefinition(
        ofQueues: "catch_up_share", unit: "share", .lower, .queueRatio { ($0.catchUpTime, $0.livePlayingTime) },
        "share of live playing time at the catch-up rate"
      ) { $0.livePlayingTime > 0 ? $0.catchUpTime / $0.livePlayingTime : nil },
    ]

  /// Startup of every visit to content, `nil` without a first frame.
  static func itemStartups(_ metrics: QueueMetrics) -> [Double?] {
    metrics.content.map { $0.started ? $0.startupTime : nil }
  }

  /// Startup of the first visit to content, `nil` without a first frame.
  static func firstStartup(_ metrics: QueueMetrics) -> Double? {
    metrics.content.first.flatMap { $0.started ? $0.startupTime : nil }
  }

  private static func itemStartup(_ metrics: QueueMetrics, _ share: Double) -> Double? {
    let startups = itemStartups(metrics).map { $0 ?? .infinity }
    return Quantiles(of: startups).value(at: share).flatMap { $0.isFinite ? $0 : nil }
  }

  private static func count(of hit: PreloadHit) -> MetricDefinition {
    let (direction, summary): (Direction, String) =
      switch hit {
      case .hit: (.higher, "following visits to content whose first segment lay ready")
      case .partial: (.neutral, "following visits to content of whose first segment a part was there or on its way")
      case .miss: (.lower, "following visits to content of which nothing lay ready")
      }
    return MetricDefinition(
      ofQueues: "preload_\(hit.rawValue)_count", unit: "visits", direction, .sum, whole: true, summary
    ) { Double($0.count(of: hit)) }
  }

  private static func startup(of hit: PreloadHit, _ name: String, _ summary: String) -> MetricDefinition {
    let parts: @Sendable (QueueMetrics) -> (numerator: Double, denominator: Double) = { metrics in
      let visits = metrics.visits.dropFirst().filter { !$0.isClip && $0.started && $0.hit == hit }
      return (CompensatedSum(visits.map(\.startupTime)).value, Double(visits.count))
    }
    return MetricDefinition(ofQueues: name, unit: "s", .lower, .queueRatio(parts), summary) { metrics in
      let (sum, count) = parts(metrics)
      return count > 0 ? sum / count : nil
    }
  }
}

extension QueueMetrics {
  /// Visits that are neither clips of a break nor bumpers, nor the return of content after them.
  var content: [VisitMetrics] { visits.filter { !$0.isClip } }
}
