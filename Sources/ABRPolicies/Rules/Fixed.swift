import ABRPlayback

/// Always the same rendition: what a viewer gets who chose one by hand.
public struct Fixed: Rule {
  /// Ladder index of the rendition; where limits have removed it, the nearest lower eligible one is played, or the
  /// lowest.
  public let ladderIndex: Int
  private var position = 0

  /// Creates the rule.
  public init(ladderIndex: Int) { self.ladderIndex = ladderIndex }

  /// `true`: the choice holds from the first segment on.
  public var choosesFirstRendition: Bool { true }

  /// Finds the rendition among the eligible ones.
  public mutating func prepare(for setup: RuleSetup) {
    position = setup.ladderIndices.lastIndex { $0 <= ladderIndex } ?? 0
  }

  /// The rendition.
  public mutating func decide(_ context: RequestContext) -> Decision { Decision(position) }

  /// The policy.
  public func reason(for decision: Decision, _ context: RequestContext) -> DecisionReason { DecisionReason(.fixed) }

  /// Takes no note.
  public mutating func downloaded(_ download: Download, level: Double) {}
}

extension RuleEntry {
  static let fixed = RuleEntry(
    "fixed", source: "ApsaraVideo selectTrack",
    parameters: [
      Parameter(
        "rendition", .integer(0...63), default: .required, isPositional: true, "ladder index, 0 is the lowest bandwidth"
      ),
      Parameter(
        "caps", .choice(["ignore", "honour"]), default: .value(.choice("ignore")),
        "whether peak limits hold for the fixed rendition"),
    ],
    isFixed: true, usesBandwidths: false, summary: "always the same rendition",
    check: { arguments, ladder in
      let index = arguments.integer("rendition")
      guard let ladder, index >= ladder.count else { return nil }
      return Problem(
        key: "rendition", found: "\(index)", allowed: "0 to \(ladder.count - 1), the indices of the video's ladder")
    },
    build: { Fixed(ladderIndex: $0.arguments.integer("rendition")) })
}
