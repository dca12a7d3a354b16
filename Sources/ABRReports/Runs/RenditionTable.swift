import ABRInput
import ABRRuns
import ABRStatistics

/// How long each rendition of the ladder was shown, a column for each configuration, and which are hardly used.
package struct RenditionTable {
  /// The share of the time up to which a rendition is hardly used.
  static let leastShare = 0.02

  private let columns: [(name: String, times: [RenditionTime])]

  /// Lays out the ladders of a run.
  ///
  /// - Parameter record: the run.
  package init(_ record: RunRecord) {
    let names = Configuration.namesWithViewers(of: record.configurations.map(\.configuration))
    columns = zip(names, record.configurations.map(\.renditions)).filter { !$1.isEmpty }.map { ($0, $1) }
  }

  /// Whether the run says how long renditions were shown.
  package var isEmpty: Bool { columns.isEmpty }

  /// A row for each rendition.
  package var table: DataTable {
    let hasVideos = Set(columns.first?.times.map(\.video) ?? []).count > 1
    var table = DataTable(
      columns: (hasVideos ? [.text("video")] : []) + [
        .number("rendition", title: "rendition", digits: 0),
        .number("bandwidth_bps", title: "Mbit/s", scale: 1e-6, digits: 3), .text("resolution"),
      ] + columns.map { .number($0.name, title: "\($0.name) %", scale: 100, digits: 1) })
    let shares = columns.map { Self.shares($0.times) }
    for (row, time) in (columns.first?.times ?? []).enumerated() {
      table.append(
        (hasVideos ? [.text(time.video)] : []) + [
          .integer(time.rendition), .integer(time.bandwidth), .text(time.resolution),
        ] + shares.map { DataTable.Cell($0.indices.contains(row) ? $0[row] : nil) })
    }
    return table
  }

  /// Which renditions no configuration shows for more than `leastShare` of the time; `nil` for none.
  package var sentence: String? {
    let shares = columns.map { Self.shares($0.times) }
    let unused = (columns.first?.times ?? []).enumerated().filter { row, _ in
      shares.allSatisfy { $0.indices.contains(row) && ($0[row] ?? 1) < Self.leastShare }
    }.map(\.element)
    guard !unused.isEmpty else { return nil }
    let names = unused.map { "\($0.rendition) (\(Decimals.text(Double($0.bandwidth) / 1e6, digits: 3)) Mbit/s)" }
    return
      "Hardly used, under \(Decimals.text(100 * Self.leastShare, digits: 0)) % of the time with every configuration: "
      + "\(unused.count == 1 ? "rendition" : "renditions") \(names.joined(separator: ", "))."
  }

  /// What a page has of it; `nil` where the run does not say.
  package var section: Report.Section? {
    isEmpty
      ? nil
      : Report.Section(title: "Time shown by rendition", text: sentence ?? "Every rendition is used.", table: table)
  }

  /// Each time as a share of those of its video; `nil` where nothing of it was shown.
  private static func shares(_ times: [RenditionTime]) -> [Double?] {
    let totals = Dictionary(grouping: times, by: \.video).mapValues { CompensatedSum($0.map(\.shown)).value }
    return times.map { time in totals[time.video].flatMap { $0 > 0 ? time.shown / $0 : nil } }
  }
}
