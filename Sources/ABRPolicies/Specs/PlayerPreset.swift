import ABRPlayback

/// The settings of a known player under one name: buffer, playable media, what a switch does, the first rendition,
/// time-outs, and the stream that it plays.
///
/// Only what its documents or its source say; everything else is the lab's default. What a user sets besides wins over
/// the preset. The rule is no part of it: `policy list` has the rules of these players.
public struct PlayerPreset: Sendable {
  /// Name.
  public let name: String
  /// What it sets, one sentence.
  public let summary: String
  /// Where the values are from.
  public let source: String
  /// Its buffer, as a spec.
  public let buffer: String
  /// Bytes of the local cache that preloads of this player lie in, where it cannot preload without one.
  public let preloadCache: Int?
  /// What it fetches beside the segments, as a spec: `dash` where it plays nothing else.
  public let stream: String
  private let change: @Sendable (inout PlayerSettings) -> Void
  private let changeBuffer: @Sendable (inout BufferSettings) -> Void

  private init(
    _ name: String, buffer: String, source: String, preloadCache: Int? = nil,
    stream: String = StreamSpec.standard, _ summary: String,
    changeBuffer: @escaping @Sendable (inout BufferSettings) -> Void = { _ in },
    change: @escaping @Sendable (inout PlayerSettings) -> Void
  ) {
    self.name = name
    self.buffer = buffer
    self.preloadCache = preloadCache
    self.stream = stream
    self.source = source
    self.summary = summary
    self.change = change
    self.changeBuffer = changeBuffer
  }

  /// Sets what the preset says of the player, its buffer apart.
  public func apply(to settings: inout PlayerSettings) { change(&settings) }

  /// The buffer of the preset, with what no spec of a buffer can say.
  ///
  /// - Throws: ``SpecError``.
  public func bufferConfiguration() throws(SpecError) -> BufferConfiguration {
    var configuration = try BufferSpec(parsing: buffer).configuration
    changeBuffer(&configuration.settings)
    return configuration
  }

  /// Every preset, in the order in which they are listed.
  public static let all: [PlayerPreset] = [
    PlayerPreset(
      "apsara", buffer: "apsara", source: "ApsaraVideo AVPConfig.h 5.5.1; cache of 20 GB, as its documentation has it",
      preloadCache: 20_000_000_000,
      "starts at 0.5 s, resumes at 3 s, holds 50 s; plays what arrives"
    ) {
      $0.playable = .arriving(fragment: nil)
      $0.retry = .apsaraVideo
    },
    PlayerPreset(
      "cicada", buffer: "apsara", source: "CicadaPlayer 2023-03, MediaPlayerConfig and SuperMediaPlayer",
      "as apsara; an up-switch replaces media more than 1.6 s ahead"
    ) {
      $0.playable = .arriving(fragment: nil)
      $0.switchMode = .replace(margin: 1.6)
      $0.retry = .cicadaPlayer
    },
    PlayerPreset(
      "avplayer", buffer: "legacy+keep-up", source: "AVFoundation reference; 50 MB from the Brightcove README",
      "holds 50 MB, waits until it is likely to keep up; plays what arrives; first listed rendition"
    ) {
      $0.playable = .arriving(fragment: nil)
      $0.initialRendition = .firstListed
      $0.retry = .avPlayer
    },
    PlayerPreset(
      "brightcove", buffer: "brightcove", source: "Brightcove SDK 7.2.8, BCOVPlaybackController.h",
      "AVPlayer with the SDK's buffer optimizer of 30 to 90 s"
    ) {
      $0.playable = .arriving(fragment: nil)
      $0.initialRendition = .firstListed
      $0.retry = .avPlayer
    },
    PlayerPreset(
      "hls.js", buffer: "static(600s)+watermark(start=0s,resume=0s)+bytes(60MB)",
      source: "hls.js 1.7.1, maxBufferSize and maxMaxBufferLength",
      "holds 60 MB, at most 600 s; starts with the first segment; appends whole segments"
    ) {
      $0.playable = .wholeSegment
      $0.retry = .hlsJS
    },
    PlayerPreset(
      "dash.js", buffer: "static(18s)+watermark(start=0s,resume=0s)", source: "dash.js 5.1.1, bufferTimeDefault",
      stream: "dash",
      "requests what fits under 18 s, looking every 0.5 s; starts with the first segment; appends whole segments",
      changeBuffer: {
        $0.ceiling = .wholeSegment
        $0.fullPollInterval = 0.5
      }
    ) { $0.playable = .wholeSegment },
    PlayerPreset(
      "shaka", buffer: "static(10s)+watermark(start=0s,resume=0s)",
      source: "Shaka Player 5.2.7, bufferingGoal and rebufferingGoal", stream: "dash",
      "holds 10 s; starts with the first segment; appends whole segments"
    ) { $0.playable = .wholeSegment },
    PlayerPreset(
      "media3", buffer: "static(50s)+watermark(start=1s,resume=2s)", source: "Media3 1.11.0, DefaultLoadControl",
      "holds 50 s, starts at 1 s, resumes at 2 s; plays what arrives"
    ) {
      $0.playable = .arriving(fragment: nil)
      $0.retry = .media3
    },
  ]

  /// The preset of a name.
  ///
  /// - Throws: ``SpecError/unknownName(spec:kind:found:allowed:)``.
  public static func named(_ name: String) throws(SpecError) -> PlayerPreset {
    guard let preset = all.first(where: { $0.name == name }) else {
      throw .unknownName(spec: name, kind: "player", found: name, allowed: all.map(\.name))
    }
    return preset
  }
}
