import ABRPlayback
import Testing

@testable import ABRRuns

@Suite struct PooledMetricsTests {
  private static let metrics = MetricDefinition.metrics(severalItems: false)

  private static func session(
    startup: Double, stalled: Double, playing: Double, stalls: Int, bits: Double, played: Int, unplayed: Int
  ) -> SessionMetrics {
    var metrics = SessionMetrics()
    metrics.startupTime = startup
    metrics.stalledTime = stalled
    metrics.stallCount = stalls
    metrics.playingTime = playing
    metrics.playedMedia = playing
    metrics.shownBits = bits
    metrics.ledger.credit(played, to: .played)
    metrics.ledger.credit(unplayed, to: .unplayed)
    return metrics
  }

  private static let sessions = [
    session(startup: 1, stalled: 0, playing: 100, stalls: 0, bits: 1e8, played: 900, unplayed: 100),
    session(startup: 3, stalled: 10, playing: 90, stalls: 2, bits: 18e7, played: 3000, unplayed: 0),
  ]

  @Test("ratios are sums over sums, not means of ratios")
  func ratios() {
    let pooled = PooledMetrics(Self.sessions, of: Self.metrics)
    #expect(pooled.values["rebuffer_ratio"] == 10.0 / 200)
    #expect(pooled.values["waste_ratio"] == 100.0 / 4000)
    #expect(pooled.values["mean_bitrate_bps"] == 28e7 / 190)
  }

  @Test("sums, means, percentiles, shares and hourly rates")
  func others() {
    let pooled = PooledMetrics(Self.sessions, of: Self.metrics)
    #expect(pooled.values["startup_s"] == 2)
    #expect(pooled.values["startup_s_p50"] == 2)
    #expect(abs((pooled.values["startup_s_p95"] ?? 0) - 2.9) < 1e-12)
    #expect(pooled.values["rebuffer_s"] == 10)
    #expect(pooled.values["never_stalled_share"] == 0.5)
    #expect(abs((pooled.values["rebuffer_count_per_h"] ?? 0) - 2 / (190.0 / 3600)) < 1e-9)
  }

  @Test("a session without a first frame has no startup time and is counted")
  func unstarted() {
    var waiting = SessionMetrics()
    waiting.outcome = .leftBeforeStart
    waiting.startupTime = 40
    let pooled = PooledMetrics(Self.sessions + [waiting], of: Self.metrics)
    #expect(pooled.values["startup_s"] == 2)
    #expect(pooled.values["unstarted_count"] == 1)
    // It stands at the far end of the percentiles and is no session without a stall.
    #expect(pooled.values["startup_s_p50"] == 3)
    #expect(pooled.values["startup_s_p95"] == nil)
    #expect(pooled.values["never_stalled_share"] == 1.0 / 3)
    #expect(pooled.values["unstarted_share"] == 1.0 / 3)
    #expect(pooled.outcomes == [.completed: 2, .leftBeforeStart: 1])
    #expect(PooledMetrics([waiting], of: Self.metrics).values["mean_bitrate_bps"] == nil)
  }

  @Test("a session that failed is counted among all, whether it showed a frame or not")
  func failed() {
    var dead = SessionMetrics()
    dead.outcome = .failed
    #expect(PooledMetrics(Self.sessions, of: Self.metrics).values["failed_share"] == 0)
    #expect(PooledMetrics(Self.sessions + [dead, dead], of: Self.metrics).values["failed_share"] == 0.5)
    // One that played for a while and never stalled before it failed is no session without a stall.
    dead.playedMedia = 10
    #expect(PooledMetrics(Self.sessions + [dead], of: Self.metrics).values["never_stalled_share"] == 1.0 / 3)
  }

  @Test("every metric has its own name, and waste accounts sum to the waste")
  func names() {
    let names = MetricDefinition.all.map(\.name)
    #expect(Set(names).count == names.count)
    var metrics = SessionMetrics()
    for account in ByteAccount.allCases { metrics.ledger.credit(1 << account.rawValue, to: account) }
    let waste = ByteAccount.allCases.filter(\.isWaste).reduce(0) { $0 + metrics.ledger[$1] }
    #expect(MetricDefinition.named("bytes_wasted")?.value(metrics) == Double(waste))
    #expect(MetricDefinition.named("bytes_downloaded")?.value(metrics) == Double((1 << ByteAccount.allCases.count) - 1))
  }
}
