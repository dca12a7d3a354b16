import ABRInput
import Synchronization

/// Reads the trace files of a run, and keeps no more rows in memory than it may.
///
/// Every file is read once to check it. The rows of the files that came first stay in memory; beyond the budget they
/// are forgotten and read again when a session needs them. What can be read only once, such as a pipe, stays in memory
/// whatever it takes. Which rows are kept changes no result.
package final class TraceSourceReader: Sendable {
  /// Rows that stay in memory while a command runs: a million, which are 32 MiB.
  package static let usualRowBudget = 1 << 20

  private let format: (any TraceFormat.Type)?
  private let options: TraceOptions
  /// How many more rows may stay.
  private let rowsLeft: Mutex<Int>

  /// Prepares reading.
  ///
  /// - Parameters:
  ///   - format: the format of the files; `nil` to judge by their content.
  ///   - options: what the user states beyond the files.
  ///   - rowBudget: rows that may stay in memory, of all files together.
  package init(
    format: (any TraceFormat.Type)? = nil, options: TraceOptions = TraceOptions(), rowBudget: Int = usualRowBudget
  ) {
    self.format = format
    self.options = options
    rowsLeft = Mutex(rowBudget)
  }

  /// Reads the one trace of a file, as `TraceFile.load` does. May be called from any thread.
  ///
  /// - Returns: the trace, without a family, and notes for the user on how it was read.
  /// - Throws: ``TraceError`` naming the file.
  /// - Complexity: O(size of the file).
  package func read(_ path: String) throws(TraceError) -> (source: TraceSource, notes: [String]) {
    let file = try TraceFile.load(path, format: format, options: options)
    let isKept = fits(file.trace.rows.count) || !Self.canBeReadAgain(path)
    return (TraceSource(file, readAgainBy: isKept ? nil : self), file.notes)
  }

  /// Takes rows from what is left of the budget, if there are that many.
  private func fits(_ count: Int) -> Bool {
    rowsLeft.withLock { left in
      guard count <= left else { return false }
      left -= count
      return true
    }
  }

  /// Whether a path leads to the same bytes each time: to a file, and to none that only this process has open.
  private static func canBeReadAgain(_ path: String) -> Bool {
    guard path != "-", !path.hasPrefix("/dev/"), !path.hasPrefix("/proc/") else { return false }
    return (try? InputFile.kind(of: path)) == .file
  }

  /// The trace of a file that was read before.
  ///
  /// - Throws: ``TraceError/unreadable(file:reason:)`` where the file is gone or holds other bytes.
  func readAgain(
    _ path: String, format: any TraceFormat.Type, sha256: String
  ) throws(TraceError) -> BandwidthTrace {
    try TraceFile.loadAgain(path, format: format, options: options, sha256: sha256)
  }
}
