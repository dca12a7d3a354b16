import ABRInput

/// Makes traces that resemble recordings without being any.
///
/// 1. The trace's mean is drawn from the lognormal distribution fitted to the recordings' means, within its middle 90
///    %.
/// 2. A Markov chain with the fitted transition matrix moves between five regimes of bandwidth over mean.
/// 3. Inside a regime the ratio is the regime's mean plus its deviation times first-order autoregressive noise with the
///    fitted coefficient, kept within the regime's edges.
/// 4. An outage carries nothing at all with the probability that gives the recordings' share of time at zero. Where the
///    profile has rare long outages, the others are shortened to keep the fitted mean length.
/// 5. Where the profile is reassigned periodically (LEO), regime, noise and latency are drawn anew on every multiple of
///    the period.
/// 6. All is scaled to the drawn mean and rounded to whole bits per second.
///
/// The random numbers are keyed by SHA-256 of `profile|seed|index` and every operation is exactly rounded: equal
/// arguments give equal bytes on every machine and in every build.
///
/// All traces of a profile share one chain, whereas recordings differ in more than their mean: the traces of `wifi` and
/// `fixed` vary more than the median recording, and those of `leo` are less alike from second to second because of the
/// reassignment.
public enum TraceGenerator {
  /// The longest trace in seconds: 30 days.
  public static let maximumDuration = 2_592_000.0

  /// How often a trace is drawn before its duration is refused.
  static let mostDraws = 100

  /// Makes one trace. One that lies in an outage as a whole, as few seconds may, is drawn again: it has no mean.
  ///
  /// - Parameters:
  ///   - profile: the kind of network.
  ///   - seed: chooses a set of traces.
  ///   - index: the trace in the set.
  ///   - duration: seconds; the last row takes what is left of the model's step.
  /// - Throws: ``TraceError/invalid(field:found:allowed:)`` for a duration out of range, and for one in which no draw
  ///   carries a byte.
  /// - Complexity: O(*duration*).
  public static func generate(
    profile: TraceProfile, seed: Int, index: Int, duration: Double = 600
  ) throws(TraceError) -> BandwidthTrace {
    guard duration > 0, duration <= maximumDuration else {
      throw TraceError.invalid(
        field: "duration", found: "\(duration)", allowed: "more than 0, at most \(maximumDuration) seconds")
    }
    let key = "\(profile.name)|\(seed)|\(index)"
    for draw in 0..<mostDraws {
      let rows = rows(of: profile, key: draw == 0 ? key : "\(key)|\(draw)", duration: duration)
      guard rows.reduce(0, { $0 + $1.duration * $1.bandwidth / 8 }) >= 1 else { continue }
      return try BandwidthTrace(
        name: fileName(profile: profile, index: index), rows: rows, measure: profile.model.measure)
    }
    throw TraceError.invalid(
      field: "duration", found: "\(duration) s, in which \(profile.name) carries no byte", allowed: "a longer one")
  }

  /// The rows of one draw; all without bandwidth where it lies in an outage as a whole.
  private static func rows(of profile: TraceProfile, key: String, duration: Double) -> [BandwidthTrace.Row] {
    let model = profile.model
    var random = SeededRandom(hashing: key)
    let deviate = min(max(random.normal(), -middle), middle)
    let mean = ReproducibleMath.exp(model.betweenTraces.lnMean + model.betweenTraces.lnDeviation * deviate)
    var chain = RegimeChain(profile: profile, random: random)
    var rows: [BandwidthTrace.Row] = []
    let count = Int((duration / model.step).rounded(.up))
    rows.reserveCapacity(count)
    for step in 0..<count {
      let start = Double(step) * model.step
      let state = chain.next(at: start)
      rows.append(
        BandwidthTrace.Row(duration: min(model.step, duration - start), bandwidth: state.ratio, latency: state.latency))
    }
    let volume = rows.reduce(0) { $0 + $1.duration * $1.bandwidth }
    guard volume > 0 else { return rows }
    let scale = mean * duration / volume
    for row in rows.indices { rows[row].bandwidth = (rows[row].bandwidth * scale).rounded() }
    return rows
  }

  /// The name of a generated trace and of the file that holds it, such as `generated-leo_07.csv`: tables
  /// show it, so that it is not taken for a recording.
  public static func fileName(profile: TraceProfile, index: Int) -> String {
    let number = index < 10 && index >= 0 ? "0\(index)" : "\(index)"
    return "\(profile.family)_\(number).csv"
  }

  /// The 95th percentile of the normal distribution.
  private static let middle = 1.645
}
