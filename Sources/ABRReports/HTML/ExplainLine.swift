import ABRPlayers
import ABRPolicies
import ABRRuns

/// The command that plays a session of a saved run again and prints it event by event.
enum ExplainLine {
  /// The command; `nil` where it takes more than the record says: for sessions of several items, for options that are
  /// not part of a configuration, for videos that share a file, and under models of peers.
  static func text(
    for timeline: SessionTimeline, of configuration: Configuration, in record: RunRecord
  ) -> String? {
    let header = record.header
    let player = configuration.player
    let played = record.inputs.players.first { $0.spec == player }
    guard header.model == .lab,
      header.settings.keys.allSatisfy({ $0 == "stream" || played?.parts[$0] != nil }),
      configuration.preload == nil, record.videos.indices.contains(timeline.content)
    else { return nil }
    let video = record.videos[timeline.content].file
    guard record.videos.count(where: { $0.file == video }) == 1 else { return nil }
    var words = ["abrlab", "explain", record.traces[timeline.trace].file, "--video", video]
    if player != Configuration.neutralPlayer { words += ["--player", player] }
    if !player.hasPrefix("\(KnownPlayer.ownCode.name)(") {
      words += ["--policy", configuration.policy, "--buffer", configuration.buffer]
    }
    words += ["--viewer", configuration.viewer]
    if let played {
      // What was changed of the player by options of their own.
      let own = (try? Player(parsing: player))?.parts ?? [:]
      words += played.parts.sorted { $0.key < $1.key }.flatMap { key, value in
        PlayerPart(rawValue: key).map { own[$0] == value } ?? true ? [] : ["--\(key)", value]
      }
    } else {
      // Runs of before 0.2 fetched nothing beside segments, and do not say so.
      let stream = header.settings["stream"] ?? "none"
      if stream != StreamSpec.standard { words += ["--stream", stream] }
    }
    if let seed = header.seed { words += ["--seed", "\(seed)"] }
    if header.traceEnd != .wrap { words += ["--trace-end", header.traceEnd.rawValue] }
    if header.defaultLatency != 0.05 {
      words += ["--latency", "\(Decimals.text(header.defaultLatency * 1000, digits: 3))ms"]
    }
    return words.map(RunTable.quoted).joined(separator: " ")
  }
}
