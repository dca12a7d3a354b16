/// Two exponentially weighted averages of one series, a fast and a slow one, each corrected for its start at 0.
///
/// A sample of weight *w* keeps 0.5^(w / half-life) of what was before; an average whose samples weigh *W* together is
/// divided by 1 − 0.5^(W / half-life). Sabre (version 09b03bb, `Ewma`), dash.js 5.1 (`ThroughputModel`), hls.js
/// (`EWMA`) agree on this form.
struct EWMAPair: Sendable {
  private var averages = SIMD2<Double>.zero
  /// 1 − what is left of the initial 0, 0.5^(W / half-life).
  private var weights = SIMD2<Double>.zero

  /// Adds a sample.
  ///
  /// - Parameters:
  ///   - value: the sample.
  ///   - shares: what each average keeps of its past, in 0..<1.
  @inline(__always)
  mutating func add(_ value: Double, keeping shares: SIMD2<Double>) {
    let new = 1 - shares
    averages = shares * averages + new * value
    weights = shares * weights + new
  }

  /// Adds a sample that weighs the seconds that it took.
  ///
  /// - Parameters:
  ///   - value: the sample.
  ///   - seconds: what it weighs, at least 0.
  ///   - rates: half-lives that a second is, for each average.
  mutating func add(_ value: Double, seconds: Double, rates: SIMD2<Double>) {
    add(value, keeping: Self.shares(keptFor: seconds, rates: rates))
  }

  /// What each average keeps of its past after a sample that weighs seconds.
  ///
  /// - Parameters:
  ///   - seconds: what it weighs, at least 0.
  ///   - rates: half-lives that a second is, for each average.
  static func shares(keptFor seconds: Double, rates: SIMD2<Double>) -> SIMD2<Double> {
    let longest = Decay.largestExponent / max(rates[0], rates[1])
    return Decay.half(toThe: min(seconds, longest) * rates)
  }

  /// The smaller of the two averages; not a number before the first sample.
  @inline(__always)
  var minimum: Double {
    let corrected = averages / weights
    return min(corrected[0], corrected[1])
  }

  /// The larger of the two averages; not a number before the first sample.
  @inline(__always)
  var maximum: Double {
    let corrected = averages / weights
    return max(corrected[0], corrected[1])
  }
}
