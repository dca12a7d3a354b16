import ABRInput
import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPolicies
import ABRRuns
import ABRStatistics

/// The summary of a run: one row for each configuration of policy, preload scheduler, buffer and viewer.
package enum RunTable {
  /// The summary as data; headings carry units, names are those of the exported metrics.
  ///
  /// The buffer and the viewer have a column only where they differ between rows; the preload scheduler of sessions of
  /// several items where there is any. Abandoned downloads and failed sessions have columns where there are any.
  ///
  /// - Parameters:
  ///   - result: the run.
  ///   - more: names of metrics that have a column, too.
  package static func summary(of result: ExperimentResult, with more: [String] = []) -> DataTable {
    let experiment = result.experiment
    return summary(
      of: result.configurations.map { ($0.configuration, $0.pooled.values) }, severalItems: experiment.hasSeveralItems,
      with: quality(of: experiment.scores, formulas: experiment.formulas) + more)
  }

  /// The same of pooled values alone.
  ///
  /// - Parameters:
  ///   - rows: the configurations with their values by metric.
  ///   - severalItems: whether sessions have several items.
  ///   - more: names of metrics that have a column, too.
  static func summary(
    of rows: [(configuration: Configuration, values: [String: Double])], severalItems: Bool, with more: [String] = []
  ) -> DataTable {
    let configurations = rows.map(\.configuration)
    let differing = Configuration.differingKeys(of: configurations)
    // A name stands for all specs of its configuration but the viewer.
    let hasNames = configurations.contains { $0.label != nil }
    let hasPlayers = !hasNames && differing.contains("player")
    let hasBuffers = !hasNames && differing.contains("buffer")
    let hasViewers = differing.contains("viewer")
    let hasPreloads =
      !hasNames && configurations.contains { $0.preload.map { $0 != PreloadSpec.none.canonical } ?? false }
    let abandons = rows.contains { $0.values["abandoned_count"] ?? 0 > 0 }
    let fails = rows.contains { $0.values["failed_share"] ?? 0 > 0 }
    let usual =
      MetricDefinition.tabled(severalItems: severalItems) + (fails ? MetricDefinition.failures : [])
      + (abandons ? MetricDefinition.abandonments : [])
    let names = (usual + more).uniqued()
    let measures = Self.columns(names, severalItems: severalItems)
    var columns: [DataTable.Column] =
      hasPlayers ? [.text("player"), .text("policy")] : [.text(hasNames ? "name" : "policy")]
    if hasPreloads { columns.append(.text("preload")) }
    if hasBuffers { columns.append(.text("buffer")) }
    if hasViewers { columns.append(.text("viewer")) }
    var table = DataTable(columns: columns + measures)
    // The best viewer is nothing to choose: what is best is best for one of them.
    if hasViewers { table.group = "viewer" }
    let players = Configuration.shortPlayers(of: configurations)
    for (index, (configuration, values)) in rows.enumerated() {
      var row: [DataTable.Cell] = hasPlayers ? [.text(players[index])] : []
      row.append(.text(hasNames ? configuration.name : configuration.policy))
      if hasPreloads { row.append(configuration.preload.map { .text($0) } ?? .missing) }
      if hasBuffers { row.append(.text(configuration.buffer)) }
      if hasViewers { row.append(.text(configuration.viewer)) }
      row += measures.map { column in values[column.name].map { .number($0) } ?? .missing }
      table.append(row)
    }
    return table
  }

  /// The columns by which the summary can be sorted.
  ///
  /// - Parameter severalItems: whether sessions have several items.
  package static func sortable(severalItems: Bool) -> [DataTable.Column] {
    columns(
      MetricDefinition.tabled(severalItems: severalItems) + MetricDefinition.failures + MetricDefinition.abandonments,
      severalItems: severalItems)
  }

  /// The columns of metrics and of their percentiles.
  static func columns(_ names: [String], severalItems: Bool = false) -> [DataTable.Column] {
    names.compactMap { name in
      MetricDefinition.column(name, severalItems: severalItems).map { metric, title in
        DataTable.Column.number(
          name, title: title, scale: metric.unit.scale, digits: metric.digits,
          MetricDefinition.abandonments.contains(name) ? .neutral : metric.direction)
      }
    }
  }

  /// The columns of scores and formulas: of the first measure what it is on average and for the worst 5 % of the time,
  /// of others the average.
  ///
  /// - Parameters:
  ///   - scores: the measures that the videos have scores of.
  ///   - formulas: the formulas that were asked for.
  static func quality(of scores: Set<QualityScores.Metric>, formulas: [QoEFormula]) -> [String] {
    let measures = QualityScores.Metric.allCases.filter(scores.contains).filter {
      // Worked out from the one before.
      $0 != .ssimDecibels || !scores.contains(.ssim)
    }
    return measures.prefix(1).flatMap { ["\($0.rawValue)_mean", "\($0.rawValue)_p5"] }
      + measures.dropFirst().map { "\($0.rawValue)_mean" } + formulas.map(\.known.metric)
  }

  /// Every configuration as a row, with every pooled value under its exported name.
  package static func pooled(of result: ExperimentResult) -> DataTable {
    let metrics = result.experiment.metrics.flatMap { metric in
      [metric.name] + (metric.hasPercentiles ? ["\(metric.name)_p50", "\(metric.name)_p95"] : [])
    }
    let names = metrics + MetricDefinition.ofSets.map(\.name)
    let labels = labelNames(of: result.configurations.map(\.configuration))
    var table = DataTable(
      columns: labels.map { .text($0) }
        + [.number("sessions", title: "sessions", digits: 0)] + names.map { .number($0, title: $0, digits: 6) })
    for result in result.configurations {
      table.append(
        labels.map { name in result.configuration[name].map { .text($0) } ?? .missing } + [
          .integer(result.pooled.sessions)
        ]
          + names.map { name in
            guard let value = result.pooled.values[name] else { return .missing }
            let isWhole = MetricDefinition.named(name)?.isWhole ?? false
            return isWhole ? .integer(Int(value)) : .number(value)
          })
    }
    return table
  }

  /// Every session as a row of CSV, with every metric under its exported name, piece by piece: no more than a thousand
  /// rows are in memory.
  ///
  /// - Parameters:
  ///   - result: what was played.
  ///   - sink: takes a piece.
  package static func writeSessions(of result: ExperimentResult, to sink: (String) throws -> Void) rethrows {
    let sessions = SessionColumns(of: result)
    let heading = DataTable(
      columns: sessions.columns.map { column in
        if case .texts = column.values { return .text(column.name) }
        return .number(column.name, title: column.name, digits: column.isWhole ? 0 : 6)
      })
    try sink(heading.text(as: .csv))
    for start in stride(from: 0, to: sessions.count, by: 1000) {
      var table = heading
      for row in start..<min(start + 1000, sessions.count) {
        table.append(sessions.columns.map { sessions.cell(row, of: $0) })
      }
      try sink(table.csvRows)
    }
  }

  /// The names under which results have the specs of a configuration.
  static func labelNames(of configurations: [Configuration]) -> [String] {
    (["name"] + Configuration.keys).filter { key in
      switch key {
      case "name": configurations.contains { $0.label != nil }
      case "player": configurations.contains { $0.player != Configuration.neutralPlayer }
      case "preload": configurations.contains { $0.preload != nil }
      default: true
      }
    }
  }

  /// What a reader of the summary should know beside it: where the stalls are.
  ///
  /// - Parameters:
  ///   - result: the run.
  ///   - command: the words of the command that plays a session again, by its configuration, its trace and the
  ///     video of a session of one video; `nil` where there is none.
  package static func notes(
    on result: ExperimentResult,
    command: (PreparedSession, TraceSource, VideoSource?) -> [String]? = { _, _, _ in nil }
  ) -> [String] {
    let exhausted = result.configurations.reduce(0) { $0 + ($1.pooled.outcomes[.networkExhausted] ?? 0) }
    let unstarted = result.configurations.reduce(0) { $0 + Int($1.pooled.values["unstarted_count"] ?? 0) }
    var notes: [String] = []
    if unstarted > 0 {
      notes.append(
        "\(Counted.text(unstarted, "session")) ended without a first frame; percentiles of startup count "
          + "\(unstarted == 1 ? "it" : "them") as worst")
    }
    if exhausted > 0 {
      notes.append(
        "\(Counted.text(exhausted, "session")) ended with the trace (network exhausted); waiting after its end is not stalled time"
      )
    }
    return notes + equalNotes(on: result) + silenceNotes(on: result) + abandonmentNotes(on: result)
      + gateNotes(on: result)
      + failureNotes(on: result, command: command) + unstartedNotes(on: result, command: command)
      + stallNotes(on: result, command: command)
  }

  /// Configurations whose sessions do not differ in any metric, a sentence for each group of them.
  package static func equalNotes(on result: ExperimentResult) -> [String] {
    struct Played: Hashable {
      var trace: Int
      var content: Int
      var metrics: SessionMetrics
    }
    func played(_ session: SessionResult) -> Played {
      var metrics = session.metrics
      // What the settings allow, whatever was held.
      metrics.highestTarget = 0
      return Played(trace: session.trace, content: session.content, metrics: metrics)
    }
    /// Of many configurations few begin alike; only these are compared to the end.
    struct Beginning: Hashable {
      var viewer: String
      var played: [Played]
    }
    var groups: [(viewer: String, names: [String], sessions: [SessionResult])] = []
    var alike: [Beginning: [Int]] = [:]
    // Which viewer watches is no setting to tell apart.
    let short = Configuration.shortNames(of: result.configurations.map(\.configuration))
    let hasViewers = Set(result.configurations.map(\.configuration.viewer)).count > 1
    for (configuration, name) in zip(result.configurations, short) where !configuration.sessions.isEmpty {
      let sessions = configuration.sessions
      let viewer = configuration.configuration.viewer
      let beginning = Beginning(viewer: viewer, played: sessions.prefix(4).map(played))
      let same = alike[beginning, default: []].first { place in
        groups[place].sessions.count == sessions.count
          && zip(groups[place].sessions, sessions).allSatisfy { played($0) == played($1) }
      }
      if let same {
        groups[same].names.append(name)
      } else {
        alike[beginning, default: []].append(groups.count)
        groups.append((viewer, [name], sessions))
      }
    }
    return groups.compactMap { viewer, names, sessions in
      guard let last = names.last, names.count > 1 else { return nil }
      let all = sessions.count == 1 ? "the only session" : "all \(sessions.count) sessions"
      return (hasViewers ? "\(viewer): " : "")
        + "\(names.dropLast().joined(separator: ", ")) and \(last) have equal values of every metric in \(all): "
        + "their settings mean the same, or what differs has no effect here"
    }
  }

  /// How to see why sessions fail.
  private static func failureNotes(
    on result: ExperimentResult, command: (PreparedSession, TraceSource, VideoSource?) -> [String]?
  ) -> [String] {
    for (configuration, name) in zip(result.configurations, names(of: result)) {
      let failed = configuration.sessions.filter { $0.metrics.outcome == .failed }
      guard let first = failed.first else { continue }
      let share = "\(failed.count) of \(Counted.text(configuration.sessions.count, "session")) of \(name) failed"
      return notes(share, "see why with", first, of: configuration.player, in: result, command: command)
    }
    return []
  }

  /// How to see why a player's own code shows nothing and does not fail: its viewers leave before.
  private static func unstartedNotes(
    on result: ExperimentResult, command: (PreparedSession, TraceSource, VideoSource?) -> [String]?
  ) -> [String] {
    for (configuration, name) in zip(result.configurations, names(of: result)) {
      let sessions = configuration.sessions
      let showsNothing = sessions.allSatisfy {
        MetricDefinition.SessionKind.unstarted.contains($0.metrics) && $0.metrics.outcome != .failed
      }
      guard configuration.player.code != nil, showsNothing, let first = sessions.first else { continue }
      let receivesNothing = sessions.allSatisfy { $0.metrics.bytesReceived == 0 }
      let finding =
        "\(sessions.count) of \(Counted.text(sessions.count, "session")) of \(name) showed no frame"
        + (receivesNothing ? " and received nothing" : "")
      return notes(finding, "see why with", first, of: configuration.player, in: result, command: command)
    }
    return []
  }

  /// A finding, with the command that plays a session of it.
  private static func notes(
    _ finding: String, _ purpose: String, _ session: SessionResult, of player: PreparedSession,
    in result: ExperimentResult, command: (PreparedSession, TraceSource, VideoSource?) -> [String]?
  ) -> [String] {
    let experiment = result.experiment
    let video = experiment.place(ofContent: session.content).video
    guard let words = command(player, experiment.traces[session.trace], video) else { return [finding] }
    return ["\(finding), \(purpose):", "  " + words.map(ShellWord.quoted).joined(separator: " ")]
  }

  /// Seconds without a byte after which AVPlayer fails.
  private static let longestTimeout = 60.0

  /// Outages that would end the sessions of a real player, where the player has no time-out.
  private static func silenceNotes(on result: ExperimentResult) -> [String] {
    let experiment = result.experiment
    let waits = result.configurations.contains { $0.player.hasNoTimeout }
    guard experiment.model == .lab, waits else { return [] }
    let silences = experiment.traces.map { $0.longestSilence }.filter { $0 > longestTimeout }
    guard let longest = silences.max() else { return [] }
    return [
      "\(silences.count) of \(Counted.text(experiment.traces.count, "trace")) "
        + "\(silences.count == 1 ? "delivers" : "deliver") nothing for more than "
        + "\(Decimals.text(longestTimeout, digits: 0)) s, up to \(Decimals.text(longest, digits: 0)) s: the player waits, "
        + "with --timeout it fails as players do"
    ]
  }

  /// A segment that is abandoned again and again costs bytes and time: the rule may ask for more than the link carries.
  private static func abandonmentNotes(on result: ExperimentResult) -> [String] {
    zip(result.configurations, names(of: result)).compactMap { configuration, name in
      let most = configuration.sessions.map(\.metrics.mostAbandonedOfSegment)
      let count = most.count { $0 > 2 }
      guard count > 0 else { return nil }
      return
        "\(name): in \(count) of \(most.count) sessions one segment was abandoned "
        + "more than twice, at most \(most.max() ?? 0) times"
    }
  }

  /// Gates that never opened: their rows are those of no preloading.
  private static func gateNotes(on result: ExperimentResult) -> [String] {
    result.configurations.compactMap { result in
      let preload = result.player.preload
      guard case .gate = preload.trigger, preload.isActive, result.pooled.values["gate_open_share"] == 0 else {
        return nil
      }
      let configuration = result.configuration
      return
        "\(configuration.policy), \(configuration.preload ?? ""), \(configuration.buffer): the gate never opened, "
        + "nothing was preloaded"
    }
  }

  private static func names(of result: ExperimentResult) -> [String] {
    Configuration.namesWithViewers(of: result.configurations.map(\.configuration))
  }

  private static func stallNotes(
    on result: ExperimentResult, command: (PreparedSession, TraceSource, VideoSource?) -> [String]?
  ) -> [String] {
    guard let first = result.configurations.first, first.sessions.count >= 20 else { return [] }
    let name = names(of: result)[0]
    let stalls = first.sessions.map(\.metrics.stalledTime).sorted(by: >)
    let total = CompensatedSum(stalls).value
    guard total > 0 else {
      return first.sessions.contains { $0.metrics.playedMedia > 0 } ? ["no session of \(name) stalls"] : []
    }
    let worst = CompensatedSum(stalls.prefix(max(1, stalls.count / 10))).value
    guard let worstSession = first.sessions.max(by: { $0.metrics.stalledTime < $1.metrics.stalledTime }) else {
      return []
    }
    let percent = Decimals.text(100 * worst / total, digits: 0)
    let share =
      "the worst 10 % of \(name)'s sessions account for "
      + (percent == "100" ? "all stalling" : "\(percent) % of all stalled time")
    return notes(share, "see the worst with", worstSession, of: first.player, in: result, command: command)
  }
}
