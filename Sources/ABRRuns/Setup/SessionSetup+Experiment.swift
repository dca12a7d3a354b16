import ABRInput
import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPlayerCode
import ABRPlayers
import ABRPolicies
import ABRSessions

extension SessionSetup {
  /// Who watches, as results say it.
  package var viewerName: String { get throws { try watchedPlans()[0].viewerName } }

  /// The configurations of players, one for each viewer, ready to be played.
  ///
  /// - Parameters:
  ///   - choices: the players with their preload schedulers.
  ///   - videos: those of the run.
  ///   - external: what decides outside of the engine.
  /// - Throws: `SettingError` and `SpecError` for settings that do not fit together.
  package func configurations(
    _ choices: [Choice], videos: [VideoSource], external: ExternalPolicies = ExternalPolicies()
  ) throws -> [PreparedSession] {
    let plans = try watchedPlans()
    var read: [PlayerCodeFiles: CodeSessions] = [:]
    let sessions = try choices.flatMap { choice in
      let code = try codeSessions(of: choice.player, among: &read)
      if let code, !code.build.takesLimits, plans.contains(where: \.limitsRenditions) {
        throw SettingError(
          source?.place ?? "--session",
          "limits renditions, for which the adapter of \(choice.player.spec) has no limit(player, lowest, highest)")
      }
      if !hasSeveralItems {
        for video in videos {
          try choice.player.playedPolicy.validate(for: video.video.ladder, settings: choice.player.settings)
        }
      }
      let decides = external.policy(of: choice.player.policy)
      return try plans.map { plan in
        do {
          var session = try PreparedSession(
            self.plan(plan, for: choice), player: choice.player, preload: choice.preload, videos: videos.map(\.video),
            seed: viewerSeed, networkIsExpensive: networkIsExpensive, defaultLatency: defaultLatency,
            external: decides, code: code)
          session.givenSpecs = choice.givenSpecs
          return session
        } catch let error as SettingsError {
          throw SettingError(source?.place ?? "--player", error)
        }
      }
    }
    return try named(sessions)
  }

  /// The specs of its configurations, without viewers; none under the model mm22, and none of a player's own code or
  /// of what decides outside of the engine.
  package func specs(_ external: ExternalPolicies) throws -> [Configuration] {
    guard model != .mm22 else { return [] }
    return try choices().filter { $0.player.code == nil && external.policy(of: $0.player.policy) == nil }.map {
      Configuration(of: $0.player, viewer: "", preload: hasSeveralItems ? $0.preload.canonical : nil)
    }
  }

  /// What plays a player's own code, its files read once; `nil` where the engine plays.
  private func codeSessions(
    of player: Player, among read: inout [PlayerCodeFiles: CodeSessions]
  ) throws(SettingError) -> CodeSessions? {
    guard let files = player.code else { return nil }
    do {
      let known = try read[files] ?? CodeSessions(files, network: player.settings.network)
      read[files] = known
      return CodeSessions(
        known, network: player.settings.network, device: deviceLag.map { DeviceTime(segment: $0) } ?? DeviceTime())
    } catch {
      throw SettingError("--player", error)
    }
  }

  /// Gives configurations the names of `--name`.
  ///
  /// - Throws: `SettingError` for a name of no configuration, or of several that differ in more than the viewer; and
  ///   for what another configuration is called without one.
  private func named(_ sessions: [PreparedSession]) throws(SettingError) -> [PreparedSession] {
    guard !names.isEmpty else { return sessions }
    let specs = sessions.map { $0.configuration.specs + [$0.configuration.player] + $0.givenSpecs }
    let usual = Configuration.shortNames(of: sessions.map(\.configuration))
    let whole = sessions.map(\.configuration.specText)
    var sessions = sessions
    for name in names {
      let places = sessions.indices.filter { name.isName(of: specs[$0]) }
      let found = Set(
        places.map { place in
          var configuration = sessions[place].configuration
          configuration.viewer = ""
          return configuration
        })
      guard found.count == 1, found.first?.label == nil, names.count(where: { $0.name == name.name }) == 1 else {
        let all = specsToName(in: sessions.map(\.configuration))
        throw SettingError(
          name.place,
          QuantityError(
            found: "\(name.name)=\(name.spec), "
              + (found.isEmpty
                ? "which no configuration has"
                : found.count > 1
                  ? "which \(found.count) configurations have" : "a second name or a name that is taken"),
            allowed: "what one configuration has of: \(all.joined(separator: ", "))"))
      }
      // What both have is no name of the other one.
      let own = Set(places.flatMap { specs[$0] })
      let other = sessions.indices.first { place in
        guard !places.contains(place) else { return false }
        let isCalled = usual[place] == name.name || specs[place].contains(name.name)
        return isCalled && !own.contains(name.name) || whole[place] == name.name
      }
      if let other {
        throw SettingError(
          name.place,
          QuantityError(
            found: "\(name.name)=\(name.spec), but \(name.name) is the configuration \(whole[other])",
            allowed: "a name that no other configuration has"))
      }
      for place in places { sessions[place].configuration.label = name.name }
    }
    return sessions
  }

