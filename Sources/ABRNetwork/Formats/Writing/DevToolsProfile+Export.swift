extension DevToolsProfile: WritableTraceFormat {
  /// `json`.
  public static let fileEnding = "json"

  /// An array of conditions for `Network.emulateNetworkConditions`, each with its `duration` in seconds: a script has
  /// to set one after the other.
  public static func export(_ trace: BandwidthTrace) -> TraceExport {
    var text = "["
    for (index, row) in trace.rows.enumerated() {
      text += index == 0 ? "\n" : ",\n"
      // Bytes from bits is a division by a power of two, which is exact.
      text += "  {\"duration\": \(DecimalText.of(row.duration)), \"offline\": \(row.bandwidth == 0), "
      text += "\"latency\": \(DecimalText.of(row.latency ?? 0, timesTenTo: 3)), "
      text += "\"download\": \(DecimalText.of(row.bandwidth / 8)), \"upload\": -1}"
    }
    let losses = trace.losses(hasLatency: true) + ["conditions hold for requests, not for packets"]
    return TraceExport(bytes: Array((text + "\n]\n").utf8), losses: losses)
  }
}
