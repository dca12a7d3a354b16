import ABRInput
import ABRPlayback

/// What BOLA-E decides, given an estimate: the part of ``BOLAE`` that other rules share.
struct BOLAEChoice: Sendable {
  /// Seconds of buffer that the lowest rendition is content with.
  private static let minimumBuffer = 10.0
  /// Seconds of buffer added for each rendition.
  private static let bufferPerRendition = 2.0

  private let oscillation: BOLA.Oscillation
  private let isBufferWatched: Bool
  private let gammaP: Double
  private let utilityOffset: Double

  private var table = BandwidthTable()
  private var scores = BOLATable()
  private var insufficientBuffer = InsufficientBufferRule()
  /// Where thresholds between renditions lie.
  private var choiceScale = BOLATable.Scale()
  /// Where the levels lie that bound the placeholder; differs from ``choiceScale`` by the utility offset.
  private var scale = BOLATable.Scale()
  /// Seconds of buffer that the thresholds are made for, and the maximum level that asked for them; not a number before
  /// any did.
  private var buffer = 0.0
  private var placedLevel = Double.nan
  private var isSteady = false
  private var placeholder = 0.0
  private var last = 0
  private var segmentDuration = 1.0
  private var videoDuration = 1.0
  private var rate = 1.0

  /// See ``BOLAE``.
  init(_ oscillation: BOLA.Oscillation, insufficientBuffer: Bool, gammaP: Double, utilityOffset: Double) {
    precondition(gammaP > 1, "γp is more than 1 s")
    self.oscillation = oscillation
    isBufferWatched = insufficientBuffer
    self.gammaP = gammaP
    self.utilityOffset = utilityOffset
  }

  /// Builds the tables of the eligible renditions.
  mutating func prepare(for setup: RuleSetup) {
    let previous = table
    table.prepare(for: setup)
    scores.prepare(for: setup)
    last = table.position(of: last, in: previous)
    placedLevel = .nan
    segmentDuration = setup.segmentDuration
    videoDuration = setup.segmentDuration * Double(setup.segmentCount)
  }

  /// Places the thresholds on a buffer, where that has changed.
  @inline(__always)
  private mutating func scale(to maximumLevel: Double) {
    if maximumLevel == placedLevel { return }
    placedLevel = maximumLevel
    // No buffer holds more than the video.
    let usable = min(maximumLevel, videoDuration)
    let topUtility = scores.topUtility
    if isBufferWatched {
      buffer = max(Self.minimumBuffer + Self.bufferPerRendition * Double(scores.top + 1), usable)
      scale.unit = (buffer - Self.minimumBuffer) / topUtility
      // γp of utilities that begin at 1 is 10 s / V; here they begin at 0.
      scale.base = Self.minimumBuffer + scale.unit
    } else {
      buffer = usable
      scale.unit = max(0, usable - segmentDuration) / (topUtility + gammaP)
      scale.base = scale.unit * gammaP
    }
    choiceScale = BOLATable.Scale(unit: scale.unit, base: scale.base - utilityOffset * scale.unit)
  }

  /// Chooses a rendition and a wait.
  @inline(__always)
  mutating func choose(_ context: RequestContext, estimate: NetworkEstimate) -> Decision {
    // One bitrate: nothing to choose, and no utility to divide by.
    if scores.isFlat { return Decision(0) }
    rate = context.rate
    scale(to: context.maximumLevel)
    let level = context.level
    if !isSteady {
      isSteady = true
      let sustained = table.highestSustainable(estimate, segmentDuration: context.segmentDuration, near: last)
      insufficientBuffer = InsufficientBufferRule()
      placeholder = max(0, scores.minimumLevel(sustained, scale: scale) - level)
      return Decision(sustained)
    }

    var choice = settle(scores.best(at: level + placeholder, scale: choiceScale, near: last), at: level + placeholder)
    if choice > last {
      let sustained = table.highestSustainable(estimate, segmentDuration: context.segmentDuration, near: last)
      if choice > sustained { choice = max(last, sustained) + (oscillation == .utility ? 1 : 0) }
    }

    // What is more than the choice needs: placeholder goes first, then the viewer plays it off.
    var excess = max(0, level + placeholder - scores.maximumLevel(choice, scale: scale))
    let virtual = min(excess, placeholder)
    placeholder -= virtual
    excess -= virtual
    if choice == scores.top || !context.isPlaying { excess = 0 }

    if isBufferWatched {
      let limited = insufficientBuffer.limit(
        choice, level: level, estimate: estimate, segmentDuration: context.segmentDuration, table: table)
      if limited < choice {
        choice = limited
        excess = 0
        placeholder = min(placeholder, max(0, scores.minimumLevel(choice, scale: scale) - level))
      }
    }
    return Decision(choice, after: excess / context.rate)
  }

