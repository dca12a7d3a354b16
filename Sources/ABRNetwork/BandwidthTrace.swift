import ABRInput

/// A recording of what a network could carry: capacity that is constant within a row.
///
/// ```swift
/// let rows = [BandwidthTrace.Row(duration: 10, bandwidth: 4e6), BandwidthTrace.Row(duration: 2, bandwidth: 0)]
/// let trace = try BandwidthTrace(name: "lte", rows: rows)
/// ```
public struct BandwidthTrace: Sendable, Hashable {
  /// A stretch of constant capacity.
  public struct Row: Sendable, Hashable {
    /// Length of the stretch in seconds, more than 0.
    public var duration: Double
    /// Capacity in bits per second, 0 for an outage.
    public var bandwidth: Double
    /// Round-trip time of a request made in this row, in seconds; `nil` where the recording has none.
    public var latency: Double?
    /// The kind of network; `nil` where the recording does not say.
    public var networkClass: NetworkClass?

    /// Creates a row. Values are checked by ``BandwidthTrace/init(name:rows:measure:)``, not here.
    public init(duration: Double, bandwidth: Double, latency: Double? = nil, networkClass: NetworkClass? = nil) {
      self.duration = duration
      self.bandwidth = bandwidth
      self.latency = latency
      self.networkClass = networkClass
    }
  }

  /// What the bandwidths of a recording count, by the word for it.
  public enum Measure: String, Sendable, Hashable, CaseIterable {
    /// What an application received: payload.
    case goodput
    /// What the link could carry: packets with their headers.
    case linkCapacity = "link capacity"

    /// Share of these bytes that is payload: all of goodput; of link capacity 1448 bytes in each packet of 1500, which
    /// leaves 20 bytes to IPv4, 20 to TCP and 12 to its time stamps (RFC 7323).
    public var payloadFraction: Double {
      switch self {
      case .goodput: 1
      case .linkCapacity: 1448.0 / 1500
      }
    }
  }

  /// The longest row in seconds: a year. Longer ones are a unit mistake.
  public static let maximumDuration = 31_536_000.0
  /// The largest capacity in bits per second: 1 Pbit/s. Larger ones are a unit mistake.
  public static let maximumBandwidth = 1e15
  /// The longest latency in seconds: an hour. Longer ones are a unit mistake.
  public static let maximumLatency = 3_600.0

  /// Name for people and for results; for a file, the file's name.
  public let name: String
  /// The rows in order of time, at least one.
  public let rows: [Row]
  /// What the bandwidths of the rows count.
  public let measure: Measure

  /// Creates a trace and checks every row.
  ///
  /// - Throws: ``TraceError/invalid(field:found:allowed:)`` naming the first row that is wrong, or
  ///   ``TraceError/neverCarriesAByte(rows:bits:)``.
  /// - Complexity: O(*rows*).
  public init(name: String, rows: [Row], measure: Measure = .goodput) throws(TraceError) {
    guard !rows.isEmpty else { throw TraceError.invalid(field: "rows", found: "none", allowed: "at least one") }
    var bytes = 0.0
    for (index, row) in rows.enumerated() {
      if let fault = Self.fault(in: row, number: index + 1) {
        throw TraceError.invalid(field: fault.field, found: fault.found, allowed: fault.allowed)
      }
      bytes += row.duration * row.bandwidth / 8
    }
    // Less than one byte over the whole trace is no capacity: one segment would take years.
    guard bytes >= 1 else { throw TraceError.neverCarriesAByte(rows: rows.count, bits: bytes * 8) }
    self.name = name
    // Traces are kept as long as a run, and readers leave room for as many rows again: a copy has none.
    self.rows = rows.capacity > rows.count + rows.count / 8 ? rows.map(\.self) : rows
    self.measure = measure
  }

