extension NativeTrace: WritableTraceFormat {
  /// `csv`.
  public static let fileEnding = "csv"

  /// The rows, to the last bit; nothing is lost.
  public static func export(_ trace: BandwidthTrace) -> TraceExport { TraceExport(bytes: write(trace)) }
}
