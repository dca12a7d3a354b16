import ABRPlayback

/// Model-predictive control: plans the next few segments against a throughput prediction and takes the plan's first
/// step.
///
/// X. Yin et al., "A Control-Theoretic Approach for Dynamic Adaptive Video Streaming over HTTP", SIGCOMM'15. A plan of
/// *h* segments is worth Σ q − λ Σ |Δq| − μ × rebuffering, with q in Mbit/s of declared bandwidth. The prediction is
/// the harmonic mean of the last five throughputs; the robust variant divides it by 1 + the largest relative error of
/// the last five predictions.
///
/// The search is exact, see `PlanSearch`. Plans of equal value are common; by default the one whose first step is the
/// lowest rendition wins, in Pensieve's order the one whose first step is the highest.
public struct MPC: Rule {
  /// What tells two implementations of MPC apart.
  public struct Options: Sendable, Hashable {
    /// Whether the prediction is divided by 1 + the largest recent error.
    public var isRobust: Bool
    /// Segments planned ahead, 1 to `PlanSearch/longestHorizon`.
    public var horizon: Int
    /// Mbit/s that a second of rebuffering costs; 4.3 in Pensieve.
    public var rebufferPenalty: Double
    /// Mbit/s that a switch by 1 Mbit/s costs.
    public var switchPenalty: Double
    /// Which first step wins among plans of equal value.
    public var tieBreak: TieBreak
    /// Whether the plan knows that the buffer has a ceiling.
    public var knowsCeiling: Bool
    /// Segments by which the sizes used in a plan run ahead: 0; 1 reproduces Pensieve's `mpc.py` (its issue 51).
    public var sizeShift: Int
    /// Whether predictions and errors of the session before still count (Pensieve never clears its lists).
    public var keepsErrors: Bool

    /// Which first step wins among plans of equal value.
    public enum TieBreak: String, Sendable, Hashable, CaseIterable {
      /// The lowest rendition.
      case lowest
      /// The highest rendition: the last plan of an enumeration in lexicographic order, as Pensieve's `>=` takes it.
      case pensieve
    }

    /// Creates options; the defaults are those of the lab.
    public init(
      isRobust: Bool = true, horizon: Int = 5, rebufferPenalty: Double = 4.3, switchPenalty: Double = 1,
      tieBreak: TieBreak = .lowest, knowsCeiling: Bool = true, sizeShift: Int = 0, keepsErrors: Bool = false
    ) {
      self.isRobust = isRobust
      self.horizon = horizon
      self.rebufferPenalty = rebufferPenalty
      self.switchPenalty = switchPenalty
      self.tieBreak = tieBreak
      self.knowsCeiling = knowsCeiling
      self.sizeShift = sizeShift
      self.keepsErrors = keepsErrors
    }
  }

  /// Samples, predictions and errors that count.
  static let window = 5

  let options: Options
  private var search: PlanSearch
  /// Sizes in bytes of all segments of the video at the eligible renditions, and where the segments begin.
  private var sizes: [PlanSearch.Pair] = []
  private var starts: [Double] = []
  private var count = 1
  /// Throughputs of the session in bytes per second, the newest last.
  private var samples = RecentValues()
  /// Relative errors of the predictions, the newest last.
  private var errors = RecentValues()
  /// The last prediction in bytes per second, before it was made robust; 0 for none.
  private var prediction = 0.0

  /// Creates the rule.
  public init(_ options: Options = Options()) {
    precondition((1...PlanSearch.longestHorizon).contains(options.horizon), "the registry checks the horizon")
    self.options = options
    search = PlanSearch(
      rebufferPenalty: options.rebufferPenalty, switchPenalty: options.switchPenalty,
      prefersHigher: options.tieBreak == .pensieve)
  }

  /// Whether errors of the session before still count.
  public var inheritsState: Bool { options.keepsErrors }

  /// What was measured of the network holds for the next item too.
  public mutating func carryOver(from previous: MPC) {
    samples = previous.samples
    errors = previous.errors
    prediction = previous.prediction
  }

  /// Takes ladder and sizes over; samples and errors survive.
  public mutating func prepare(for setup: RuleSetup) {
    count = setup.count
    starts = setup.video.starts
    sizes = (0..<setup.video.segmentCount).flatMap { segment in
      PlanSearch.pairs((0..<setup.count).map { Double(setup.size(segment: segment, rendition: $0)) })
    }
    search.prepare(bandwidths: setup.bandwidths, horizon: options.horizon)
  }

