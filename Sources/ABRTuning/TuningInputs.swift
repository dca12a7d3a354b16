import ABRComparison
import ABRInput
import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPlayers
import ABRPolicies
import ABRRuns
import ABRSessions

/// The settings that a search may choose from, and the experiments that play them.
package struct TuningInputs {
  /// What the search is asked for.
  package let request: TuningRequest
  /// The settings.
  package let space: SearchSpace
  /// What the search wants.
  package let goals: TuningGoals
  /// The networks.
  package let traces: [TraceSource]
  /// Which of them the search sees.
  package let split: TraceSplit
  /// What stands in for a part of the player that is not modelled.
  package let notes: [String]
  /// The current setting.
  package let current: Configuration
  private let setup: SessionSetup
  /// The current player with its preload scheduler; every setting changes its parts.
  private let base: SessionSetup.Choice
  private let external: ExternalPolicies
  private let videos: [VideoSource]
  /// Viewers over each trace.
  private let viewerCount: Int

  /// What of the player's own configuration may be a mistake.
  package var configurationWarnings: [String] { setup.configurationWarnings }

  /// What holds for every number of the result and is no column of it.
  package var caption: String? { setup.caption }

  /// Viewers over each trace where they are drawn: one alone would be chosen for as much as the setting.
  private static let usualViewerCount = 4

  /// Refuses settings that a search does not take.
  ///
  /// - Throws: `SettingError` that says what to do instead.
  package static func check(_ given: GivenSettings) throws(SettingError) {
    for setting in Setting.all {
      guard let value = given[setting.key], let instead = setting.insteadInSearch else { continue }
      throw SettingError(value.place, "cannot be used with tune; \(instead)")
    }
    for key in ["player", "policy", "buffer", "preload", "viewer"] {
      guard let value = given[key], value.texts.count > 1 else { continue }
      throw SettingError(
        "\(value.place):",
        "found \(value.texts.count) values, expected one; "
          + (key == "viewer"
            ? "the file of an audience, FILE.toml, has those who leave and those who stay, see abrlab viewer --help"
            : "--vary says what is searched"))
    }
  }

  /// Reads files, specs and ranges.
  ///
  /// - Parameters:
  ///   - asked: what the settings say, without `min` and `max`, which are ranges here.
  ///   - request: what the search is asked for.
  ///   - given: the settings and the options of the search, with `video`.
  ///   - external: what decides outside of the engine.
  ///   - read: reads the traces, once the videos are known to be right.
  /// - Throws: `SettingError`, ``TuningError`` for what no single option is to blame for, and the typed errors of
  ///   traces, videos and specs.
  package init(
    _ asked: SessionSetup, request: TuningRequest, given: GivenSettings, external: ExternalPolicies,
    traces read: () throws -> [TraceSource]
  ) throws {
    self.request = request
    self.external = external
    let played = try asked.videos(given)
    videos = asked.plan.playsVideosOfRun ? played : []
    traces = try read()
    setup = try asked.fetching(asIn: asked.played(videos).map(\.video))
    base = try setup.choices()[0]
    notes = setup.playerNotes(of: [base])
    let hasItems = setup.hasSeveralItems
    let (player, rules) = (base.player, external.rules)
    // A player's options may change its own scheduler, which holds where neither the user nor the session names one.
    let chosen = hasItems && !given.has("preload") ? setup.plan.preload?.canonical : nil
    let preload = { @Sendable (player: Player) in hasItems ? chosen ?? player.preload.canonical : nil }
    let templates = try Self.templates(of: player, preload: preload(player), rules: rules, request, given)
    // As in `run`, min and max are those of the target, whatever else of the buffer has a maximum.
    let hasGrowth = templates.contains { $0.part == .buffer && $0.terms.contains { $0.name == Self.growth } }
    let ranges =
      request.ranges.map { (name: player.known.key(of: $0.name), text: $0.text) }
      + request.ends.map { (name: (hasGrowth ? "\(Self.growth)." : "") + $0.name, text: $0.text) }
    var replaced = ReplacedOptions()
    // The session's own scheduler keeps nothing of the player's.
    var changed = player
    if chosen != nil { try changed.change(.preload, to: PreloadSpec.none.canonical) }
    for (option, part) in replaced.options(of: changed)
    where ranges.contains(where: { $0.name == option.parameter.key }) {
      let ofSession = part == .preload ? chosen : nil
      let change = ofSession ?? player.changes.last { $0.part == part }?.text ?? ""
      let place = ofSession == nil ? "--\(part.rawValue)" : "preload of \(setup.source?.place ?? "the session")"
      throw SettingError(
        given.place("vary"),
        "\(option.parameter.key): found a range, but \(place) \(change) replaces it; leave one of them out, or "
          + "vary a parameter of \(change)")
    }
    current =
      player.code == nil
      ? Configuration(of: player, viewer: try setup.viewerName, preload: preload(player))
      : try setup.configurations([base], videos: videos)[0].configuration
    space = try SearchSpace(
      templates: templates, current: current, ranges: ranges, relations: request.relations
    ) { options in
      let player = try player.setting(optionsOf: options.text)
      return try Self.templates(of: player, preload: preload(player), rules: rules, request, given)
    }
    // The goals alone first, so that the message says which option is wrong.
    let scores = setup.played(videos).reduce(into: Set()) { $0.formUnion($1.video.judgedMetrics) }
    _ = try Self.goals(request, constraints: [], severalItems: hasItems, scores: scores, at: given.place("goal"))
    goals = try Self.goals(
      request, constraints: request.constraints, severalItems: hasItems, scores: scores,
      at: given.place("constraint"))
    if given.has("tolerance"), !goals.usesTolerance {
      throw SettingError(
        given.place("tolerance"),
        "applies only to a --constraint on a share without an allowance, such as rebuffer_ratio<=+0pp; leave it out, "
          + "or add one")
    }
    viewerCount = try Self.viewerCount(request, setup, given)
    do throws(TuningError) {
      split = try TraceSplit(traces, heldOut: request.heldOut, seed: request.seed)
    } catch {
      throw SettingError(given.place("traces"), error)
    }
  }

  private static func goals(
    _ request: TuningRequest, constraints: [String], severalItems: Bool, scores: Set<QualityScores.Metric>,
    at place: String
  ) throws(SettingError) -> TuningGoals {
    do throws(GateError) {
      let goals = try TuningGoals(
        goals: request.goals.isEmpty ? TuningGoals.usual(severalItems: severalItems) : request.goals,
        constraints: constraints, tolerance: request.tolerance, severalItems: severalItems, as: .condition)
      // A formula of one's own is worked out of any session that has what it takes.
      let formulas = goals.objectives.compactMap { try? QoEFormula(parsing: $0.name) }
      let metrics = MetricDefinition.metrics(
        severalItems: severalItems, scores: scores, formulas: formulas.filter { $0.scores.map(scores.contains) ?? true }
      )
      for measure in goals.objectives { try measure.require(metrics) }
      return goals
    } catch {
      throw SettingError(place, error)
    }
  }

  /// The specs whose parameters are searched: the player's own, and those of its parts.
  private static func templates(
    of player: Player, preload: String?, rules: RuleRegistry, _ request: TuningRequest, _ given: GivenSettings
  ) throws -> [SpecTemplate] {
    guard player.code == nil else { return [try player.optionTemplate(adding: keys(of: request, player: player))] }
    let policy = player.policy.canonical
    let buffer = try tuned(
      player.parts[.buffer] ?? "", policy, options: player.known.options.map(\.parameter.key), rules: rules, request,
      given)
    return [
      try player.optionTemplate(), try template(.policy, policy, rules: rules, given),
      try template(.buffer, buffer, given),
    ] + (try preload.map { [try template(.preload, $0, given)] } ?? [])
  }

  /// What a search varies of a configuration that is the player's own: its values say what they are.
  private static func keys(of request: TuningRequest, player: Player) -> [Parameter] {
    request.ranges.filter { range in !player.known.options.contains { $0.parameter.key == range.name } }.map { range in
      let texts = range.text.split(separator: ",").map { $0.filter { $0 != " " } }
      let isNumber = range.text.contains("..") || texts.allSatisfy { Double($0) != nil }
      return Parameter(
        range.name, isNumber ? .number(-.infinity ... .infinity) : .choice(texts), default: .absent("as configured"),
        "a key of the player's configuration")
    }
  }

  /// The term of a target that grows.
  private static let growth = "growth"

  /// The buffer whose parameters are searched: the current one, its presets written out, or one that grows where the
  /// target of the optimizer is varied and the player's own target does not grow.
  private static func tuned(
    _ buffer: String, _ policy: String, options: [String], rules: RuleRegistry, _ request: TuningRequest,
    _ given: GivenSettings
  ) throws -> String {
    let expanded = try BufferSpec.expanding(buffer)
    let keys = Set(try template(.buffer, growth, given).parameters.flatMap { $0 }.map(\.key))
    let own = try template(.buffer, expanded, given)
    let hasGrowth = own.terms.contains { $0.name == growth }
    let taken = Set(
      (own.parameters + (try template(.policy, policy, rules: rules, given)).parameters
        + (try given["preload"].map { try template(.preload, $0.texts[0], given).parameters } ?? []))
        .flatMap { $0 }.map(\.key) + options)
    let isVaried =
      !request.ends.isEmpty
      || request.ranges.contains { name, _ in
        name.hasPrefix("\(growth).") || (keys.contains(name) && !taken.contains(name))
      }
    guard !given.has("buffer"), isVaried, !hasGrowth else { return expanded }
    // A target that does not grow is one whose ends are the same. Where one end alone is varied, the other is that of
    // `run` with this end alone.
    guard case .constant(let target) = try BufferSpec(parsing: buffer).configuration.target else {
      return try BufferSpec.merging(growth, over: buffer)
    }
    let varied = request.ends.map(\.name) + request.ranges.map { String($0.name.split(separator: ".").last ?? "") }
    let ends = ["min", "max"].filter { varied.contains($0) || !varied.contains("min") && !varied.contains("max") }
    let text = ParameterValue.duration(min(target.seconds, 86_400)).text
    return try BufferSpec.merging("\(growth)(\(ends.map { "\($0)=\(text)" }.joined(separator: ",")))", over: buffer)
  }

  private static func viewerCount(
    _ request: TuningRequest, _ setup: SessionSetup, _ given: GivenSettings
  ) throws(SettingError) -> Int {
    guard try setup.watchedPlans().first?.viewer == nil else { return request.viewersPerTrace ?? usualViewerCount }
    if let asked = request.viewersPerTrace, asked > 1 {
      throw SettingError(
        "\(given.place("viewers-per-trace")):",
        "found \(asked) where every viewer is the same; expected 1, or a viewer that is drawn, such as --viewer "
          + "'feed(short-video)'")
    }
    return 1
  }

  private static func template(
    _ part: SpecTemplate.Part, _ text: String, rules: RuleRegistry = .standard, _ given: GivenSettings
  ) throws(SettingError) -> SpecTemplate {
    do {
      return try SpecTemplate(part, parsing: text, rules: rules)
    } catch {
      throw SettingError(given.place(part.rawValue), error)
    }
  }

  /// Sessions over one trace.
  package var contentCount: Int { (hasSeveralItems ? 1 : videos.count) * viewerCount }

  /// The videos as results describe them.
  package var recordedVideos: [RunRecord.Video] { setup.played(videos).map { RunRecord.Video($0) } }

  /// Whether sessions have several items.
  package var hasSeveralItems: Bool { setup.hasSeveralItems }

  /// One setting over all traces: what is the same for every setting, and whether the inputs go together.
  ///
  /// - Throws: as ``experiment(_:over:)``.
  package func sample() throws -> Experiment { try experiment(Array(space.settings.prefix(1)), over: traces) }

  /// An experiment of some settings over some traces.
  ///
  /// - Throws: `SettingError` or `SpecError` for a setting that the session or the video does not go with.
  package func experiment(_ settings: [TuningSetting], over traces: [TraceSource]) throws -> Experiment {
    let players = try setup.configurations(settings.map(choice), videos: videos, external: external)
    return try setup.experiment(traces: traces, videos: videos, players: players, viewerCount: viewerCount)
  }

  /// The current player with the options and parts of a setting.
  private func choice(_ setting: TuningSetting) throws -> SessionSetup.Choice {
    var choice = base
    if setting.configuration.player != current.player {
      choice.player = try base.player.setting(optionsOf: setting.configuration.player)
    }
    guard !playsOwnCode else { return choice }
    try choice.player.change(.policy, to: setting.configuration.policy)
    try choice.player.change(.buffer, to: setting.configuration.buffer)
    if let preload = setting.configuration.preload { choice.preload = try PreloadSpec(parsing: preload) }
    return choice
  }

  /// The player of a setting.
  package func player(of setting: TuningSetting) throws -> Player { try choice(setting).player }

  /// Whether the player's own code plays.
  package var playsOwnCode: Bool { base.player.code != nil }

  /// Whether options of the player are varied.
  package var variesOptions: Bool { space.parameters.contains(where: \.isOption) }

  /// What may surprise in a setting, with the numbers.
  package func warnings(on setting: TuningSetting) throws -> [String] {
    guard !playsOwnCode else { return [] }
    let choice = try choice(setting)
    let (buffer, playable) = (choice.player.buffer, choice.player.settings.playable)
    let known = choice.player.known
    var warnings = videos.flatMap {
      buffer.warnings(
        for: $0.video, playing: playable, onAVPlayer: known.isOnAVPlayer, quota: known.sourceBufferQuota)
    }
    if hasSeveralItems {
      warnings += videos.flatMap { choice.preload.settings.warnings(with: buffer, for: $0.video, playing: playable) }
    }
    return warnings.uniqued()
  }
}
