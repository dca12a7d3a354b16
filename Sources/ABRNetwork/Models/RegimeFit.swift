import ABRInput

/// Fits the model that ``TraceGenerator`` plays to recordings, as the models that come with the lab were fitted.
///
/// Recordings are cut into steps of their median row, whole seconds and one at least. Shares of time, means, deviations
/// and transitions of the regimes are counted over all recordings; the coefficient of the noise is the median of the
/// lag-1 autocorrelations of ln(bandwidth / mean), floored at 0.02; means of recordings are taken for lognormal.
package struct RegimeFit: Sendable {
  /// A recording with fewer steps is skipped.
  package static let fewestSteps = 30
  private static let edges = [0, 0.1, 0.5, 1, 1.6]

  /// What generates traces like the recordings.
  package let profile: TraceProfile
  /// The recordings that were used, in steps of the model.
  package let recordings: [TraceSeries]
  /// What they are like.
  package let figures: TraceSetFigures
  /// Why the model may be inaccurate.
  package let warnings: [String]

  /// Fits a model.
  ///
  /// - Parameters:
  ///   - name: that of the model and of the traces it makes.
  ///   - traces: recordings of one kind of network.
  /// - Throws: ``TraceError/invalid(field:found:allowed:)`` where no recording is long enough, one is too long, or some
  ///   are goodput and others link capacity.
  /// - Complexity: O(*n* log *n*) in the rows and steps.
  package init(name: String, traces: [BandwidthTrace]) throws(TraceError) {
    let measures = Set(traces.map(\.measure))
    guard measures.count < 2 else {
      let linkCount = traces.count { $0.measure == .linkCapacity }
      throw TraceError.invalid(
        field: "recordings of \(name)",
        found: "\(linkCount) of link capacity and \(traces.count - linkCount) of goodput",
        allowed: "one of the two: put them into folders of their own")
    }
    let lengths = traces.flatMap { $0.rows.map(\.duration) }.sorted()
    let step = lengths.isEmpty ? 1 : max(1, lengths[lengths.count / 2].rounded())
    let all = try traces.map { trace throws(TraceError) in try TraceSeries(trace, step: step) }
    let recordings = all.filter { $0.values.count >= Self.fewestSteps && $0.mean > 0 }
    guard !recordings.isEmpty else {
      throw TraceError.invalid(
        field: "recordings of \(name)",
        found: "\(traces.count), the longest with \(all.map(\.values.count).max() ?? 0) steps",
        allowed: "one at least of \(Self.fewestSteps) steps of \(step) s")
    }
    let steps = recordings.reduce(0) { $0 + $1.values.count }
    var warnings: [String] = []
    func unless(_ isEnough: Bool, _ text: String) { if !isEnough { warnings.append("\(name): \(text)") } }
    unless(
      recordings.count == all.count,
      "\(all.count - recordings.count) of \(all.count) recordings left out: they have fewer than \(Self.fewestSteps) steps of \(step) s"
    )
    unless(
      recordings.count >= 5,
      "only \(Counted.text(recordings.count, "recording")), 5 are needed to estimate how means differ\(recordings.count == 1 ? "; all traces will have one mean" : "")"
    )
    unless(steps >= 1000, "only \(Counted.text(steps, "step")), 1000 are needed to estimate the transitions")
    let figures = TraceSetFigures(of: recordings)
    let latencies = traces.flatMap { $0.rows.compactMap(\.latency) }.sorted()
    profile = TraceProfile(
      name: name,
      model: Self.model(
        recordings, step: step, meanOutage: figures.outageLength ?? 0, measure: measures.first ?? .goodput),
      zeroShare: Self.rounded(Double(recordings.reduce(0) { $0 + $1.values.count { $0 == 0 } }) / Double(steps)),
      latency: latencies.isEmpty ? nil : latencies[latencies.count / 2])
    self.recordings = recordings
    self.figures = figures
    self.warnings = warnings
  }

  /// Traces of the fitted model as long as the recordings, so many for each: what to compare these with.
  ///
  /// - Throws: ``TraceError`` where a short trace lies in an outage as a whole.
  package func generated(seed: Int, perRecording count: Int) throws(TraceError) -> [BandwidthTrace] {
    var traces: [BandwidthTrace] = []
    for recording in recordings {
      for _ in 0..<count {
        traces.append(
          try TraceGenerator.generate(
            profile: profile, seed: seed, index: traces.count + 1,
            duration: Double(recording.values.count) * recording.step))
      }
    }
    return traces
  }

  private static func model(
    _ recordings: [TraceSeries], step: Double, meanOutage: Double, measure: BandwidthTrace.Measure
  ) -> RegimeModel {
    let count = edges.count
    var visits = [Double](repeating: 0, count: count)
    var (sums, squares) = (visits, visits)
    var moves = [[Double]](repeating: visits, count: count)
    for recording in recordings {
      var last: Int?
      for value in recording.values {
        let ratio = value / recording.mean
        let regime = edges.lastIndex { $0 <= ratio } ?? 0
        visits[regime] += 1
        sums[regime] += ratio
        squares[regime] += ratio * ratio
        if let last { moves[last][regime] += 1 }
        last = regime
      }
    }
    let occupancy = shares(visits)
    let means = edges.indices.map { visits[$0] > 0 ? sums[$0] / visits[$0] : edges[$0] }
    let deviations = edges.indices.map { regime in
      visits[regime] > 0 ? max(0, squares[regime] / visits[regime] - means[regime] * means[regime]).squareRoot() : 0
    }
    let logarithms = recordings.map { ReproducibleMath.log($0.mean) }
    let center = logarithms.reduce(0, +) / Double(logarithms.count)
    let spread = logarithms.reduce(0) { $0 + ($1 - center) * ($1 - center) } / Double(max(1, logarithms.count - 1))
    let correlations = recordings.compactMap { $0.logCorrelation(lag: 1) }.sorted()
    return RegimeModel(
      step: step,
      betweenTraces: .init(lnMean: rounded(center), lnDeviation: rounded(spread.squareRoot())),
      phi: correlations.isEmpty ? 0 : rounded(min(max(correlations[correlations.count / 2], 0), 0.999)),
      regimes: .init(
        edges: edges, occupancy: occupancy.map(rounded), mean: means.map(rounded), deviation: deviations.map(rounded),
        transition: moves.map { $0.contains { $0 > 0 } ? shares($0).map(rounded) : occupancy.map(rounded) }),
      meanOutage: rounded(meanOutage), measure: measure)
  }

  private static func shares(_ counts: [Double]) -> [Double] {
    let sum = counts.reduce(0, +)
    return counts.map { $0 / sum }
  }

  /// As the file has it, so that a model that is read again generates the same bytes.
  private static func rounded(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 }
}
