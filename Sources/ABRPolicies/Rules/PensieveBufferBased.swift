import ABRPlayback

/// The buffer-based baseline of Pensieve's harness (version 1120bb1, `test/bb.py`): the rendition index rises in
/// proportion to the level, without hysteresis.
public struct PensieveBufferBased: Rule {
  /// Level in seconds under which the lowest rendition is played.
  public let reservoir: Double
  /// Seconds of level over which the index rises to the highest.
  public let cushion: Double

  private var top = 0

  /// Creates the rule; the defaults are Pensieve's.
  public init(reservoir: Double = 5, cushion: Double = 10) {
    self.reservoir = reservoir
    self.cushion = cushion
  }

  /// Takes the number of renditions.
  public mutating func prepare(for setup: RuleSetup) { top = setup.count - 1 }

  /// ⌊(M − 1)(B − r) / c⌋, within the ladder.
  public mutating func decide(_ context: RequestContext) -> Decision {
    if context.level < reservoir { return Decision(0) }
    if context.level >= reservoir + cushion { return Decision(top) }
    return Decision(Int(Double(top) * (context.level - reservoir) / cushion))
  }

  /// The level.
  public func reason(for decision: Decision, _ context: RequestContext) -> DecisionReason { DecisionReason(.level) }

  /// Takes no note.
  public mutating func downloaded(_ download: Download, level: Double) {}
}

extension RuleEntry {
  static let pensieveBufferBased = RuleEntry(
    "bb", source: "Pensieve 1120bb1, test/bb.py",
    parameters: [
      Parameter(
        "reservoir", .duration(0...86_400), default: .value(.duration(5)),
        "level under which the lowest rendition is played"),
      Parameter(
        "cushion", .duration(0.001...86_400), default: .value(.duration(10)),
        "seconds above the reservoir over which the rendition rises to the highest"),
    ],
    summary: "buffer-based: the index rises in proportion to the level"
  ) { options in
    PensieveBufferBased(
      reservoir: options.arguments.seconds("reservoir"), cushion: options.arguments.seconds("cushion"))
  }
}
