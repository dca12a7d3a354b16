extension PensieveTrace: WritableTraceFormat {
  /// `txt`; Pensieve itself needs no ending.
  public static let fileEnding = "txt"

  /// A line at time 0, whose rate is not read, and one at the end of each row.
  public static func export(_ trace: BandwidthTrace) -> TraceExport {
    var text = "0\t\(DecimalText.of(trace.rows[0].bandwidth, timesTenTo: -6))\n"
    var time = 0.0
    for row in trace.rows {
      time += row.duration
      text += "\(DecimalText.of(time))\t\(DecimalText.of(row.bandwidth, timesTenTo: -6))\n"
    }
    return TraceExport(bytes: Array(text.utf8), losses: trace.losses(hasLatency: false))
  }
}