  /// The specs that tell configurations apart, or all of a single one; players as they were given.
  private func specsToName(in configurations: [Configuration]) -> [String] {
    let keys = Configuration.keys.filter { $0 != "viewer" }
    let givenPlayers = givenPlayers
    let differing = Configuration.differingKeys(of: configurations).filter { $0 != "viewer" }
    return (differing.isEmpty ? keys : differing).flatMap { key in
      configurations.compactMap { configuration in
        configuration[key].map { key == "player" ? givenPlayers[$0] ?? $0 : $0 }
      }
    }.uniqued()
  }

  /// An experiment under the settings.
  ///
  /// - Parameters:
  ///   - traces: the networks.
  ///   - videos: those of the run; a session's own come after them.
  ///   - players: the configurations.
  ///   - viewerCount: viewers over each trace, where they are drawn.
  ///   - more: what else belongs to the record of the run.
  package func experiment(
    traces: [TraceSource], videos: [VideoSource], players: [PreparedSession], viewerCount: Int = 1,
    record more: [String: String] = [:]
  ) throws -> Experiment {
    var settings = record.merging(more) { $1 }
    settings.merge(try viewerRecord(of: watchedPlans())) { $1 }
    if viewerCount > 1 { settings["viewers-per-trace"] = "\(viewerCount)" }
    let streams = Set(self.players.map(\.stream.canonical))
    if model == .lab, streams.count == 1 { settings["stream"] = streams.first }
    return Experiment(
      traces: traces, videos: videos + plan.videos, players: players, model: model, traceEnd: traceEnd,
      seed: seed, defaultLatency: defaultLatency, payloadFraction: payloadFraction, sender: sender, settings: settings,
      queue: source?.name, viewerCount: viewerCount)
  }

  /// What metrics of quality leave out, and scores that seem to be of other renditions.
  private static func scoreWarnings(_ videos: [Video]) -> [String] {
    let missing = QualityScores.Metric.allCases.compactMap { metric -> String? in
      let without = videos.filter { !$0.judgedMetrics.contains(metric) }.map(\.name).uniqued()
      guard !without.isEmpty, without.count < Set(videos.map(\.name)).count else { return nil }
      return "metrics of \(metric.title) leave out \(without.joined(separator: ", ")): no scores"
    }
    return missing + videos.flatMap { video in video.scoreDoubts.map { "\(video.name): \($0)" } }
  }

  /// What may surprise, each thing once, with the numbers.
  package func warnings(
    _ choices: [Choice], videos: [Video], traces: [TraceSource], given: GivenSettings
  ) throws -> [String] {
    var warnings = configurationWarnings
    warnings += choices.flatMap { choice in choice.repairs.map { "--normalise: \($0)" } }
    if let source {
      warnings += source.plan.warnings(watchedBy: viewers)
      warnings += choices.flatMap { source.plan.warnings(for: $0.player.playedPolicy) }
      if let choice = choices.first {
        warnings += plan(source.plan, for: choice).warnings(videos: videos, seed: viewerSeed, cache: cachePlace)
      }
      warnings += choices.flatMap {
        source.plan.warnings(preload: $0.preload.settings, networkIsExpensive: networkIsExpensive)
      }
    }
    let all = videos + plan.videos.map(\.video)
    for choice in choices where choice.player.code == nil {
      let (buffer, playable) = (choice.player.buffer, choice.player.settings.playable)
      // What the player ships with needs no warning of its own optimizer.
      let onAVPlayer = choice.player.known.isOnAVPlayer && !choice.player.isAsShipped
      let spec = choice.player.parts[.buffer] ?? ""
      for video in all {
        warnings += buffer.warnings(
          for: video, playing: playable, onAVPlayer: onAVPlayer, quota: choice.player.known.sourceBufferQuota
        ).map { "\(spec): \($0)" }
        guard hasSeveralItems else { continue }
        warnings += choice.preload.settings.warnings(with: buffer, for: video, playing: playable).map {
          "\(choice.preload.canonical) with \(spec): \($0)"
        }
      }
    }
    if let source, source.plan.playsVideosOfRun, source.plan.items.count < videos.count {
      warnings.append("\(source.name): only the first of \(videos.count) videos are played")
    }
    warnings += Self.scoreWarnings(all)
    warnings += UnusedOptions(given: given, setup: self, choices: choices, videos: all, traces: traces).warnings
    return warnings.uniqued()
  }
}
