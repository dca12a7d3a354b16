extension MahimahiTrace: WritableTraceFormat {
  /// `trace`.
  public static let fileEnding = "trace"
  /// The most packets that are written: 20 million, about 150 MB.
  static let maximumPackets = 20_000_000.0

  /// A line for each packet of 1500 bytes, at the millisecond in which the last of its bits passes, as Mahimahi's own
  /// `mm-rate-to-events` does.
  ///
  /// A goodput is what is left of a link's capacity: the link is written that carries it. The file ends at the length
  /// of the trace, with one packet too many where its end is silent.
  ///
  /// - Throws: ``TraceError/invalid(field:found:allowed:)`` for more than 20 million packets.
  public static func export(_ trace: BandwidthTrace) throws(TraceError) -> TraceExport {
    let factor = trace.measure == .goodput ? BandwidthTrace.Measure.linkCapacity.payloadFraction : 1
    let packets = trace.meanBandwidth * trace.duration / factor / packet
    guard packets <= maximumPackets else {
      throw TraceError.invalid(
        field: "packets", found: "\(Int(min(packets, 1e15)))",
        allowed: "at most \(Int(maximumPackets)) in a file of Mahimahi")
    }
    var bytes: [UInt8] = []
    var (bits, time, rounding, last) = (0.0, 0.0, 0.0, 0)
    for row in trace.rows {
      let rate = row.bandwidth / factor
      let volume = bits + rate * row.duration
      // Packets are counted for a row as a whole: one that lacks nothing but the rounding of sums must not wait for the
      // next row, before which there may be an outage.
      let count = (volume / packet + 1e-6).rounded(.down)
      // The time at which each packet is whole, and not the state of every millisecond.
      for number in stride(from: 1, through: count, by: 1) {
        let moment = time + min(row.duration, (number * packet - bits) / rate)
        last = max(last, Int((moment * 1000 - 1e-6).rounded(.up)))
        bytes += "\(last)\n".utf8
      }
      bits = max(0, volume - count * packet)
      // The sum of many durations with what each addition rounds off (Kahan).
      let length = row.duration - rounding
      let end = time + length
      (time, rounding) = (end, end - time - length)
    }
    var losses = trace.rows.contains { $0.latency != nil } ? ["latencies are not in the file"] : []
    losses += trace.lostClasses
    losses.append("rates are packets of 1500 bytes in whole milliseconds")
    if trace.measure == .goodput { losses.append("the goodput is written as the link capacity that carries it") }
    let end = max(1, Int((trace.duration * 1000).rounded()))
    if last < end {
      bytes += "\(end)\n".utf8
      losses.append("one packet at the end keeps the length")
    }
    return TraceExport(bytes: bytes, losses: losses)
  }
}
