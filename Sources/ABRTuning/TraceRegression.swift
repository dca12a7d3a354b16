/// What settings have over all traces, expected from some of them and from settings that were played over all.
///
/// Most traces tell little, and few decide: a mean over some of them errs by which of the few it has. A setting's behaviour resembles that of
/// others, though. What it adds to a measure on each of the traces it was played over is described as a weighted sum of what the
/// **known** settings add there; the same weights of their sums over all traces, and what the description missed, give the value expected over
/// all (the generalised regression estimator: C.-E. Särndal, B. Swensson and J. Wretman, "Model Assisted Survey Sampling", Springer 1992, §6.4).
///
/// The weights begin with those of the known settings nearby in the grid and are corrected by ridge regression
/// (A. E. Hoerl and R. W. Kennard, Technometrics 12, 1970). A ratio is linearised around that of the known settings.
struct TraceRegression: Sendable {
  /// Penalty of a correction, as a share of the mean square of a known setting's contributions: between 3e-4 and 1e-3 the error was least
  /// over seven sets of real sessions.
  static let penalty = 5e-4
  /// Known settings at most: more take long, and say little about so few traces.
  static let mostKnown = 64

  private let measure: Int
  private let traces: [Int]
  private let weights: [Double]
  private let isRatio: Bool
  /// Numerator over denominator of all known settings over all traces.
  private let ratio: Double
  /// For each known setting what it adds on each trace of the beginning.
  private let contributions: [[Double]]
  /// For each known setting the sum over all traces.
  private let totals: [Double]
  /// For each known setting its denominators over all traces less those expected from the beginning.
  private let denominatorGains: [Double]
  private let factor: CholeskyFactor

  /// Describes the known settings.
  ///
  /// - Parameters:
  ///   - measure: index of a ratio or a sum among those of the outcomes.
  ///   - known: settings that were played over all traces.
  ///   - outcomes: what was played.
  ///   - traces: all traces.
  ///   - beginning: the first of them, which other settings were played over.
  ///   - weights: for how many each of the beginning stands.
  /// - Returns: `nil` for a percentile, and where the known settings do nothing on these traces.
  /// - Complexity: O(known² × beginning + known³ + known × traces).
  init?(
    of measure: Int, known: [Int], in outcomes: SettingOutcomes, over traces: [Int], beginning: [Int],
    weights: [Double]
  ) {
    switch outcomes.measures[measure].estimator {
    case .percentile: return nil
    case .ratio: isRatio = true
    case .sum: isRatio = false
    }
    self.measure = measure
    self.traces = beginning
    self.weights = weights
    let terms = known.map { outcomes.terms(of: measure, setting: $0, over: traces) }
    let denominator = terms.reduce(0) { $0 + $1.reduce(0) { $0 + $1.denominator } }
    let numerator = terms.reduce(0) { $0 + $1.reduce(0) { $0 + $1.numerator } }
    guard numerator.isFinite, denominator.isFinite, denominator > 0 else { return nil }
    let ratio = isRatio ? numerator / denominator : 0
    self.ratio = ratio
    let all = terms.map { $0.map { $0.numerator - ratio * $0.denominator } }
    totals = all.map { $0.reduce(0, +) }
    let contributions = all.map { Array($0.prefix(beginning.count)) }
    self.contributions = contributions
    denominatorGains = terms.map { terms in
      terms.reduce(0) { $0 + $1.denominator } - zip(terms, weights).reduce(0) { $0 + $1.0.denominator * $1.1 }
    }
    var products = contributions.map { one in contributions.map { other in Self.product(one, other) } }
    let trace = products.indices.reduce(0) { $0 + products[$1][$1] }
    guard trace > 0, trace.isFinite else { return nil }
    for index in products.indices { products[index][index] += Self.penalty * trace / Double(known.count) }
    guard let factor = CholeskyFactor(of: products) else { return nil }
    self.factor = factor
  }

  /// The value that a setting is expected to have over all traces.
  ///
  /// - Parameters:
  ///   - setting: one that was played over the beginning.
  ///   - nearby: for each known setting how much it weighs, adding up to 1.
  /// - Returns: `nil` where there is none.
  /// - Complexity: O(known × (known + beginning)).
  func expected(_ setting: Int, nearby: [Double], in outcomes: SettingOutcomes) -> Double? {
    let terms = outcomes.terms(of: measure, setting: setting, over: traces)
    let own = terms.map { $0.numerator - ratio * $0.denominator }
    var missed = own
    for (weight, known) in zip(nearby, contributions) {
      for index in missed.indices { missed[index] -= weight * known[index] }
    }
    let correction = factor.solve(contributions.map { Self.product($0, missed) })
    var total = 0.0
    var rest = own
    for index in nearby.indices {
      let weight = nearby[index] + correction[index]
      total += weight * totals[index]
      for trace in rest.indices { rest[trace] -= weight * contributions[index][trace] }
    }
    total += Self.product(rest, weights)
    guard isRatio else { return total.isFinite ? total : nil }
    let denominator =
      zip(terms, weights).reduce(0) { $0 + $1.0.denominator * $1.1 } + Self.product(nearby, denominatorGains)
    guard denominator > 0, total.isFinite else { return nil }
    return ratio + total / denominator
  }

  private static func product(_ one: [Double], _ other: [Double]) -> Double {
    var sum = 0.0
    for index in one.indices { sum += one[index] * other[index] }
    return sum
  }
}
