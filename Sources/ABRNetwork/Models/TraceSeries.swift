import ABRInput

/// A trace as mean bandwidths of steps of one length.
package struct TraceSeries: Sendable, Hashable {
  /// Seconds of a step.
  package let step: Double
  /// Bits per second of each whole step.
  package let values: [Double]
  /// Their mean.
  package let mean: Double

  /// Cuts a trace into steps; what is left at its end is left out.
  ///
  /// - Throws: ``TraceError/invalid(field:found:allowed:)`` for a trace of more than 30 days.
  /// - Complexity: O(rows + steps).
  package init(_ trace: BandwidthTrace, step: Double) throws(TraceError) {
    let duration = trace.duration
    guard duration <= TraceGenerator.maximumDuration else {
      throw TraceError.invalid(
        field: trace.name, found: "\(duration) s", allowed: "at most \(TraceGenerator.maximumDuration) s")
    }
    // A rounding error of the sum must not cost a step.
    let count = Int(duration / step + 1e-9)
    var volumes = [Double](repeating: 0, count: count + 1)
    var (time, index) = (0.0, 0)
    for row in trace.rows {
      let end = time + row.duration
      while index < count, end > Double(index + 1) * step {
        volumes[index] += max(0, Double(index + 1) * step - time) * row.bandwidth
        index += 1
        time = Double(index) * step
      }
      volumes[index] += max(0, end - time) * row.bandwidth
      time = end
    }
    let values = volumes.dropLast().map { $0 / step }
    self.step = step
    self.values = values
    mean = values.isEmpty ? 0 : values.reduce(0, +) / Double(count)
  }

  /// Standard deviation over mean.
  package var variation: Double {
    (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)).squareRoot() / mean
  }

  /// Autocorrelation of ln(bandwidth / mean), floored at 0.02, over so many steps; `nil` where nothing varies or there
  /// are too few.
  package func logCorrelation(lag: Int) -> Double? {
    guard values.count >= lag + 3 else { return nil }
    let logarithms = values.map { ReproducibleMath.log(max($0 / mean, 0.02)) }
    let center = logarithms.reduce(0, +) / Double(values.count)
    let square = logarithms.reduce(0) { $0 + ($1 - center) * ($1 - center) }
    guard square > 1e-12 * Double(values.count) else { return nil }
    return zip(logarithms, logarithms.dropFirst(lag)).reduce(0) { $0 + ($1.0 - center) * ($1.1 - center) } / square
  }

  /// Steps of each outage: bandwidth under a tenth of the mean.
  package var outages: [Int] {
    values.split(whereSeparator: { $0 >= 0.1 * mean }).map(\.count)
  }
}
