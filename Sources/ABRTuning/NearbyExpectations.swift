/// What settings of a grid are expected to have from known ones nearby, and whether that was to be relied on so far.
///
/// Two ways lead to an expectation: what a setting gave over the first traces (``SettingExpectations``), and what settings nearby gave over all of
/// them (``SettingKriging``). With few known settings the first one errs less, later the second one. Each setting that is then played says which:
/// for each objective that one is followed which erred less on the last ones.
struct NearbyExpectations: Sendable {
  /// How many of the settings last played decide which way is followed.
  private static let window = 16
  /// Lengths are looked for again when there are so many times as many known settings.
  private static let growth = 1.25

  private let points: [[Double]]
  private var models: [SettingKriging?]
  /// Number of known settings in the models, and when lengths were last looked for.
  private var knownCount = 0
  private var fittedCount = 0
  /// For each objective what the two ways erred by, in the order in which settings were played.
  private var errors: [[(early: Double, nearby: Double)]]

  /// Expectations of nothing yet.
  ///
  /// - Parameters:
  ///   - points: where the settings of the grid lie, each parameter from 0 to 1.
  ///   - objectives: number of objectives.
  init(points: [[Double]], objectives: Int) {
    self.points = points
    models = Array(repeating: nil, count: objectives)
    errors = Array(repeating: [], count: objectives)
  }

  /// Takes in what is known.
  ///
  /// - Parameters:
  ///   - known: settings that were played over all traces, ascending.
  ///   - values: of each of them those of the objectives.
  /// - Complexity: O(*known*³ × objectives).
  mutating func describe(_ known: [Int], values: [[Double?]]) {
    guard known.count != knownCount else { return }
    knownCount = known.count
    let isNew = Double(known.count) >= Self.growth * Double(fittedCount)
    if isNew { fittedCount = known.count }
    let chosen = FarthestPoints.spread(SettingKriging.mostPoints, of: known.map { points[$0] })
    for objective in models.indices {
      let finite = chosen.compactMap { place in
        values[place][objective].flatMap { $0.isFinite ? (points[known[place]], $0) : nil }
      }
      let scales = models[objective]?.scales
      if let scales, !isNew {
        models[objective] = SettingKriging(points: finite.map(\.0), values: finite.map(\.1), scales: scales)
      } else {
        models[objective] = SettingKriging(points: finite.map(\.0), values: finite.map(\.1), startingAt: scales)
      }
    }
  }

  /// What settings nearby let expect of one, objective by objective.
  func values(of setting: Int) -> [(value: Double, error: Double)?] {
    models.map { $0?.expected(at: points[setting]) }
  }

  /// Which way is followed for an objective.
  func isFollowed(_ objective: Int) -> Bool {
    let last = errors[objective].suffix(Self.window)
    guard models[objective] != nil, !last.isEmpty else { return false }
    return last.reduce(0) { $0 + $1.nearby * $1.nearby } < last.reduce(0) { $0 + $1.early * $1.early }
  }

  /// By how much the expectations from the first traces typically err: the root mean square so far; 0 before anything is known of it.
  func typicalError(_ objective: Int) -> Double {
    let squares = errors[objective].map { $0.early * $0.early }
    return (squares.mean ?? 0).squareRoot()
  }

  /// A setting was played over all traces.
  ///
  /// - Parameters:
  ///   - values: what it gave.
  ///   - early: what the first traces had let expect.
  ///   - nearby: what the settings nearby had.
  mutating func learn(_ values: [Double?], early: [Double?], nearby: [(value: Double, error: Double)?]) {
    // Of a setting that was known already, such as the current one, nothing had been expected.
    guard !early.isEmpty else { return }
    for objective in errors.indices {
      guard let value = values[objective], let early = early[objective], let nearby = nearby[objective] else {
        continue
      }
      let pair = (early: value - early, nearby: value - nearby.value)
      if pair.early.isFinite, pair.nearby.isFinite { errors[objective].append(pair) }
    }
  }
}
