import ABRInput
import ABRReports
import ABRSweeps

/// Which shards of a sweep are done, failed and missing.
struct SweepStatus {
  private let plan: SweepPlan
  /// Indices of those that are done.
  private(set) var done: [Int] = []
  private var missing: [Int] = []
  private var failures: [(index: Int, reason: String)] = []

  /// Looks at every shard.
  /// - Complexity: O(size of the files).
  init(of plan: SweepPlan, in folder: SweepFolder) {
    self.plan = plan
    for index in 0..<plan.shardCount {
      let shard = plan.shard(index)
      switch folder.shard(shard, of: plan) {
      case .done: done.append(index)
      case .damaged(let error):
        missing.append(index)
        failures.append((index, "\(error)"))
      case .missing:
        missing.append(index)
        if let reason = folder.failure(of: shard) { failures.append((index, reason)) }
      }
    }
  }

  /// Numbers in the syntax of `sbatch --array`: `0-3,7`.
  static func ranges(of indices: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for index in indices.sorted() {
      if let last = ranges.last, last.upperBound + 1 == index {
        ranges[ranges.count - 1] = last.lowerBound...index
      } else {
        ranges.append(index...index)
      }
    }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: ",")
  }

  /// The state in a format.
  ///
  /// - Parameters:
  ///   - format: a table of one row, with the failed shards below it for people.
  ///   - width: columns of the terminal.
  func text(as format: TableFormat, width: Int) -> String {
    var table = DataTable(columns: [
      .number("shards", title: "shards", digits: 0), .number("done", title: "done", digits: 0),
      .number("failed", title: "failed", digits: 0), .text("missing"),
      .number("sessions", title: "sessions", digits: 0),
    ])
    let (shown, isWhole) = (Self.ranges(of: missing), format == .table)
    table.append([
      .integer(plan.shardCount), .integer(done.count), .integer(failures.count),
      .text(missing.isEmpty && isWhole ? "none" : shown), .integer(plan.sessionCount),
    ])
    guard isWhole else { return table.text(as: format) }
    return table.text(as: .table, width: width)
      + failures.map { "shard \($0.index): \(EscapedText.line($0.reason))\n" }.joined()
  }
}
