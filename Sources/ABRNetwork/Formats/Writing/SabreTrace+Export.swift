extension SabreTrace: WritableTraceFormat {
  /// `json`.
  public static let fileEnding = "json"

  /// An array with an object for each row; Sabre demands a latency in all of them.
  public static func export(_ trace: BandwidthTrace) -> TraceExport {
    var text = "["
    for (index, row) in trace.rows.enumerated() {
      text += index == 0 ? "\n" : ",\n"
      text += "  {\"duration_ms\": \(DecimalText.of(row.duration, timesTenTo: 3)), "
      text += "\"bandwidth_kbps\": \(DecimalText.of(row.bandwidth, timesTenTo: -3)), "
      text += "\"latency_ms\": \(DecimalText.of(row.latency ?? 0, timesTenTo: 3))}"
    }
    return TraceExport(bytes: Array((text + "\n]\n").utf8), losses: trace.losses(hasLatency: true))
  }
}
