extension NativeTrace: WritableTraceFormat {
  /// `csv`.
  public static let fileEnding = "csv"

  /// The rows, to the last bit; nothing is lost.
  public static func export(_ trace: BandwidthTrace) -> TraceExport { TraceExport(bytes: write(trace)) }

  /// The bytes of a file that ``read(_:)`` turns into the same rows again, to the last bit.
  ///
  /// Numbers are written with as few digits as identify them, whole ones without a point.
  /// - Complexity: O(*rows*).
  public static func write(_ trace: BandwidthTrace) -> [UInt8] {
    let hasClasses = trace.hasNetworkClasses
    var text = header(trace.measure) + (hasClasses ? classColumn : "")
    for row in trace.rows {
      text += "\n\(DecimalText.of(row.duration)),\(DecimalText.of(row.bandwidth)),"
      if let latency = row.latency { text += DecimalText.of(latency, timesTenTo: 3) }
      if hasClasses { text += "," + (row.networkClass?.rawValue ?? "") }
    }
    text += "\n"
    return Array(text.utf8)
  }
}
