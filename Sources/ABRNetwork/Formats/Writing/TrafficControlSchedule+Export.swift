extension TrafficControlSchedule: WritableTraceFormat {
  /// `sh`.
  public static let fileEnding = "sh"

  /// A shell script that sets `netem` for each row and sleeps. An outage is a loss of all packets, for a rate of 0 is
  /// no limit to `tc`.
  public static func export(_ trace: BandwidthTrace) -> TraceExport {
    var text = """
      #!/bin/sh
      # Put the name of the interface in place of eth0; run as root. Afterwards: tc qdisc del dev eth0 root
      set -e

      """
    for row in trace.rows {
      text += "tc qdisc replace dev eth0 root netem"
      text += row.bandwidth > 0 ? " rate \(DecimalText.of(row.bandwidth))bit" : " loss 100%"
      if let latency = row.latency { text += " delay \(DecimalText.of(latency, timesTenTo: 3))ms" }
      text += "\nsleep \(DecimalText.of(row.duration))\n"
    }
    var losses = trace.lostClasses
    if trace.measure == .goodput { losses.append("tc counts headers of packets: an application gets some 3 % less") }
    return TraceExport(bytes: Array(text.utf8), losses: losses)
  }
}