  /// Plans and takes the first step; the lowest rendition before the first sample.
  public mutating func decide(_ context: RequestContext) -> Decision {
    guard prediction > 0, count > 1 else { return Decision(0) }
    let secondsPerByte = (options.isRobust ? 1 + errors.maximum : 1) / prediction
    let steps = min(options.horizon, context.segmentsLeft)
    search.setTimes(
      of: sizes, from: context.segment + options.sizeShift, steps: steps, secondsPerByte: secondsPerByte)
    for step in 0..<steps {
      let segment = context.segment + step
      search.setDuration((starts[segment + 1] - starts[segment]) / context.rate, step)
    }
    let ceiling = options.knowsCeiling ? context.maximumLevel / context.rate : .infinity
    return Decision(
      search.firstStep(
        steps: steps, level: context.level / context.rate, last: context.lastRendition, ceiling: ceiling))
  }

  /// The plan, with the prediction and what past errors leave of it.
  public func reason(for decision: Decision, _ context: RequestContext) -> DecisionReason {
    guard prediction > 0 else { return DecisionReason(.nothingMeasured) }
    return DecisionReason(
      .plan, estimate: 8 * prediction, share: options.isRobust ? 1 / (1 + errors.maximum) : nil)
  }

  /// Takes a throughput sample, scores the prediction it was made against and predicts again.
  public mutating func downloaded(_ download: Download, level: Double) {
    guard !download.isAborted, download.sampleTime > 0 else { return }
    let throughput = download.bytes / download.sampleTime
    errors.add(prediction > 0 ? abs(prediction - throughput) / throughput : 0)
    samples.add(throughput)
    prediction = samples.harmonicMean
  }

  /// Keeps predictions and errors of the session before where the options say so; samples begin anew.
  public mutating func inherit(from previous: MPC) {
    guard options.keepsErrors else { return }
    errors = previous.errors
    prediction = previous.prediction
  }
}

/// The last five values of something.
struct RecentValues: Sendable {
  private var values = InlineArray<5, Double>(repeating: 0)
  private var next = 0
  private(set) var count = 0

  /// Adds a value and forgets the oldest of more than five.
  mutating func add(_ value: Double) {
    values[next] = value
    next = next == 4 ? 0 : next + 1
    count = min(count + 1, 5)
  }

  /// The largest value, 0 of none.
  var maximum: Double {
    var largest = 0.0
    for index in 0..<count { largest = max(largest, values[index]) }
    return largest
  }

  /// The harmonic mean, summed from the oldest to the newest; 0 of none.
  var harmonicMean: Double {
    guard count > 0 else { return 0 }
    var sum = 0.0
    let oldest = count < 5 ? 0 : next
    for age in 0..<count {
      let index = oldest + age
      sum += 1 / values[index >= 5 ? index - 5 : index]
    }
    return Double(count) / sum
  }
}

extension RuleEntry {
  static let mpc = RuleEntry.mpc(
    "mpc", isRobust: false, summary: "plans against the harmonic mean of recent throughput")

  static let robustMPC = RuleEntry.mpc(
    "robust-mpc", isRobust: true, summary: "plans against a throughput that allows for recent errors of prediction")

  private static func mpc(_ name: String, isRobust: Bool, summary: String) -> RuleEntry {
    RuleEntry(
      name, source: "Yin et al., SIGCOMM'15; options of Pensieve 1120bb1, test/mpc.py",
      parameters: [
        Parameter(
          "horizon", .integer(1...PlanSearch.longestHorizon), default: .value(.integer(5)), "segments planned ahead"),
        Parameter(
          "stall", .number(0...1_000_000), default: .value(.number(4.3)), "Mbit/s that a second of rebuffering costs"),
        Parameter(
          "switch", .number(0...1_000_000), default: .value(.number(1)), "Mbit/s that a switch by 1 Mbit/s costs"),
        Parameter(
          "tie", .choice(["lowest", "highest"]), default: .absent("lowest; highest under --model pensieve"),
          "which first step wins among plans of equal value"),
        Parameter(
          "ceiling", .choice(["known", "ignored"]), default: .absent("known; ignored under --model pensieve"),
          "whether a plan knows that the buffer has a ceiling"),
      ],
      summary: summary,
      check: { arguments, ladder in
        let horizon = arguments.integer("horizon")
        guard let ladder, horizon > PlanSearch.longestHorizon(renditions: ladder.count) else { return nil }
        return Problem(
          key: "horizon", found: "\(horizon) with \(ladder.count) renditions",
          allowed: "at most \(PlanSearch.longestHorizon(renditions: ladder.count)) with as many renditions")
      }
    ) { options in
      let isPensieve = options.model == .pensieve
      let arguments = options.arguments
      return MPC(
        MPC.Options(
          isRobust: isRobust, horizon: arguments.integer("horizon"),
          rebufferPenalty: arguments.number("stall"), switchPenalty: arguments.number("switch"),
          tieBreak: arguments.optionalChoice("tie").map { $0 == "highest" } ?? isPensieve ? .pensieve : .lowest,
          knowsCeiling: arguments.optionalChoice("ceiling").map { $0 == "known" } ?? !isPensieve,
          sizeShift: isPensieve ? 1 : 0, keepsErrors: isPensieve))
    }
  }
}
