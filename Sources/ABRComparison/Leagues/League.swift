import ABRRuns
import ABRStatistics

/// The configurations of a run in groups of its sessions, such as those over each family of traces: values with 95 %
/// intervals, places, and who is best where that is significant.
///
/// ```swift
/// let league = League(record, measures: [.named("qoe_lin")!], by: .family)
/// ```
package struct League: Sendable {
  /// What sessions are grouped by.
  package enum Label: String, Sendable, CaseIterable {
    /// The folder that the trace lies in.
    case family
    /// The trace.
    case trace
    /// What is played.
    case video
  }

  /// A measure of a configuration in a group.
  package struct Cell: Sendable, Hashable {
    /// Its value in base units; `nil` where no session has the metric.
    package var value: Double?
    /// The 95 % interval for traces like these; `nil` for percentiles and under six recordings.
    package var interval: ConfidenceInterval?
    /// Its place in the group, those that are tied in the middle of theirs; of all sessions the mean over the groups.
    package var rank: Double?
    /// Whether it is better than every other in the group: p < 0.05 after Holm, over enough recordings.
    package var isBest = false
  }

  /// A configuration in a group.
  package struct Row: Sendable {
    /// The group; `nil` for all sessions.
    package let group: String?
    /// Index of the configuration in the run.
    package let configuration: Int
    /// Recordings of the group.
    package let clusters: Int
    /// A cell for each measure.
    package fileprivate(set) var cells: [Cell]
  }

  /// What is measured.
  package let measures: [Measure]
  /// What the groups are.
  package let label: Label
  /// The rows: viewer by viewer, in it group by group, all sessions last, in it configuration by configuration.
  package private(set) var rows: [Row] = []

  private let record: RunRecord
  private let clusters: [String]
  /// What each trace is called: by its family, too, where another has its name.
  private let traceNames: [String]

  /// Works a league out.
  ///
  /// - Parameters:
  ///   - record: a run with its sessions.
  ///   - measures: what is measured.
  ///   - label: what sessions are grouped by.
  /// - Complexity: O(measures × sessions × configurations).
  package init(_ record: RunRecord, measures: [Measure], by label: Label) {
    self.record = record
    self.measures = measures
    self.label = label
    clusters = record.traces.map { TraceCluster.name(of: $0.file.isEmpty ? $0.name : $0.file, family: $0.family) }
    let named = Dictionary(grouping: record.traces, by: \.name)
    traceNames = record.traces.map { trace in
      named[trace.name, default: []].count == 1 ? trace.name : "\(trace.family)/\(trace.name)"
    }
    // Whose sessions one viewer watches; of all of them the sessions are the same.
    var viewers: [(viewer: String, members: [Int])] = []
    for (index, configuration) in record.configurations.enumerated() {
      let viewer = configuration.configuration.viewer
      if let place = viewers.firstIndex(where: { $0.viewer == viewer }) {
        viewers[place].members.append(index)
      } else {
        viewers.append((viewer, [index]))
      }
    }
    for (_, members) in viewers { rows += table(of: members) }
  }

  private func table(of members: [Int]) -> [Row] {
    let sessions = record.configurations[members[0]].sessions
    let groups = Dictionary(grouping: sessions.indices) { name(of: sessions[$0]) }
    var rows: [Row] = []
    for (group, indices) in groups.sorted(by: { $0.key < $1.key }) { rows += self.rows(group, members, indices) }
    guard groups.count > 1 else { return rows }
    var all = self.rows(nil, members, Array(sessions.indices))
    for row in all.indices {
      let own = rows.filter { $0.configuration == all[row].configuration }
      for place in measures.indices { all[row].cells[place].rank = own.compactMap { $0.cells[place].rank }.mean }
    }
    return rows + all
  }

  private func name(of session: RunRecord.Session) -> String {
    switch label {
    case .family: record.traces[session.trace].family
    case .trace: traceNames[session.trace]
    case .video: record.contents[session.content]
    }
  }

  private func rows(_ group: String?, _ members: [Int], _ sessions: [Int]) -> [Row] {
    let columns = measures.map { column(of: $0, members, sessions) }
    let first = record.configurations[members[0]]
    let count = Set(sessions.map { clusters[first.sessions[$0].trace] }).count
    return members.enumerated().map { place, member in
      Row(group: group, configuration: member, clusters: count, cells: columns.map { $0[place] })
    }
  }

  private func column(of measure: Measure, _ members: [Int], _ sessions: [Int]) -> [Cell] {
    let configurations = members.map { record.configurations[$0] }
    var cells = configurations.map { configuration in
      let isThere = measure.metrics.allSatisfy { configuration.values(of: $0) != nil }
      let value = isThere ? measure.value(of: configuration, over: sessions) : nil
      return Cell(
        value: value.flatMap { $0.isFinite ? $0 : nil }, interval: interval(of: measure, configuration, sessions))
    }
    // How bad each is: less is better.
    let harms = cells.map { $0.value.flatMap(measure.direction.harm) }
    guard harms.contains(where: { $0 != nil }) else { return cells }
    for (place, harm) in harms.enumerated() {
      guard let harm else { continue }
      let ties = harms.count { $0.map { Tie.holds($0, harm) } ?? false }
      let better = harms.count { $0.map { $0 < harm && !Tie.holds($0, harm) } ?? false }
      cells[place].rank = Double(better) + Double(ties + 1) / 2
    }
    guard let best = cells.indices.filter({ cells[$0].rank == 1 }).first, harms.allSatisfy({ $0 != nil }) else {
      return cells
    }
    let pValues = configurations.indices.filter { $0 != best }.map { other -> Double in
      guard
        let pairs = try? PairedClusters(
          reference: terms(of: measure, configurations[other], sessions),
          candidate: terms(of: measure, configurations[best], sessions))
      else { return 1 }
      let comparison = PairedComparison(pairs, direction: measure.direction)
      return comparison.verdict == .better ? comparison.pValue : 1
    }
    cells[best].isBest =
      !pValues.isEmpty && HolmAdjustment.adjusted(pValues).allSatisfy { $0 < RunComparison.significance }
    return cells
  }

  private func terms(
    of measure: Measure, _ configuration: ConfigurationRecord, _ sessions: [Int]
  ) -> [PairedClusters.Term] {
    sessions.compactMap { session in
      measure.term(of: configuration, at: session).map {
        .init(
          cluster: clusters[configuration.sessions[session].trace], numerator: $0.numerator,
          denominator: $0.denominator)
      }
    }
  }

  private func interval(
    of measure: Measure, _ configuration: ConfigurationRecord, _ sessions: [Int]
  ) -> ConfidenceInterval? {
    let totals = Dictionary(grouping: terms(of: measure, configuration, sessions), by: \.cluster)
      .sorted { $0.key < $1.key }
      .map { ($0.value.reduce(0) { $0 + $1.numerator }, $0.value.reduce(0) { $0 + $1.denominator }) }
    guard let ratio = RatioEstimate(totals, within: measure.unit.range), let low = ratio.low, let high = ratio.high
    else {
      return nil
    }
    // A sum is so many times the mean of the sessions.
    let scale = measure.isSum ? Double(sessions.count) : 1
    return ConfidenceInterval(lower: low * scale, upper: high * scale)
  }
}
