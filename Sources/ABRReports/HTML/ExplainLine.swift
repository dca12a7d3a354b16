import ABRInput
import ABRPlayers
import ABRPolicies
import ABRRuns
import ABRSessions

/// The command that plays a session of a saved run again and prints it event by event.
package enum ExplainLine {
  /// What a viewer is called who follows the steps of a session's file, or watches to the end.
  private static let unnamedViewers = ["script", "watch"]

  /// The command for a session over time, see ``words(trace:content:of:in:)``.
  static func text(
    for timeline: SessionTimeline, of configuration: Configuration, in record: RunRecord
  ) -> String? {
    words(trace: timeline.trace, content: timeline.content, of: configuration, in: record)
      .map { $0.map(ShellWord.quoted).joined(separator: " ") }
  }

  /// The words of the command; `nil` where it takes more than the record says: under models of peers, for a video that
  /// shares its file with others, and for a viewer in a file whose path may be relative to the file of the session.
  ///
  /// - Parameters:
  ///   - trace: index of the trace in the run.
  ///   - content: index of the video or queue in the run.
  ///   - configuration: what is played.
  ///   - record: the run.
  package static func words(
    trace: Int, content: Int, of configuration: Configuration, in record: RunRecord
  ) -> [String]? {
    let header = record.header
    let player = configuration.player
    let played = record.inputs.players.first { $0.spec == player }
    guard header.model == .lab, let options = options(of: header.settings, player: played),
      let videos = videos(ofContent: content, configuration, in: record),
      let session = session(configuration, header.settings)
    else { return nil }
    var words = ["abrlab", "explain", record.traces[trace].file] + videos
    if player != Configuration.neutralPlayer { words += ["--player", player] }
    if !player.hasPrefix("\(KnownPlayer.ownCode.name)(") {
      words += ["--policy", configuration.policy, "--buffer", configuration.buffer]
    }
    words += session
    if let played {
      // What was changed of the player by options of their own.
      let own = (try? Player(parsing: player))?.parts ?? [:]
      words += played.parts.sorted { $0.key < $1.key }.flatMap { key, value in
        PlayerPart(rawValue: key).map { own[$0] == value } ?? true ? [] : Self.words(key, value)
      }
    } else {
      // Runs of before 0.2 fetched nothing beside segments, and do not say so.
      let stream = header.settings["stream"] ?? "none"
      if stream != StreamSpec.standard { words += ["--stream", stream] }
    }
    words += options + start(of: header)
    if header.traceEnd != .wrap { words += ["--trace-end", header.traceEnd.rawValue] }
    if header.defaultLatency != 0.05 {
      words += ["--latency", "\(Decimals.text(header.defaultLatency * 1000, digits: 3))ms"]
    }
    return words
  }

  /// What is played: of a session of several items all videos.
  private static func videos(
    ofContent content: Int, _ configuration: Configuration, in record: RunRecord
  ) -> [String]? {
    guard configuration.preload == nil else {
      let videos = record.videos.map(\.file).uniqued()
      return videos.isEmpty ? [] : ["--video"] + videos
    }
    guard record.videos.indices.contains(content) else { return nil }
    let video = record.videos[content].file
    return record.videos.count(where: { $0.file == video }) == 1 ? ["--video", video] : nil
  }

  /// Who watches, and what makes the session one of several items.
  private static func session(_ configuration: Configuration, _ settings: [String: String]) -> [String]? {
    let viewer = configuration.viewer
    guard let preload = configuration.preload else { return ["--viewer", viewer] }
    guard let source = ["items", "session"].first(where: { settings[$0] != nil }) else { return nil }
    if source == "session", let file = SessionViewer.file(in: viewer), !viewer[file].hasPrefix("/") { return nil }
    return ["--preload", preload] + (unnamedViewers.contains(viewer) ? [] : ["--viewer", viewer])
      + words(source, settings[source] ?? "")
  }

  /// The recorded settings that are no parts of the player, which says those itself.
  ///
  /// - Returns: `nil` where one of them is lost.
  private static func options(of settings: [String: String], player: RunRecord.Player?) -> [String]? {
    var words: [String] = []
    for (key, value) in settings.sorted(by: { $0.key < $1.key }) {
      guard let setting = Setting.named(key), setting.isRecorded, key != PlayerPart.stream.rawValue else { continue }
      let isOwnCode = player?.isOwnCode ?? false
      if PlayerPart(rawValue: key) == nil || isOwnCode && player?.parts[key] == nil {
        words += Self.words(key, value)
      } else if player?.parts[key] == nil, key != PlayerPart.maxBuffer.rawValue {
        // A ceiling without a part of its own is the target of the buffer.
        return nil
      }
    }
    return words
  }

  /// Where the session begins in its trace, and what is drawn for it.
  private static func start(of header: RunRecord.Header) -> [String] {
    if let seed = header.seed { return ["--seed", "\(seed)"] }
    guard let drawn = header.settings["session_seed"], drawn != "\(SessionPlan.defaultSeed)" else { return [] }
    return ["--seed", drawn, "--trace-start", "begin"]
  }

  /// A setting as an option.
  private static func words(_ key: String, _ value: String) -> [String] {
    guard let setting = Setting.named(key) else { return [] }
    if setting.values == .flag { return value == "true" ? ["--\(key)"] : [] }
    return ["--\(key)"] + (setting.isRepeatable ? value.split(separator: " ").map(String.init) : [value])
  }
}
