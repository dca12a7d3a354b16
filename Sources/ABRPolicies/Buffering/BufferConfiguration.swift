import ABRMedia
import ABRPlayback

/// How a player fills its buffer: the optimizer that sets the forward target, and the levels and budgets around it.
public struct BufferConfiguration: Sendable {
  /// Sets the forward target.
  public var target: BufferTarget
  /// Start, resume and maximum levels, byte budget.
  public var settings: BufferSettings
  /// Whether the forward target was left to the player (AVPlayer `preferredForwardBufferDuration` of 0), for which the
  /// byte budget stands: what it does is not documented.
  public var isLeftToPlayer: Bool

  /// Creates a configuration.
  public init(target: BufferTarget, settings: BufferSettings = BufferSettings(), isLeftToPlayer: Bool = false) {
    self.target = target
    self.settings = settings
    self.isLeftToPlayer = isLeftToPlayer
  }

  /// The lab's default: 30 s ahead at all times, start at 0.5 s, resume at 3 s.
  ///
  /// 30 s is what a Brightcove player begins with, what hls.js holds (`maxBufferLength`) and between the 18 s and 30 s
  /// of dash.js; 0.5 s and 3 s are ApsaraVideo's.
  public static let standard = BufferConfiguration(target: .constant(StaticTarget.standard))

  /// The highest level at which anything is requested, in seconds.
  private var largestLevel: Double { min(target.maximum, settings.maximum) }

  /// Bytes ahead of the playhead at most, at the bandwidth of the highest rendition.
  private func mostBytes(of video: Video) -> Double? {
    guard let top = video.ladder.renditions.last else { return nil }
    func bytes(_ seconds: Double) -> Double { min(seconds, video.duration) * Double(top.bandwidth) / 8 }
    let longest = max(largestLevel, settings.topTarget(of: video.duration) ?? 0)
    guard settings.byteBudget < .max else { return bytes(longest) }
    return min(bytes(longest), max(Double(settings.byteBudget), bytes(settings.byteBudgetFloor)))
  }

  /// Checks the levels.
  ///
  /// - Parameter spec: how the user wrote the buffer, for the message.
  /// - Throws: `SettingsError` with the values that do not fit together.
  public func validate(as spec: String) throws(SettingsError) { try settings.validate(as: spec) }

  /// Repairs impossible levels as ApsaraVideo's player does.
  ///
  /// - Returns: the repairs in words; empty when there was nothing to repair.
  public mutating func normalise() -> [String] { settings.normalise() }

  /// What may surprise in this configuration with a video, with the numbers: levels that no segment fits under, and
  /// what may surprise with its ladder. Levels at their defaults are not talked about.
  ///
  /// - Parameters:
  ///   - video: what is played.
  ///   - playable: where media is playable while it arrives, levels under a segment have their effect.
  ///   - onAVPlayer: whether the player is AVPlayer or plays with it, of which Brightcove's documentation speaks.
  ///   - quota: bytes that the player's media buffer takes; `nil` for as many as there is memory.
  public func warnings(
    for video: Video, playing playable: PlayableMedia = .wholeSegment, onAVPlayer: Bool = true, quota: Int? = nil
  ) -> [String] {
    var warnings = warnings(for: video.ladder, onAVPlayer: onAVPlayer)
    if let quota, let most = mostBytes(of: video), most > Double(quota) {
      warnings.append(
        "holds up to \(ParameterValue.decimal((most / 1e6).rounded())) MB of the highest rendition, where a browser takes "
          + "\(ParameterValue.decimal((Double(quota) / 1e6).rounded())) MB and the player's own code fetches less: code(PATH) "
          + "plays that")
    }
    let usual = BufferSettings()
    let segment = video.longestSegmentDuration
    func told(_ name: String, _ level: Double, _ what: String) {
      warnings.append(
        "\(name) \(ParameterValue.decimal(level)) s is under one segment of \(ParameterValue.decimal(segment)) s, which comes "
          + "as a whole: \(what)")
    }
    let isWhole = playable == .wholeSegment
    if isWhole, settings.start != usual.start, settings.start > 0, settings.start < segment {
      told("start", settings.start, "playback starts with the first segment, as with start 0 s")
    }
    if isWhole, settings.resume != usual.resume, settings.resume > 0, settings.resume < segment {
      told("resume", settings.resume, "playback resumes with the first segment, as with resume 0 s")
    }
    let largest = largestLevel
    if largest < segment {
      let left = max(0, largest - settings.refill)
      told(
        settings.maximum <= target.maximum ? "max" : "target", largest,
        "the next one is requested when \(ParameterValue.decimal(left)) s of the last one are left")
    }
    guard settings.byteBudget < .max else { return warnings }
    let smallest = (0..<video.segmentCount).map { video.size(segment: $0, rendition: 0) }.min() ?? 0
    if settings.byteBudget < smallest {
      warnings.append(
        "a budget of \(ParameterValue.decimal(Double(settings.byteBudget) / 1e3)) kB is under one segment of the lowest "
          + "rendition, \(ParameterValue.decimal(Double(smallest) / 1e3)) kB or more: the next one is requested when so "
          + "much of the last one is left")
    }
    let most = Double(settings.byteBudget) * 8 / Double(video.ladder[0].bandwidth)
    if settings.resume > most + segment {
      warnings.append(
        "resume \(ParameterValue.decimal(settings.resume)) s is never reached: the byte budget holds "
          + "\(ParameterValue.decimal((most * 10).rounded() / 10)) s of the lowest rendition; playback goes on when it is full"
      )
    }
    return warnings
  }

  /// What may surprise in this configuration with a ladder, with the numbers.
  ///
  /// - Parameters:
  ///   - ladder: what is played.
  ///   - onAVPlayer: as for a video.
  public func warnings(for ladder: Ladder, onAVPlayer: Bool = true) -> [String] {
    var warnings: [String] = []
    if onAVPlayer, case .growth(let optimizer) = target { warnings += optimizer.warnings(for: ladder) }
    if isLeftToPlayer {
      warnings.append(
        "a target of 0 s lets the player decide, and what it decides is not documented: played as a budget of "
          + "\(ParameterValue.decimal(Double(settings.byteBudget) / 1e6)) MB, AVPlayer's before it had a forward target"
      )
    }
    let largest = largestLevel
    if case .likelyToKeepUp = settings.startRule { return warnings }
    var target = target
    let first = min(target.begin(), settings.maximum)
    if settings.resume >= largest {
      warnings.append(
        "resume \(ParameterValue.decimal(settings.resume)) s is not under the \(ParameterValue.decimal(largest)) s "
          + "that are held at most: playback goes on when the buffer is full")
    } else if settings.resume >= first {
      warnings.append(
        "resume \(ParameterValue.decimal(settings.resume)) s is not under the \(ParameterValue.decimal(first)) s that "
          + "are held at the start of an item: until the target grows, playback goes on when the buffer is full")
    }
    return warnings
  }
}

extension StaticTarget {
  /// The target of ``BufferConfiguration/standard``.
  static let standard = StaticTarget(unchecked: 30)
}
