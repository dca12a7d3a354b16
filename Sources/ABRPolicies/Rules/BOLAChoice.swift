import ABRPlayback

/// What BOLA decides, given an estimate: the part of ``BOLA`` that other rules share.
struct BOLAChoice: Sendable {
  private let oscillation: BOLA.Oscillation
  private let horizon: BOLA.Horizon
  private let gammaP: Double

  private var table = BandwidthTable()
  private var scores = BOLATable()
  private var scale = BOLATable.Scale()
  private var last = 0
  private var segmentDuration = 1.0
  private var videoDuration = 1.0

  /// See ``BOLA``.
  init(_ oscillation: BOLA.Oscillation, horizon: BOLA.Horizon, gammaP: Double) {
    precondition(gammaP > 0, "γp is positive")
    self.oscillation = oscillation
    self.horizon = horizon
    self.gammaP = gammaP
  }

  /// Builds the tables of the eligible renditions.
  mutating func prepare(for setup: RuleSetup) {
    let previous = table
    table.prepare(for: setup)
    scores.prepare(for: setup)
    last = table.position(of: last, in: previous)
    segmentDuration = setup.segmentDuration
    videoDuration = setup.segmentDuration * Double(setup.segmentCount)
  }

  /// Takes the session's first rendition, which the player chose, as where the rule comes from.
  mutating func start(at rendition: Int) { last = rendition }

  /// Chooses a rendition and a wait.
  ///
  /// - Parameter estimate: the network, `nil` when nothing has been measured; it is made only for an up-switch.
  @inline(__always)
  mutating func choose(_ context: RequestContext, estimate: () -> NetworkEstimate?) -> Decision {
    scale = scale(for: min(context.maximumLevel, mostUsable(context)))

    let best = scores.best(at: context.level, scale: scale, near: last)
    if best <= last {
      last = best
      return Decision(best)
    }
    // Nothing measured, nothing to climb on.
    guard let estimate = estimate() else { return Decision(last) }
    return climb(to: best, context, estimate: estimate)
  }

  /// Why a rendition was chosen: by its score, or by what the network sustains of an up-switch.
  func reason(for rendition: Int, _ context: RequestContext, estimate: NetworkEstimate?) -> DecisionReason {
    guard rendition < scores.best(at: context.level, scale: scale, near: rendition) else {
      return DecisionReason(.score, estimate: estimate?.throughput)
    }
    guard let estimate else { return DecisionReason(.nothingMeasured) }
    let sustained = table.highestSustainable(estimate, segmentDuration: context.segmentDuration, near: rendition)
    return DecisionReason(
      rendition > sustained ? .upSwitch : .estimate, estimate: estimate.throughput, latency: estimate.latency)
  }

  /// The most seconds of buffer that the parameters are made for.
  @inline(__always)
  private func mostUsable(_ context: RequestContext) -> Double {
    // No buffer holds more than the video.
    guard horizon == .finite else { return videoDuration }
    let segments = Double(min(context.segment, context.segmentsLeft)) / 2
    return min(videoDuration, max(segments, 3) * segmentDuration)
  }

  @inline(__always)
  private func scale(for usable: Double) -> BOLATable.Scale {
    let unit = max(0, usable - segmentDuration) / (scores.topUtility + gammaP)
    return BOLATable.Scale(unit: unit, base: unit * gammaP)
  }

  /// An up-switch, as far as the network sustains it.
  private mutating func climb(to best: Int, _ context: RequestContext, estimate: NetworkEstimate) -> Decision {
    let sustained = table.highestSustainable(estimate, segmentDuration: context.segmentDuration, near: last)
    if best <= sustained {
      last = best
      return Decision(best)
    }
    if last > sustained { return Decision(last) }
    switch oscillation {
    case .utility:
      last = sustained + 1
      return Decision(last)
    case .minimised:
      last = sustained
      // While nothing plays, waiting would not lower the level. (At the top there is nothing to wait for, but `best` is
      // above.)
      guard context.isPlaying else { return Decision(sustained) }
      let excess = context.level - scores.maximumLevel(sustained, scale: scale)
      return Decision(sustained, after: max(0, excess) / context.rate)
    }
  }

  /// A lower rendition that scores higher than the rest of a running download, or `nil` to go on.
  @inline(__always)
  mutating func alternative(to progress: DownloadProgress) -> Int? {
    let rest = progress.size - progress.received
    guard progress.received > 0, rest > 0 else { return nil }
    let answer = scores.better(
      than: progress.rendition, at: progress.level, rest: rest, size: progress.size, scale: scale)
    if let answer { last = answer }
    return answer
  }

  /// Bounds outside of which ``alternative(to:)`` is to go on.
  @inline(__always)
  func abandonmentBounds(_ worst: DownloadProgress) -> AbandonmentBounds {
    scores.bounds(for: worst.rendition, at: worst.level, size: worst.size, scale: scale)
  }
}
