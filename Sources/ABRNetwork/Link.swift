/// The network as a player sees it: answers exactly when *n* bytes, requested at time *t*, have arrived.
///
/// ```swift
/// var cursor = Link.Cursor()
/// let seconds = Link(trace).arrival(of: 500_000, from: 0, cursor: &cursor)
/// ```
///
/// Capacity is a piecewise-constant function of time, so cumulative bytes are piecewise linear and a transfer ends
/// where that line has risen by *n*. The link keeps prefix sums of bytes and a ``Cursor`` that only moves forward;
/// nothing is stepped sample by sample, and whole laps of a wrapped trace are skipped by division. The sample-by-sample
/// version is the oracle in the tests.
///
/// Times are seconds on the link's clock, which starts at 0 at the first row. They must not decrease from call to call
/// with one cursor. A link is shared by reference: sessions that begin over it copy nothing.
public final class Link: Sendable {
  /// A point of the cumulative curve: the start of a row.
  @usableFromInline
  struct Knot: Sendable {
    /// Seconds since the start of the lap.
    @usableFromInline var start: Double
    /// Bytes carried since the start of the lap.
    @usableFromInline var carried: Double
    /// Bytes per second in this row.
    @usableFromInline var rate: Double
    /// Seconds per byte in this row; infinite where the rate is 0.
    @usableFromInline var secondsPerByte: Double
  }

  /// A position on the link: the row that holds it and the time at which the current lap began.
  public struct Cursor: Sendable, Hashable {
    @usableFromInline var row: Int
    @usableFromInline var lapStart: Double

    @inlinable
    init(row: Int, lapStart: Double) {
      self.row = row
      self.lapStart = lapStart
    }

    /// The start of the link's clock.
    @inlinable
    public init() { self.init(row: 0, lapStart: 0) }
  }

  /// One knot a row, then a last one that closes the last row: the end of the lap, or infinity when the trace does not
  /// wrap.
  @usableFromInline let knots: [Knot]
  /// ``Knot/carried`` of all knots.
  @usableFromInline let carried: RisingValues
  /// Latency of each row in seconds; empty when all rows agree.
  @usableFromInline let latencies: [Double]
  /// The latency of every row, meaningful when ``latencies`` is empty.
  @usableFromInline let uniformLatency: Double
  /// Round trips that one lap has room for; infinite when a row has no latency or the trace does not wrap.
  @usableFromInline let tripsPerLap: Double
  /// Where the class of the network changes; empty where the recording does not say it.
  let classChanges: [ClassChange]
  /// Seconds after which the trace starts again; infinite when it does not.
  public let lapDuration: Double
  /// Bytes carried by one lap; infinite when the trace does not wrap.
  public let lapBytes: Double
  /// The longest time in seconds in which no byte comes; infinite where the trace stops, or holds a row of 0 bit/s.
  public let longestSilence: Double

  /// Builds the prefix sums of a trace.
  ///
  /// - Parameters:
  ///   - trace: the capacity over time.
  ///   - end: what happens after the last row.
  ///   - defaultLatency: seconds, for rows whose recording has no latency.
  ///   - payloadFraction: share of the trace's bytes that is payload, in (0, 1]; `nil` takes what the trace says, see
  ///     ``BandwidthTrace/Measure/payloadFraction``. The link carries payload.
  /// - Complexity: O(*rows*).
  public init(
    _ trace: BandwidthTrace, end: TraceEnd = .wrap, defaultLatency: Double = 0, payloadFraction: Double? = nil
  ) {
    let bytesPerBit = (payloadFraction ?? trace.measure.payloadFraction) / 8
    var knots: [Knot] = []
    knots.reserveCapacity(trace.rows.count + 2)
    var start = 0.0
    var carried = 0.0
    func append(rate: Double) {
      knots.append(Knot(start: start, carried: carried, rate: rate, secondsPerByte: 1 / rate))
    }
    for row in trace.rows {
      let rate = row.bandwidth * bytesPerBit
      append(rate: rate)
      start += row.duration
      carried += rate * row.duration
    }
    var latencies = trace.rows.map { $0.latency ?? defaultLatency }
    switch end {
    case .wrap:
      lapDuration = start
      lapBytes = carried
    case .hold:
      lapDuration = .infinity
      lapBytes = .infinity
      start = .infinity
      carried = .infinity
    case .stop:
      lapDuration = .infinity
      lapBytes = .infinity
      append(rate: 0)
      latencies.append(latencies[latencies.count - 1])
      start = .infinity
      carried = .infinity
    }
    append(rate: 0)
    self.knots = knots
    self.carried = RisingValues(knots.lazy.map(\.carried))
    longestSilence = Self.longestSilence(of: trace, end: end)
    uniformLatency = latencies[0]
    self.latencies = latencies.allSatisfy { $0 == latencies[0] } ? [] : latencies
    classChanges = Self.classChanges(of: trace)
    tripsPerLap = end == .wrap ? zip(trace.rows, latencies).reduce(0) { $0 + $1.0.duration / $1.1 } : .infinity
  }

