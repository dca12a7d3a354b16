import ABRPlayback

/// BOLA-E as in dash.js (`BolaRule`), which differs from Sabre's (``BOLAE``) in when it looks at the placeholder.
struct DashBOLA: Sendable {
  private static let minimumBuffer = 10.0
  private static let bufferPerRendition = 2.0
  /// What of the placeholder is left after a segment (`PLACEHOLDER_BUFFER_DECAY`).
  private static let decay = 0.99

  private var scores = BOLATable()
  private var scale = BOLATable.Scale()
  private var choiceScale = BOLATable.Scale()
  /// Whether it has been asked, and whether the placeholder has come of age.
  private var (isInUse, isSteady) = (false, false)
  private var placeholder = 0.0
  /// Media seconds of the last segment since it is in use; 0 for none.
  private var lastDuration = 0.0
  /// Seconds without a download since the last segment.
  private var idle = 0.0

  /// Builds the tables of the eligible renditions.
  mutating func prepare(for setup: RuleSetup, stable: Double, utilityOffset: Double) {
    scores.prepare(for: setup)
    guard !scores.isFlat else { return }
    let buffer = max(stable, Self.minimumBuffer + Self.bufferPerRendition * Double(setup.count))
    scale.unit = (buffer - Self.minimumBuffer) / scores.topUtility
    // γp of utilities that begin at 1 is 10 s / V; here they begin at 0.
    scale.base = Self.minimumBuffer + scale.unit
    choiceScale = BOLATable.Scale(unit: scale.unit, base: scale.base - utilityOffset * scale.unit)
  }

  /// Chooses a rendition; `nil` where there is nothing to choose.
  ///
  /// - Parameters:
  ///   - level: buffer level in media seconds.
  ///   - last: the rendition fetched last.
  ///   - sustained: the highest one that a share of the estimate carries.
  ///   - delay: gets the seconds to wait before the request.
  mutating func choose(level: Double, last: Int, sustained: Int, delay: inout Double) -> Int? {
    if scores.isFlat { return nil }
    isInUse = true
    guard isSteady else {
      placeholder = max(0, scores.minimumLevel(sustained, scale: scale) - level)
      isSteady = lastDuration > 0 && level >= lastDuration
      return sustained
    }
    placeholder += idle
    idle = 0
    // Of equal scores the higher rendition's counts.
    var choice = scores.best(at: level + placeholder + LevelTolerance.seconds, scale: choiceScale, near: last)
    if choice > last, choice > sustained { choice = max(sustained, last) }
    let excess = max(0, level + placeholder - scores.maximumLevel(choice, scale: scale))
    if excess > placeholder, choice < scores.top { delay = excess - placeholder }
    placeholder = max(0, placeholder - excess)
    return choice
  }

  /// Nothing was requested for a while because the buffer was full.
  mutating func waited(_ seconds: Double) { idle += seconds }

  /// Playback goes on elsewhere (`onPlaybackSeeking`).
  mutating func seek() { (isSteady, placeholder, lastDuration) = (false, 0, 0) }

  /// The buffer is empty.
  mutating func forget() {
    if isSteady { placeholder = 0 }
  }

  /// A segment has come.
  mutating func follow(_ download: Download, levelBefore: Double) {
    idle = 0
    guard isInUse else { return }
    let most = scores.maximumLevel(download.rendition, scale: scale) - (levelBefore + download.totalTime)
    placeholder = min(placeholder * Self.decay, max(0, most))
    if download.replacesMedia { placeholder += download.segmentDuration }
    lastDuration = download.segmentDuration
  }

  /// A download was abandoned for another rendition.
  mutating func abandon(for rendition: Int, level: Double) {
    guard isInUse, !scores.isFlat else { return }
    let wanted = rendition > 0 ? scores.minimumLevel(rendition, scale: scale) : Self.minimumBuffer
    placeholder = min(placeholder, max(0, wanted - level))
  }
}
