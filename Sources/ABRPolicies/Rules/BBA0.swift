import ABRPlayback

/// BBA-0: the rendition follows the buffer level alone (Huang et al., SIGCOMM'14, §4).
///
/// A map *f* rises from the lowest bandwidth at the reservoir to the highest at reservoir plus cushion. The rendition
/// stays while *f* lies strictly between its neighbours, and moves to the far side of *f* when it does not: this is
/// what keeps the rule calm.
public struct BBA0: Rule {
  /// Level in seconds up to which the lowest rendition is played; `nil` for the paper's share of the buffer.
  public let reservoir: Double?
  /// Seconds of level over which the map rises; `nil` for the paper's share of the buffer.
  public let cushion: Double?

  /// The paper's reservoir and cushion in seconds, for its buffer of 240 s.
  static let paper = (reservoir: 90.0, cushion: 126.0, buffer: 240.0)

  private var bandwidths: [Double] = []
  /// Where the map rises, for the highest level of the decision before: it rarely changes.
  private var rise = (highest: Double.nan, reservoir: 0.0, cushion: 0.0)

  /// Creates the rule.
  ///
  /// The paper's 90 s and 126 s belong to a buffer of 240 s; in a buffer of 30 s that reservoir would never be left. By
  /// default both are therefore the same shares, 37.5 % and 52.5 %, of the highest level at which this player ever
  /// decides, that is of the target in force; and the paper's seconds where the buffer has no limit in seconds.
  public init(reservoir: Double? = nil, cushion: Double? = nil) {
    self.reservoir = reservoir
    self.cushion = cushion
  }

  /// Takes the ladder.
  public mutating func prepare(for setup: RuleSetup) { bandwidths = setup.bandwidths }

  /// Looks the level up in the map.
  @inline(__always)
  public mutating func decide(_ context: RequestContext) -> Decision {
    let highest = context.maximumLevel - context.segmentDuration
    if highest != rise.highest {
      let scale = highest < .infinity ? max(0, highest) / Self.paper.buffer : 1
      rise = (highest, reservoir ?? Self.paper.reservoir * scale, cushion ?? Self.paper.cushion * scale)
    }
    return Decision(
      rendition(at: context.level, after: context.lastRendition, reservoir: rise.reservoir, cushion: rise.cushion))
  }

  /// The level.
  public func reason(for decision: Decision, _ context: RequestContext) -> DecisionReason { DecisionReason(.level) }

  /// The rendition for a level.
  @inline(__always)
  func rendition(at level: Double, after last: Int, reservoir: Double, cushion: Double) -> Int {
    let top = bandwidths.count - 1
    if level <= reservoir { return 0 }
    if level >= reservoir + cushion { return top }
    let mapped = bandwidths[0] + (bandwidths[top] - bandwidths[0]) * ((level - reservoir) / cushion)
    if mapped >= bandwidths[min(last + 1, top)] {
      // The highest rendition under the map, the lowest when there is none; it is near the last one.
      var rendition = last
      while rendition < top, bandwidths[rendition + 1] < mapped { rendition += 1 }
      while rendition > 0, bandwidths[rendition] >= mapped { rendition -= 1 }
      return rendition
    }
    if mapped <= bandwidths[max(last - 1, 0)] {
      // The lowest rendition over the map, the highest when there is none.
      var rendition = last
      while rendition > 0, bandwidths[rendition - 1] > mapped { rendition -= 1 }
      while rendition < top, bandwidths[rendition] <= mapped { rendition += 1 }
      return rendition
    }
    return last
  }

  /// Takes no note.
  @inline(__always)
  public mutating func downloaded(_ download: Download, level: Double) {}
}

extension RuleEntry {
  static let bba0 = RuleEntry(
    "bba-0", aliases: ["bba0"], source: "Huang et al., SIGCOMM'14 §4",
    parameters: [
      Parameter(
        "reservoir", .duration(0...86_400), default: .absent("37.5 % of the target in force; 90s without one"),
        "level up to which the lowest rendition is played"),
      Parameter(
        "cushion", .duration(0.001...86_400), default: .absent("52.5 % of the target in force; 126s without one"),
        "seconds above the reservoir over which the rendition rises to the highest"),
    ],
    summary: "buffer-based: a map from level to bitrate with hysteresis"
  ) { options in
    BBA0(
      reservoir: options.arguments.optionalSeconds("reservoir"), cushion: options.arguments.optionalSeconds("cushion"))
  }
}
