import ABRRuns
import Testing

@testable import ABRPlayback

@Suite struct QueuePooledMetricsTests {
  /// A session of visits with the given startups, `nil` without a first frame; visits after the first one are hits when
  /// they started at once.
  static func session(_ startups: [Double?], playing: Double = 10, stalled: Double = 0) -> SessionMetrics {
    var metrics = SessionMetrics()
    metrics.playedMedia = playing
    metrics.playingTime = playing
    metrics.stalledTime = stalled
    metrics.wallTime = 100
    for (index, startup) in startups.enumerated() {
      var visit = VisitMetrics(visit: index, item: index, began: 0)
      visit.started = startup != nil
      visit.startupTime = startup ?? 50
      visit.hit = startup == 0 ? .hit : .miss
      metrics.visits.append(visit)
      metrics.startupTotal += visit.startupTime
    }
    return metrics
  }

  @Test("percentiles of the startup are over the items of all sessions, those without a frame at the far end")
  func startups() {
    let pooled = PooledMetrics([Self.session([1, 0, 3]), Self.session([2, 5])], of: MetricDefinition.all)
    #expect(pooled.values["startup_s"] == 1.5)
    #expect(pooled.values["startup_s_p50"] == 2 && pooled.values["item_startup_s_p50"] == 2)
    #expect(pooled.values["startup_s_p95"] == pooled.values["item_startup_s_p95"])
    let given = PooledMetrics([Self.session([1, nil, nil]), Self.session([2, 5])], of: MetricDefinition.all)
    #expect(given.values["startup_s_p50"] == 5 && given.values["startup_s_p95"] == nil)
    #expect(given.values["items_visited"] == 5 && given.values["items_started"] == 3)
  }

  @Test("ratios are sums over sums, and what no session has is absent")
  func ratios() {
    let pooled = PooledMetrics(
      [Self.session([1, 0, 0, 2], stalled: 2), Self.session([1, 4])], of: MetricDefinition.all)
    #expect(pooled.values["preload_hit_ratio"] == 0.5)
    #expect(pooled.values["startup_hit_s"] == 0 && pooled.values["startup_miss_s"] == 3)
    // 2 s stalled and 8 s of startups beside 20 s of playing.
    #expect(pooled.values["wait_ratio"] == 1.0 / 3)
    #expect(pooled.values["rebuffer_ratio"] == 2.0 / 22)
    #expect(pooled.values["live_latency_s"] == nil && pooled.values["catch_up_share"] == nil)
    let alone = PooledMetrics([Self.session([1])], of: MetricDefinition.all)
    #expect(alone.values["preload_hit_ratio"] == nil && alone.values["startup_miss_s"] == nil)
  }

  @Test("clips of a break are no items")
  func clips() {
    var metrics = Self.session([7, 1, 0])
    metrics.visits[0].isClip = true
    let value = { (name: String) in MetricDefinition.named(name)?.value(metrics) }
    #expect(value("startup_s") == 1 && value("items_visited") == 2 && value("item_startup_s_p50") == 0.5)
    #expect(value("preload_hit_count") == 1 && value("preload_miss_count") == 1)
  }

  @Test("every metric has one name, and sessions of one item lack those that need several")
  func names() {
    let names = MetricDefinition.all.map(\.name)
    #expect(Set(names).count == names.count)
    let several = MetricDefinition.all.filter(\.needsSeveralItems).map(\.name)
    #expect(several.contains("wait_ratio") && several.contains("preload_hit_ratio"))
    #expect(MetricDefinition.metrics(severalItems: false).map(\.name) + several == names)
  }
}
