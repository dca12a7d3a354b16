import ABRInput
import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPlayers
import ABRPolicies

/// How sessions are played: the players that are compared, who watches what, and what the network does.
///
/// Every command resolves its settings here, so that the same settings mean the same player everywhere.
package struct SessionSetup: Sendable {
  /// Whose semantics the engine follows.
  package let model: Model
  /// The rules that a policy may name.
  let rules: RuleRegistry
  /// The players with every setting that concerns one part; ``choices()`` adds what is compared.
  package internal(set) var players: [Player]
  /// The policies that were given, not yet read: those of the model mm22 are no rules.
  package let policies: GivenSettings.Value?
  /// The viewers.
  package internal(set) var viewers: [SessionViewer] = []
  /// What a session plays; `nil` for a video by itself.
  package internal(set) var source: SessionSource?
  /// What a link does when its trace is over.
  package internal(set) var traceEnd = TraceEnd.wrap
  /// Seconds of a round trip in traces that have no latency.
  package internal(set) var defaultLatency: Double
  /// Share of the traces' bytes that is payload; `nil` takes what each trace says.
  package internal(set) var payloadFraction: Double?
  /// What servers make of the link.
  package internal(set) var sender = Sender()
  /// Whether limits for metered networks hold.
  package internal(set) var networkIsExpensive = false
  /// How videos are read.
  package internal(set) var videoOptions = VideoOptions()
  /// Seconds from the last byte of a segment to a player's own code; `nil` for the measured ones.
  package internal(set) var deviceLag: ClosedRange<Double>?
  /// Formulas of quality of experience that were asked for.
  package internal(set) var formulas: [QoEFormula] = []
  /// Names of configurations.
  package internal(set) var names: [ConfigurationName] = []
  /// What was set beside the configurations, for the record of results.
  package internal(set) var record: [String: String] = [:]

  var buffers: GivenSettings.Value?
  var preloads: GivenSettings.Value?
  var smallestTarget: GivenSettings.Value?
  var largestTarget: GivenSettings.Value?
  var ceiling: GivenSettings.Value?
  var normalises = false
  var startsAtRandom: Bool?
  var givenSeed: Int?
  var changedParts: Set<PlayerPart> = []

  /// What of the players' configurations does not act.
  package var configurationNotes: [String] { players.flatMap { $0.configuration?.notes ?? [] }.uniqued() }

  /// What of the players' configurations may be a mistake.
  package var configurationWarnings: [String] {
    players.compactMap(\.configuration).flatMap { [$0.comment].compactMap(\.self) + $0.warnings }.uniqued()
  }

  /// Specs of players as they were given, by those with the options of their configuration file.
  package var givenPlayers: [String: String] { Dictionary(players.map { ($0.spec, $0.givenSpec) }) { $1 } }

  /// Applies settings.
  ///
  /// - Parameters:
  ///   - given: what the user set.
  ///   - rules: those that a policy may name.
  ///   - source: what a session plays, where no setting says it.
  /// - Throws: ``SettingError`` with the place of what is wrong, `ConfigurationError` for the file of a session.
  package init(
    _ given: GivenSettings, rules: RuleRegistry = .standard, source: SessionSource? = nil
  ) throws {
    self.rules = rules
    var model = Model.lab
    if let value = given["model"] {
      guard let named = Model(rawValue: value.texts[0]) else {
        let allowed = Model.allCases.map(\.rawValue)
        throw SettingError(
          "\(value.place):", NearestName.message(found: value.texts[0], kind: "value", allowed: allowed))
      }
      model = named
    }
    self.model = model
    self.source = source
    defaultLatency = model == .lab ? 0.05 : 0
    policies = given["policy"]
    players = model == .lab ? [try Player(rules: rules)] : []
    for setting in Setting.all {
      guard let value = given[setting.key] else { continue }
      guard setting.models.contains(model) else {
        throw SettingError(
          value.place, "cannot be used with --model \(model.rawValue), only with --model \(setting.modelNames)")
      }
      do {
        try setting.apply(value, &self)
      } catch let error as SettingError {
        throw error
      } catch let error as ConfigurationError {
        throw error
      } catch {
        throw SettingError(value.place, error)
      }
      if setting.isRecorded { record[setting.key] = value.texts.joined(separator: " ") }
    }
    if model != .lab { players = [try peer(model)] }
    try checkOwnCode(given)
    try checkViewers(given)
    if let source = self.source {
      record["session_seed"] = "\(givenSeed ?? SessionPlan.defaultSeed)"
      record.merge(source.record) { $1 }
    }
  }

  private func peer(_ model: Model) throws -> Player {
    do {
      return try Player(
        of: model, maximum: try ceiling.map { try Quantity.duration($0.texts[0]) }, rules: rules)
    } catch {
      throw SettingError(ceiling?.place ?? "--model", error)
    }
  }

  /// Changes what the network does with the requests of every player.
  mutating func changeNetwork(_ change: (inout NetworkSettings) -> Void) {
    for index in players.indices { players[index].changeNetwork(change) }
  }

  /// Sets what a session plays.
  mutating func setSource(_ value: GivenSettings.Value, _ make: () throws -> SessionSource) throws {
    if let source { throw SettingError(value.place, "cannot be used with \(source.place)") }
    source = try make()
  }

  private mutating func checkViewers(_ given: GivenSettings) throws {
    let place = given["viewer"]?.place ?? "--viewer"
    for case .plain(let viewer) in viewers where viewer.recording != nil && model != .mm22 {
      throw SettingError(place, "\(viewer.canonical) needs --model mm22")
    }
    guard !hasSeveralItems else { return }
    for found in [preloads, given["cache"]].compactMap(\.self) {
      throw SettingError(
        found.place, "\(found.texts.joined(separator: " ")) needs a session of several items: add --items or --session",
        hint: "--items 20 plays the videos one after another")
    }
  }

  /// Refuses settings of what a player's own code decides itself.
  private func checkOwnCode(_ given: GivenSettings) throws {
    guard let player = players.first(where: { $0.code != nil }) else { return }
    let refused =
      [("policy", Setting.decidedByOwnCode)]
      + Setting.all.compactMap { setting in setting.refusalForOwnCode.map { (setting.key, $0) } }
    for (key, reason) in refused {
      guard let value = given[key] else { continue }
      throw SettingError(value.place, "cannot be used with \(player.spec), \(reason)")
    }
    try source?.plan.checkForOwnCode(named: player.spec, place: source?.place ?? "")
  }

  /// Seed of the places at which sessions start in their traces; `nil` for their beginning.
  package var seed: Int? {
    switch startsAtRandom {
    case true?: givenSeed ?? 1
    case false?: nil
    // Published simulators begin at the beginning of a trace; their numbers mean nothing anywhere else.
    case nil: model == .lab ? givenSeed : nil
    }
  }

  /// Seed of what sessions draw, such as their viewers; `nil` for ``SessionPlan/defaultSeed``.
  package var viewerSeed: Int? { givenSeed }

  /// A player that is compared, and the repairs of its buffer in words.
  package struct Choice: Sendable {
    /// The player.
    package var player: Player
    /// The preload scheduler.
    package var preload: PreloadSpec
    /// What was repaired in its buffer.
    package var repairs: [String] = []
    /// Its specs as they were given, where they became parts of longer ones.
    package var givenSpecs: [String] = []
  }

  /// Every player with every policy, preload scheduler and buffer, in the order of results.
  ///
  /// - Throws: ``SettingError``.
  package func choices() throws -> [Choice] {
    let policies = try policies.map { try $0.policies(rules: rules).map(\.canonical) }
    let preloads = try preloads.map {
      try $0.specs(canonical: \.canonical) { try PreloadSpec(parsing: $0) }.map(\.canonical)
    }
    let buffers = try buffers.map {
      try $0.specs(canonical: \.canonical) { try BufferSpec(parsing: $0) }.map(\.canonical)
    }
    var choices: [Choice] = []
    for player in players {
      for policy in Self.each(policies) {
        var player = player
        if let policy { try change(&player, .policy, to: policy, at: self.policies) }
        for preload in Self.each(preloads) {
          var player = player
          if let preload { try change(&player, .preload, to: preload, at: self.preloads) }
          let scheduler = preload == nil ? plan.preload ?? player.preload : player.preload
          for (index, buffer) in Self.each(buffers).enumerated() {
            var choice = try choice(of: player, preload: scheduler, buffer, index)
            choice.givenSpecs = [policy, preload, buffer, player.configuration?.givenSpec].compactMap(\.self)
            choices.append(choice)
          }
        }
      }
    }
    return choices
  }

  /// Each of the specs that were given; once `nil` where none was.
  private static func each(_ specs: [String]?) -> [String?] { specs.map { $0.map(Optional.some) } ?? [nil] }

  private func change(
    _ player: inout Player, _ part: PlayerPart, to text: String, at given: GivenSettings.Value?, index: Int = 0
  ) throws(SettingError) {
    do {
      try player.change(part, to: text)
    } catch {
      throw SettingError(given?.place(of: index) ?? "--\(part.rawValue)", error)
    }
  }

  private func choice(of base: Player, preload: PreloadSpec, _ buffer: String?, _ index: Int) throws -> Choice {
    var player = base
    guard model == .lab else { return Choice(player: player, preload: preload) }
    if let buffer { try change(&player, .buffer, to: buffer, at: buffers, index: index) }
    if let ceiling {
      // Without a buffer of its own or the user's the neutral player's target is the ceiling.
      let isTarget = buffer == nil && player.known.name == KnownPlayer.lab.name
      try change(
        &player, isTarget ? .buffer : .maxBuffer, to: isTarget ? "static(\(ceiling.texts[0]))" : ceiling.texts[0],
        at: ceiling)
    }
    try grow(&player, isChosen: buffer != nil)
    var choice = Choice(player: player, preload: preload)
    let spec = player.parts[.buffer] ?? ""
    if normalises {
      choice.repairs = choice.player.normaliseBuffer().map { "\(spec): \($0)" }
    } else {
      do {
        try player.buffer.validate(as: spec)
      } catch {
        throw SettingError(
          buffers?.place(of: index) ?? smallestTarget?.place ?? largestTarget?.place ?? ceiling?.place ?? "--player",
          player.levelFault ?? error)
      }
    }
    return choice
  }

  /// Applies `--min` and `--max`.
  private func grow(_ player: inout Player, isChosen: Bool) throws(SettingError) {
    let ends = [("min", smallestTarget), ("max", largestTarget)].compactMap { key, value in value.map { (key, $0) } }
    guard let first = ends.first else { return }
    let arguments = ends.map { "\($0)=\($1.texts[0])" }.joined(separator: ",")
    if isChosen, !player.grows {
      throw SettingError(
        first.1.place, "sets the target of a buffer that grows, and \(player.parts[.buffer] ?? "") does not",
        hint: "--buffer 'growth(\(arguments))'")
    }
    try change(&player, .buffer, to: "growth(\(arguments))", at: first.1)
  }

  /// The setup with what manifests describe beside segments, unless the user says what is fetched.
  ///
  /// - Parameter videos: all that is played. Where not every one comes with a manifest the setup stays as it is.
  /// - Throws: `SpecError` for sizes that no stream may have.
  package func fetching(asIn videos: [Video]) throws -> SessionSetup {
    guard model == .lab, !changedParts.contains(.stream), let resources = StreamResources.mean(of: videos.map(\.stream))
    else { return self }
    var copy = self
    for index in players.indices {
      try copy.players[index].change(.stream, to: StreamSpec(resources).canonical)
    }
    return copy
  }

  /// What holds for every number of a result and is no column of it; `nil` under a peer's model, and where players
  /// differ in it.
  package var caption: String? {
    guard model == .lab else { return nil }
    let captions = players.filter { $0.code == nil }.map {
      "\(PlayableSpec($0.settings.playable).caption) (--playable); \($0.stream.caption) (--stream)"
    }
    return Set(captions).count == 1 ? captions[0] : nil
  }

  /// What of a configuration and of options does not act, which buffer target a player does not have itself, and, where
  /// no policy was given, what stands in for a player's own rule, a line a player.
  package func playerNotes(of choices: [Choice]) -> [String] {
    let notes =
      configurationNotes
      + choices.flatMap { $0.player.optionNotes + [$0.player.targetNote].compactMap(\.self) }
      + replacedNotes(of: choices.map(\.player))
    return (notes + (policies == nil ? players.compactMap(\.known.ruleNote) : [])).uniqued()
  }

  /// The options given with players that a changed part replaces, and the policies that keep them.
  private func replacedNotes(of players: [Player]) -> [String] {
    var replaced = ReplacedOptions()
    let found = players.flatMap { player in
      let given = replaced.options(of: player).filter { player.isGiven($0.option) }
      return PlayerPart.allCases.compactMap {
        part -> (place: String, options: String, change: String, kept: String?)? in
        let options = given.filter { $0.part == part }.map(\.option.parameter.key)
        guard !options.isEmpty, let change = player.changes.last(where: { $0.part == part })?.text else { return nil }
        return (
          "\(player.known.name): --\(part.rawValue)",
          options.map { "\($0)=\(player.options[$0] ?? "")" }.joined(separator: ", "), change,
          part == .policy ? player.policyKeepingRule(of: change) : nil
        )
      }
    }
    return Dictionary(grouping: found) { [$0.place, $0.options] }.sorted { $0.key.lexicographicallyPrecedes($1.key) }
      .map { key, same in
        let kept = same.compactMap(\.kept).uniqued()
        return "\(key[0]) \(same.map(\.change).uniqued().joined(separator: " ")) replaces \(key[1])"
          + (kept.isEmpty ? "" : "; kept by --policy \(kept.joined(separator: " "))")
      }
  }

  /// Applies a player's own configuration, a file, to every player that has none.
  mutating func configurePlayers(by value: GivenSettings.Value) throws {
    let file = value.texts[0]
    let configuration = try PlayerConfiguration(contentsOf: file)
    guard players.contains(where: { $0.configuration == nil }) else {
      throw SettingError(value.place, "acts on no player: every --player has a configuration of its own")
    }
    for index in players.indices where players[index].configuration == nil {
      let (player, refusal) = try players[index].configured(by: configuration, file: file, rules: rules)
      if let refusal {
        guard players.count > 1, let own = players.first(where: { $0.spec != players[index].spec }) else {
          throw refusal
        }
        throw SettingError(
          value.place, "is read as the configuration of every --player, and \(refusal)",
          hint: "--player '\(KnownPlayer.spec(own.givenSpec, configuredBy: file))' '\(players[index].spec)'")
      }
      players[index] = player
    }
  }
}