  /// Decides between two renditions whose scores are equal but for rounding.
  ///
  /// This is no rare accident: an abandoned download leaves a placeholder that puts the level exactly on the threshold
  /// of the rendition it was abandoned for. Sabre computes both scores and takes the larger, so the last bit decides;
  /// here that is done too, in Sabre's units and order of operations, for the level that the threshold is. dash.js
  /// takes the higher rendition.
  ///
  /// `mutating`, as is what it calls, so that the compiler passes the choice where it lies and makes no copy.
  @inline(__always)
  private mutating func settle(_ choice: Int, at level: Double) -> Int {
    if choice < scores.top, level > scores.threshold(choice + 1, scale: choiceScale) - LevelTolerance.seconds {
      return prefersByRounding(choice + 1) ? choice + 1 : choice
    }
    if choice > 0, level < scores.threshold(choice, scale: choiceScale) + LevelTolerance.seconds {
      return prefersByRounding(choice) ? choice : choice - 1
    }
    return choice
  }

  /// Whether a rendition's score exceeds that of the one below it at the level where they are equal.
  private mutating func prefersByRounding(_ rendition: Int) -> Bool {
    let bitrate = table.bandwidth(rendition) / 1000
    let lower = table.bandwidth(rendition - 1) / 1000
    guard bitrate > lower else { return false }
    if utilityOffset != 0 { return true }
    let offset = 1 - ReproducibleMath.log(table.bandwidth(0) / 1000)
    let utility = ReproducibleMath.log(bitrate) + offset
    let lowerUtility = ReproducibleMath.log(lower) + offset
    let topUtility = ReproducibleMath.log(table.bandwidth(table.top) / 1000) + offset
    let gamma: Double
    let unit: Double
    if isBufferWatched {
      gamma = (topUtility - 1) / (buffer * 1000 / (Self.minimumBuffer * 1000) - 1)
      unit = Self.minimumBuffer * 1000 / gamma
    } else {
      gamma = gammaP - 1
      unit = (buffer * 1000 - segmentDuration * 1000) / (topUtility + gamma)
    }
    let level = unit * (gamma + (bitrate * lowerUtility - lower * utility) / (bitrate - lower))
    return (unit * (utility + gamma) - level) / bitrate > (unit * (lowerUtility + gamma) - level) / lower
  }

  /// Time in which the full buffer stopped requests counts as buffer that could have been.
  @inline(__always)
  mutating func waited(_ seconds: Double) { placeholder += seconds * rate }

  /// Adapts the placeholder to a download.
  @inline(__always)
  mutating func follow(_ download: Download, level: Double) {
    last = download.rendition
    if download.isAborted {
      let wanted =
        download.abortedFor > 0 ? scores.minimumLevel(download.abortedFor, scale: scale) : Self.minimumBuffer
      placeholder = min(placeholder, max(0, wanted - level))
    } else {
      // No more than what would still have led to this rendition, and no less than what did.
      let levelBefore = level + download.totalTime * rate
      placeholder = min(placeholder, max(0, scores.maximumLevel(download.rendition, scale: scale) - levelBefore))
      if level > 0 {
        placeholder = max(placeholder, scores.minimumLevel(download.rendition, scale: scale) - levelBefore)
      }
      // Time spent on media that was there does not lower the level (dash.js, BolaRule).
      if download.replacesMedia { placeholder += download.segmentDuration }
    }
  }

  /// A lower rendition that scores higher than the rest of a running download, reckoned after the round trip that it
  /// would cost, or `nil` to go on.
  @inline(__always)
  func alternative(to progress: DownloadProgress) -> Int? {
    let transferTime = progress.elapsed - progress.latency
    guard progress.received > 0, transferTime > 0 else { return nil }
    let level = max(0, progress.level + placeholder - progress.latency * rate)
    if level > scores.threshold(progress.rendition, scale: scale) { return nil }
    let arriving = progress.latency * progress.received / transferTime
    let rest = progress.size - progress.received - arriving
    guard rest > 0 else { return nil }
    return scores.better(
      than: progress.rendition, at: level, rest: rest, size: progress.size, scale: scale)
  }

  /// Bounds outside of which ``alternative(to:)`` is to go on.
  @inline(__always)
  func abandonmentBounds(_ worst: DownloadProgress) -> AbandonmentBounds {
    let added = placeholder - worst.latency * rate
    var bounds = scores.bounds(
      for: worst.rendition, at: max(0, worst.level + added), size: worst.size, scale: scale)
    bounds.level -= added
    return bounds
  }
}
