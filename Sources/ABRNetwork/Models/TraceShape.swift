import ABRInput

/// A trace of a simple shape, on which one can read off what a player does.
///
///     let trace = try TraceShape.stairs.trace(rates: [5e5, 1e6, 2e6], step: 30)
public enum TraceShape: String, Sendable, Hashable, CaseIterable {
  /// The rates one after another, up and down again.
  case stairs
  /// From the lowest rate to the highest and back, a row a second.
  case ramp
  /// From the lowest rate to the highest and back in steps of a tenth.
  case hysteresis
  /// The highest rate, the lowest for one step, and the highest again.
  case shock
  /// The highest rate, and from the second step on the lowest.
  case drop

  /// What it looks like, one sentence.
  public var summary: String {
    switch self {
    case .stairs: "the rates one after another, up and down again, a step each"
    case .ramp: "evenly from the lowest rate to the highest and back, a step for each rate"
    case .hysteresis: "from the lowest rate to the highest and back, each step a tenth more or less"
    case .shock: "two steps of the highest rate, one of the lowest, two of the highest"
    case .drop: "two steps of the highest rate, four of the lowest"
    }
  }

  /// The rates where none are given, in bit/s.
  public static let usualRates = [400e3, 800e3, 1.6e6, 3.2e6, 6.4e6]
  /// The step where none is given, in seconds.
  public static let usualStep = 30.0
  /// What ``hysteresis`` multiplies a rate by.
  private static let factor = 1.1
  /// The most rows of a trace.
  private static let greatestCount = 1_000_000

  /// Seconds and rates, in order.
  private func steps(_ rates: [Double], _ step: Double) -> [(seconds: Double, rate: Double)] {
    let (low, high) = (rates[0], rates[rates.count - 1])
    switch self {
    case .stairs: return (rates + rates.dropLast().reversed()).map { (step, $0) }
    case .ramp:
      let seconds = max(1, (step * Double(rates.count - 1)).rounded())
      let up = (0..<Int(seconds)).map { low + (high - low) * Double($0) / seconds }
      return (up + [high] + up.reversed()).map { (1, $0) }
    case .hysteresis:
      var up = [low]
      while let last = up.last, last * Self.factor < high { up.append(last * Self.factor) }
      return (up + [high] + up.reversed()).map { (step, $0) }
    case .shock: return [(2 * step, high), (step, low), (2 * step, high)]
    case .drop: return [(2 * step, high), (4 * step, low)]
    }
  }

  /// Makes the trace.
  ///
  /// - Parameters:
  ///   - rates: bits per second, each more than the one before and more than 0; two or more.
  ///   - step: seconds, more than 0 and at most a day.
  ///   - noise: share by which each second differs from its rate at most, drawn evenly; 0 for none, less than 1.
  ///   - seed: of the noise.
  /// - Throws: ``TraceError/invalid(field:found:allowed:)``.
  /// - Complexity: O(*rows*).
  public func trace(
    rates: [Double] = usualRates, step: Double = usualStep, noise: Double = 0, seed: Int = 1
  ) throws(TraceError) -> BandwidthTrace {
    guard rates.count > 1, rates[0] > 0, zip(rates, rates.dropFirst()).allSatisfy({ $0 < $1 }) else {
      throw .invalid(
        field: "rates", found: rates.map { "\(Int($0))" }.joined(separator: ","),
        allowed: "two or more bitrates above 0, each more than the one before")
    }
    guard step > 0, step <= 86_400 else {
      throw .invalid(field: "step", found: "\(step)", allowed: "more than 0, at most 86400 seconds")
    }
    guard (0..<1).contains(noise) else {
      throw .invalid(field: "noise", found: "\(noise)", allowed: "less than 100 %")
    }
    guard self != .ramp || step * Double(rates.count) <= Double(Self.greatestCount / 2) else {
      throw .invalid(
        field: "step", found: "\(step)", allowed: "at most \(Self.greatestCount) seconds in all")
    }
    let steps = steps(rates, step)
    var rows: [BandwidthTrace.Row] = []
    var random = SeededRandom(hashing: "\(rawValue)|\(seed)")
    for (seconds, rate) in steps {
      guard noise > 0 else {
        rows.append(BandwidthTrace.Row(duration: seconds, bandwidth: rate.rounded()))
        continue
      }
      var left = seconds
      while left > 0 {
        let factor = 1 + noise * (2 * random.uniform() - 1)
        rows.append(BandwidthTrace.Row(duration: min(1, left), bandwidth: (rate * factor).rounded()))
        left -= 1
        guard rows.count <= Self.greatestCount else {
          throw .invalid(
            field: "step", found: "\(step)", allowed: "at most \(Self.greatestCount) seconds in all")
        }
      }
    }
    return try BandwidthTrace(name: "\(rawValue).csv", rows: rows)
  }
}
