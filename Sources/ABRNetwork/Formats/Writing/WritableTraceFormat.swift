/// A format that traces are written in, too.
public protocol WritableTraceFormat: TraceFormat {
  /// The ending of its files' names, without a point.
  static var fileEnding: String { get }

  /// The bytes of a file, and what of the trace they cannot represent.
  ///
  /// - Throws: ``TraceError`` where the format cannot hold the trace at all.
  /// - Complexity: O(*rows*) or, for formats of packets, O(*packets*).
  static func export(_ trace: BandwidthTrace) throws(TraceError) -> TraceExport
}

/// A trace as a file of some format.
public struct TraceExport: Sendable, Hashable {
  /// The content of the file.
  public var bytes: [UInt8]
  /// What reading the file does not give back.
  public var losses: [String]

  /// Describes a file.
  public init(bytes: [UInt8], losses: [String] = []) {
    self.bytes = bytes
    self.losses = losses
  }
}

extension TraceFormats {
  /// The formats that traces are written in.
  public static var writable: [any WritableTraceFormat.Type] {
    all.compactMap { $0 as? any WritableTraceFormat.Type }
  }
}

extension BandwidthTrace {
  /// What formats lose that name no kinds of network: all but the lab's own.
  var lostClasses: [String] { hasNetworkClasses ? ["classes of the network are not in the file"] : [] }

  /// What formats lose that have neither latencies nor a word for what rates count.
  func losses(hasLatency: Bool) -> [String] {
    var losses: [String] = []
    if !hasLatency, rows.contains(where: { $0.latency != nil }) { losses.append("latencies are not in the file") }
    if hasLatency, rows.contains(where: { $0.latency == nil }) {
      losses.append("rows without a latency are written with 0 ms")
    }
    losses += lostClasses
    if measure == .linkCapacity { losses.append("the file does not say that its rates are link capacity") }
    return losses
  }
}