  /// The same link on a clock that counts so many units a second.
  package init(_ link: Link, unitsPerSecond units: Double) {
    knots = link.knots.map {
      Knot(
        start: $0.start * units, carried: $0.carried, rate: $0.rate / units, secondsPerByte: $0.secondsPerByte * units)
    }
    carried = link.carried
    latencies = link.latencies.map { $0 * units }
    uniformLatency = link.uniformLatency * units
    classChanges = link.classChanges.map { ClassChange(start: $0.start * units, networkClass: $0.networkClass) }
    tripsPerLap = link.tripsPerLap
    lapDuration = link.lapDuration * units
    lapBytes = link.lapBytes
    longestSilence = link.longestSilence * units
  }

  /// A link on which every byte arrives at the moment it is asked for: the ideal against which closed forms are
  /// checked.
  public init(instantaneousWithLatency latency: Double) {
    knots = []
    carried = RisingValues([])
    latencies = []
    uniformLatency = latency
    classChanges = []
    tripsPerLap = .infinity
    lapDuration = .infinity
    lapBytes = .infinity
    longestSilence = 0
  }

  /// The latency of every round trip in seconds when all rows agree, otherwise `nil`.
  public var constantLatency: Double? { latencies.isEmpty ? uniformLatency : nil }

  /// The cursor of a session that starts somewhere inside the trace.
  ///
  /// - Parameters:
  ///   - offset: seconds into the trace, at least 0; wrapped into the first lap.
  ///   - time: the link time that falls on that point.
  /// - Complexity: O(log *rows*).
  public func cursor(atOffset offset: Double, time: Double = 0) -> Cursor {
    precondition(offset >= 0, "a trace offset is not negative")
    guard offset > 0, !knots.isEmpty else { return Cursor(row: 0, lapStart: time) }
    let position = lapDuration.isFinite ? offset.truncatingRemainder(dividingBy: lapDuration) : offset
    var low = 0
    var high = knots.count - 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if knots[middle].start <= position { low = middle } else { high = middle }
    }
    return Cursor(row: low, lapStart: time - position)
  }

  /// Moves a cursor to the row that holds a time. A time on the border of two rows belongs to the later one.
  /// - Complexity: amortised O(1) over a session.
  @inlinable @inline(__always)
  func seek(_ cursor: inout Cursor, to time: Double) -> Double {
    var position = time - cursor.lapStart
    if position >= lapDuration {
      let laps = (position / lapDuration).rounded(.down)
      cursor.lapStart += laps * lapDuration
      cursor.row = 0
      position = max(0, time - cursor.lapStart)
    }
    var row = cursor.row
    // The last knot closes the curve; a rounding error must not step beyond it.
    let last = knots.count - 2
    while row < last, knots[row + 1].start <= position { row += 1 }
    cursor.row = row
    return position
  }

  /// The row at a cursor: the link time at which it ends and its bytes per second; `nil` on an
  /// instantaneous link.
  @inlinable @inline(__always)
  public func row(at cursor: Cursor) -> (end: Double, rate: Double)? {
    if knots.isEmpty { return nil }
    return (cursor.lapStart + knots[cursor.row + 1].start, knots[cursor.row].rate)
  }

  /// The time at which `bytes` have arrived that start to flow at `time`; infinite when they never do.
  ///
  /// - Parameters:
  ///   - bytes: at least 0; fractions are allowed.
  ///   - time: link time in seconds.
  ///   - cursor: moved to the row in which the transfer ends; untouched when it never does.
  /// - Complexity: O(rows crossed), whatever the number of laps.
  @inlinable @inline(__always)
  public func arrival(of bytes: Double, from time: Double, cursor: inout Cursor) -> Double {
    if knots.isEmpty { return time }
    let position = seek(&cursor, to: time)
    var row = cursor.row
    var lapStart = cursor.lapStart
    var target = knots[row].carried + knots[row].rate * (position - knots[row].start) + bytes
    if target > lapBytes {
      // The bytes that fill whole laps to the last one end in the last of them, before any outage at its end.
      let laps = (target / lapBytes).rounded(.up) - 1
      lapStart += laps * lapDuration
      target = min(max(target - laps * lapBytes, 0), lapBytes)
      row = 0
    }
    row = max(row, carried.count(below: target, from: row) - 1)
    let knot = knots[row]
    let missing = target - knot.carried
    // Nothing missing: 0 × ∞ in a row that carries nothing must not become NaN, and a rounding error not lead back in
    // time.
    guard missing > 0 else { return max(time, lapStart + knot.start) }
    let arrival = lapStart + knot.start + missing * knot.secondsPerByte
    guard arrival < .infinity else { return arrival }
    cursor = Cursor(row: row, lapStart: lapStart)
    return arrival < time ? time : arrival
  }

  /// Bytes that the link carries between two times.
  ///
  /// - Parameters:
  ///   - start: link time in seconds.
  ///   - end: link time in seconds, not before `start` and finite.
  ///   - cursor: moved to the row that holds `end`.
  /// - Returns: bytes, a fraction included; infinite on an instantaneous link when `end` is later than `start`.
  /// - Complexity: O(rows crossed), whatever the number of laps.
  @inlinable
  public func carried(from start: Double, to end: Double, cursor: inout Cursor) -> Double {
    if knots.isEmpty { return end > start ? .infinity : 0 }
    let from = seek(&cursor, to: start)
    let before = knots[cursor.row].carried + knots[cursor.row].rate * (from - knots[cursor.row].start)
    let lapStart = cursor.lapStart
    let to = seek(&cursor, to: end)
    let after = knots[cursor.row].carried + knots[cursor.row].rate * (to - knots[cursor.row].start)
    if cursor.lapStart == lapStart { return max(0, after - before) }
    let laps = ((cursor.lapStart - lapStart) / lapDuration).rounded()
    return max(0, after - before + laps * lapBytes)
  }

  /// Whether the bytes carried since a time stay at a straight line or above it.
  ///
  /// Within a row they move along a straight line themselves: only borders and ends are looked at.
  /// - Parameters:
  ///   - excess: bytes above the line at `time`.
  ///   - slope: bytes a second by which the line rises, at least 0.
  ///   - time: link time in seconds.
  ///   - start: from when on they have to, not before `time`.
  ///   - end: up to when; finite.
  ///   - cursor: at the row that holds `time`, or before.
  /// - Complexity: O(rows crossed).
  @inlinable
  public func staysAbove(
    excess: Double, slope: Double, since time: Double, from start: Double, until end: Double, cursor: Cursor
  ) -> Bool {
    if knots.isEmpty { return true }
    var (cursor, excess) = (cursor, excess)
    var position = seek(&cursor, to: time)
    var row = cursor.row
    // On the clock of the lap.
    var (first, last) = (start - cursor.lapStart, end - cursor.lapStart)
    while true {
      let border = knots[row + 1].start
      let stop = min(border, position < first ? first : last)
      if stop > position {
        excess += (knots[row].rate - slope) * (stop - position)
        position = stop
      }
      if position >= first {
        if excess < 0 { return false }
        // Though not one byte more came, or at the end.
        if excess >= slope * (last - position) { return true }
      }
      guard position >= border else { continue }
      row += 1
      if row == knots.count - 1 {
        row = 0
        position -= lapDuration
        first -= lapDuration
        last -= lapDuration
      }
    }
  }

  /// Seconds that one round trip takes when it starts at `time`.
  ///
  /// A trip that spans rows of different latency passes a share of itself in each, as in Sabre (version 09b03bb,
  /// `do_latency_delay`): in a row of latency *l*, *s* seconds make *s / l* of the trip.
  /// - Complexity: O(rows crossed), whatever the number of laps.
  @inlinable
  public func roundTrip(from time: Double, cursor: inout Cursor) -> Double {
    if latencies.isEmpty { return uniformLatency }
    let position = seek(&cursor, to: time)
    var row = cursor.row
    var left = knots[row + 1].start - position
    var share = 1.0
    var total = 0.0
    while share * latencies[row] > left {
      total += left
      share -= left / latencies[row]
      row += 1
      if row == latencies.count {
        row = 0
        // Laps that the trip spans as a whole, so that a trace far shorter than its latency costs no time.
        // Beside a row without latency a lap has room for infinitely many trips, and 0 × ∞ must not become NaN.
        let laps = (share / tripsPerLap).rounded(.down)
        if laps > 0 {
          total += laps * lapDuration
          share -= laps * tripsPerLap
        }
      }
      left = knots[row + 1].start - knots[row].start
    }
    return total + share * latencies[row]
  }
}