  /// What is wrong with one row, so that readers can name the line it stands on; `nil` when nothing is.
  static func fault(in row: Row, number: Int, column: String = "bandwidth_bps") -> InputFault? {
    guard row.duration > 0, row.duration <= maximumDuration else {
      return InputFault(
        line: nil, field: "row \(number) duration_s", found: "\(row.duration)",
        allowed: "more than 0, at most \(maximumDuration)")
    }
    guard row.bandwidth >= 0, row.bandwidth <= maximumBandwidth else {
      return InputFault(
        line: nil, field: "row \(number) \(column)", found: "\(row.bandwidth)", allowed: "0 to \(maximumBandwidth)")
    }
    if let latency = row.latency, !(latency >= 0 && latency <= maximumLatency) {
      return InputFault(
        line: nil, field: "row \(number) latency_ms", found: "\(latency * 1000)",
        allowed: "0 to \(maximumLatency * 1000)")
    }
    return nil
  }

  /// Whether any row names the kind of network.
  /// - Complexity: O(*rows*).
  public var hasNetworkClasses: Bool { rows.contains { $0.networkClass != nil } }

  /// Length of the recording in seconds.
  /// - Complexity: O(*rows*).
  public var duration: Double { rows.reduce(0) { $0 + $1.duration } }

  /// A hash of all that the engine knows of the trace: its rows and what they measure. Numbers count to 1 in 2^33: what
  /// is written in other units and read again can differ in its last bits.
  /// - Complexity: O(*rows*).
  var content: UInt64 {
    rows.reduce(into: measure == .goodput ? 0 : 4) { hash, row in
      // Most numbers have leading bits alone: those of durations and bandwidths stand beside each other.
      let bandwidth = Self.leadingBits(row.bandwidth)
      var value = Self.leadingBits(row.duration) ^ (bandwidth << 32 | bandwidth >> 32)
      if let latency = row.latency { value ^= ~Self.leadingBits(latency) &* 0x9e37_79b9_7f4a_7c15 }
      if let networkClass = row.networkClass { value ^= networkClass.isExpensive ? 1 : 2 }
      hash = (hash ^ value) &* 0xff51_afd7_ed55_8ccd
      hash ^= hash >> 32
    }
  }

  /// The bits of a number rounded to 32 binary places.
  private static func leadingBits(_ value: Double) -> UInt64 { (value.bitPattern &+ (1 << 19)) & ~((1 << 20) - 1) }

  /// What results tell of a recording.
  struct Figures: Sendable {
    /// Length of the recording in seconds.
    var duration = 0.0
    /// Time-weighted mean capacity in bits per second.
    var meanBandwidth = 0.0
    /// The longest time in seconds in which no byte comes, within the recording.
    var longestSilence = 0.0
    /// Whether every row has a latency of its own.
    var hasLatencies = true
    /// Whether a row was measured on a network that is expensive.
    var isExpensive = false
  }

  /// All that results tell of the recording, in one pass.
  /// - Complexity: O(*rows*).
  var figures: Figures {
    var figures = Figures()
    var silence = 0.0
    for row in rows {
      figures.duration += row.duration
      silence = row.bandwidth > 0 ? 0 : silence + row.duration
      figures.longestSilence = max(figures.longestSilence, silence)
      if row.latency == nil { figures.hasLatencies = false }
      if let networkClass = row.networkClass, networkClass.isExpensive { figures.isExpensive = true }
    }
    figures.meanBandwidth = meanBandwidth
    return figures
  }

  /// The longest time in seconds in which no byte comes, within the recording.
  /// - Complexity: O(*rows*).
  package var longestSilence: Double { figures.longestSilence }

  /// Time-weighted mean capacity in bits per second.
  /// - Complexity: O(*rows*).
  public var meanBandwidth: Double {
    let (bits, duration) = rows.reduce(into: (0.0, 0.0)) { sums, row in
      sums.0 += row.duration * row.bandwidth
      sums.1 += row.duration
    }
    return bits / duration
  }
}
