import ABRPlayback

/// The rate-based baseline: the highest rendition under a share of the harmonic mean of recent throughput (Jiang et
/// al., CoNEXT'12; RB in Yin et al., SIGCOMM'15).
public struct RateBased: Rule {
  /// Share of the estimate that a rendition may use.
  public let share: Double
  /// Whether the latency counts in a sample whatever the network settings say.
  public let countsLatency: Bool

  private var bandwidths: [Double] = []
  /// Seconds per bit: their arithmetic mean is the reciprocal of the harmonic mean of throughputs.
  private var samples: RecentSamples

  /// Creates the rule.
  ///
  /// - Parameters:
  ///   - window: number of samples, 1 to 16.
  ///   - share: share of the estimate that a rendition may use, more than 0.
  ///   - countsLatency: whether the latency counts in a sample whatever the network settings say.
  public init(window: Int = 5, share: Double = 1, countsLatency: Bool = false) {
    self.share = share
    self.countsLatency = countsLatency
    samples = RecentSamples(limit: window)
  }

  /// What was measured of the network holds for the next item too.
  public mutating func carryOver(from previous: RateBased) { samples = previous.samples }

  /// Takes the ladder; samples stay.
  public mutating func prepare(for setup: RuleSetup) { bandwidths = setup.bandwidths }

  /// The highest rendition that does not exceed the share; the lowest without a sample.
  public mutating func decide(_ context: RequestContext) -> Decision {
    guard samples.count > 0 else { return Decision(0) }
    let affordable = share / samples.mean
    var rendition = bandwidths.count - 1
    while rendition > 0, bandwidths[rendition] > affordable { rendition -= 1 }
    return Decision(rendition)
  }

  /// The share of the mean.
  public func reason(for decision: Decision, _ context: RequestContext) -> DecisionReason {
    guard samples.count > 0 else { return DecisionReason(.nothingMeasured) }
    return DecisionReason(.estimate, estimate: 1 / samples.mean, share: share)
  }

  /// Takes the sample.
  public mutating func downloaded(_ download: Download, level: Double) {
    if let sample = download.secondsPerBit(includingLatency: countsLatency) { samples.append(sample) }
  }
}

extension RuleEntry {
  static let rate = RuleEntry(
    "rate", source: "Yin et al., SIGCOMM'15 §7.1.2 (RB)",
    parameters: [
      Parameter("window", .integer(1...RecentSamples.capacity), default: .value(.integer(5)), "number of samples"),
      Parameter(
        "share", .number(0.01...10), default: .value(.number(1)), "share of the estimate that a rendition may use"),
      Parameter(
        "latency", .choice(["network", "counted"]), default: .value(.choice("network")),
        "whether latency counts in a sample: as the network settings say, or always"),
    ],
    summary: "highest rendition under the harmonic mean of recent throughput"
  ) { options in
    RateBased(
      window: options.arguments.integer("window"), share: options.arguments.number("share"),
      countsLatency: options.arguments.choice("latency") == "counted")
  }

  static let rateHM5 = RuleEntry.rate.preset(
    "rate-hm5", ["window": .integer(5), "share": .number(1), "latency": .choice("counted")],
    summary: "rate(window=5,share=1,latency=counted): the baseline of Pensieve's harness")
}
