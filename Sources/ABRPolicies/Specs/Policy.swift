import ABRMedia
import ABRPlayback

/// A rule with limits, ready to be put into players.
public struct Policy: Sendable {
  /// What the spec said.
  public let spec: PolicySpec
  /// Whose player is modelled.
  public let model: Model

  init(spec: PolicySpec, model: Model) {
    self.spec = spec
    self.model = model
  }

  /// The canonical text of the spec, which results carry.
  public var canonicalSpec: String { spec.canonical }

  /// The limits.
  public var limits: Limits { spec.limits }

  /// Whether limits on the bitrate hold: always where a rule selects, for a fixed rendition only if it says so.
  public var heedsPeaks: Bool { !spec.rule.isFixed || limits.fixedHonoursCaps }

  /// Checks the policy against a ladder.
  ///
  /// - Parameters:
  ///   - ladder: that of a video.
  ///   - settings: options of the player; its first rendition is checked, too.
  /// - Throws: ``SpecError`` when a rendition that the spec or the settings name is not there.
  public func validate(for ladder: Ladder, settings: PlayerSettings = PlayerSettings()) throws(SpecError) {
    try spec.check(ladder)
    // A peer's harness takes its rung, or the nearest one.
    guard !settings.forcesInitialRendition, case .index(let index) = settings.initialRendition, index >= ladder.count
    else { return }
    throw .invalidValue(
      spec: "index(\(index))", part: "initial rendition", found: "\(index)",
      allowed: "a ladder index, 0 to \(ladder.count - 1)")
  }

  /// The renditions that the limits leave of a ladder.
  public func eligible(in ladder: Ladder, networkIsExpensive: Bool = false) -> EligibleSet {
    limits.eligible(in: ladder, mode: spec.rule.isFixed ? .fixed : .automatic, networkIsExpensive: networkIsExpensive)
  }

  /// Makes a player of a video.
  ///
  /// The session loop behind the player is compiled for the rule; make one player for all sessions of a video.
  ///
  /// - Parameters:
  ///   - video: what is played.
  ///   - buffer: how the buffer is filled.
  ///   - settings: options of the player, such as ``Model/settings``; their buffer settings are replaced by those of
  ///     `buffer`.
  ///   - networkIsExpensive: whether limits for expensive networks hold.
  /// - Throws: ``SpecError`` when the policy or the settings name a rendition that the video does not have, and for
  ///   audio or subtitles that are larger than a video may be.
  public func makePlayer(
    video: Video, buffer: BufferConfiguration, settings: PlayerSettings = PlayerSettings(),
    networkIsExpensive: Bool = false
  ) throws(SpecError) -> AnyPlayer {
    try validate(for: video.ladder, settings: settings)
    let (seconds, stream) = (video.duration, settings.stream)
    for (part, size) in [
      ("audio", seconds * stream.audioBitrate / 8),
      ("subtitles", Double(video.segmentCount) * Double(stream.subtitleBytes)),
    ] where size > Double(Video.maximumSize) {
      throw .invalidValue(
        spec: "stream", part: part, found: "\(size) bytes over \(video.name)", allowed: "at most \(Video.maximumSize)")
    }
    var settings = settings
    settings.buffer = buffer.settings
    let options = RuleOptions(arguments: spec.arguments, model: model)
    return spec.rule.makePlayer(
      options,
      RuleEntry.PlayerParts(
        video: video, target: buffer.target, settings: settings,
        eligible: eligible(in: video.ladder, networkIsExpensive: networkIsExpensive)))
  }
}
