import ABRPlayback
import ABRStatistics

/// Stalls and quality of a configuration's sessions taken together, with how far they can be trusted.
struct PooledSummary: Sendable {
  /// Stalled time over stalled and playing time; of sessions of several items all that was waited over waits and
  /// playing time.
  var waiting: RatioEstimate
  /// Mean declared bandwidth over the media shown, in bits per second.
  var bitrate: RatioEstimate

  /// Pools the sessions of a configuration, those of one trace as a cluster.
  ///
  /// - Parameters:
  ///   - configuration: the sessions.
  ///   - waits: whether startups and waits after seeks count beside stalls.
  ///   - mostBitrate: at which intervals of the bitrate end.
  /// - Returns: `nil` where nothing was shown or the run lacks a metric.
  init?(of configuration: Report.LabelledConfiguration, waits: Bool = false, mostBitrate: Double = .infinity) {
    let record = configuration.record
    let names = ["rebuffer_s"] + (waits ? ["seek_wait_s", "startup_total_s"] : [])
    let columns = names.compactMap { record.values(of: $0) }
    guard columns.count == names.count, let playing = record.values(of: "playing_s"),
      let played = record.values(of: "played_s"), let bitrates = record.values(of: "mean_bitrate_bps")
    else { return nil }
    var clusters: [Int: (waited: Double, watched: Double, bits: Double, media: Double)] = [:]
    for (session, trace) in configuration.traces.enumerated() {
      var cluster = clusters[trace] ?? (0, 0, 0, 0)
      let waited = columns.reduce(0) { $0 + ($1[session] ?? 0) }
      cluster.waited += waited
      cluster.watched += waited + (playing[session] ?? 0)
      cluster.bits += (bitrates[session] ?? 0) * (played[session] ?? 0)
      cluster.media += played[session] ?? 0
      clusters[trace] = cluster
    }
    let ordered = clusters.sorted { $0.key < $1.key }.map(\.value)
    guard let waiting = RatioEstimate(ordered.map { ($0.waited, $0.watched) }, within: 0...1),
      let bitrate = RatioEstimate(ordered.map { ($0.bits, $0.media) }, within: 0...mostBitrate)
    else { return nil }
    self.waiting = waiting
    self.bitrate = bitrate
  }
}

extension ReportPart {
  /// Stalls and quality of the configurations that have sessions; no interval goes beyond the highest bitrate of a
  /// session.
  var summaries: [(index: Int, entry: Report.LabelledConfiguration, summary: PooledSummary?)] {
    let most = played.compactMap { $0.entry.record.values(of: "mean_bitrate_bps")?.compactMap(\.self).max() }.max()
    return played.map { index, entry in
      (
        index, entry,
        PooledSummary(of: entry, waits: report.isLedByWaits, mostBitrate: most ?? .infinity)
      )
    }
  }
}

/// What one account of wasted bytes takes for each hour of media shown.
struct WasteShare: Sendable {
  /// The account.
  let account: ByteAccount
  /// Megabytes for each hour of media shown.
  let megabytesPerHour: Double

  /// The accounts that any configuration has bytes in.
  static func accounts(in report: Report) -> [ByteAccount] {
    let used = Set(
      report.configurations.flatMap { shares(of: $0) }.filter { $0.megabytesPerHour > 0 }
        .map(\.account))
    return ByteAccount.allCases.filter(used.contains)
  }

  /// The accounts of a configuration's wasted bytes; empty where nothing was shown or the run lacks them.
  static func shares(of configuration: Report.LabelledConfiguration) -> [WasteShare] {
    func sum(_ metric: String) -> Double {
      CompensatedSum((configuration.record.values(of: metric) ?? []).map { $0 ?? 0 }).value
    }
    let hours = sum("played_s") / 3600
    guard hours > 0 else { return [] }
    return ByteAccount.allCases.filter(\.isWaste).map { account in
      WasteShare(account: account, megabytesPerHour: sum("bytes_\(account.name)") / 1e6 / hours)
    }
  }
}
