/// A trace of a run and where it came from.
///
/// What results show of a trace is always in memory. Its rows may not be: of recordings that do not fit into memory
/// they are read again from the file when they are played, see ``trace()``.
public struct TraceSource: Sendable {
  /// Where the rows are.
  private enum Rows: Sendable {
    case kept(BandwidthTrace)
    case inFile(format: any TraceFormat.Type, reader: TraceSourceReader)
  }

  /// The file, as the user named it or found below a folder the user named.
  public let file: String
  /// Name of the folder that holds the file: traces of one kind lie together.
  public package(set) var family: String
  /// SHA-256 of the file's bytes, in hexadecimal.
  public let sha256: String
  /// Name of the trace.
  public let name: String
  /// What copies of a recording have in common, whatever their line ends, comments and formats.
  package let content: UInt64
  private let figures: BandwidthTrace.Figures
  private let rows: Rows

  /// Describes a trace whose rows stay in memory.
  public init(file: String, family: String, sha256: String, trace: BandwidthTrace) {
    self.init(file: file, family: family, sha256: sha256, trace: trace, rows: .kept(trace))
  }

  private init(file: String, family: String, sha256: String, trace: BandwidthTrace, rows: Rows) {
    self.file = file
    self.family = family
    self.sha256 = sha256
    name = trace.name
    content = trace.content
    figures = trace.figures
    self.rows = rows
  }

  /// The trace of a file.
  ///
  /// - Parameters:
  ///   - file: the file as it was read.
  ///   - family: name of its folder.
  ///   - reader: reads the rows again when they are needed; `nil` where they stay in memory.
  package init(_ file: TraceFile, family: String = "", readAgainBy reader: TraceSourceReader? = nil) {
    let rows = reader.map { Rows.inFile(format: file.format, reader: $0) } ?? .kept(file.trace)
    self.init(file: file.path, family: family, sha256: file.sha256, trace: file.trace, rows: rows)
  }

  /// Length of the recording in seconds.
  public var duration: Double { figures.duration }
  /// Time-weighted mean capacity in bits per second.
  public var meanBandwidth: Double { figures.meanBandwidth }
  /// The longest time in seconds in which no byte comes, within the recording.
  package var longestSilence: Double { figures.longestSilence }
  /// Whether every row has a latency of its own.
  package var hasLatencies: Bool { figures.hasLatencies }
  /// Whether a row was measured on a network that is expensive.
  package var isExpensive: Bool { figures.isExpensive }

  /// The trace with its rows.
  ///
  /// - Throws: ``TraceError/unreadable(file:reason:)`` where they must be read again, and the file is gone or holds
  ///   other bytes than before.
  /// - Complexity: O(1), or O(size of the file) where it is read again.
  public func trace() throws(TraceError) -> BandwidthTrace {
    switch rows {
    case .kept(let trace): trace
    case .inFile(let format, let reader): try reader.readAgain(file, format: format, sha256: sha256)
    }
  }
}
