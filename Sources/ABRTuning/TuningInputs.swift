import ABRComparison
import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPolicies
import ABRReports
import ABRRuns
import ABRSessions
import ABRTuning

/// Reads what `abrlab tune` is told, and makes experiments of settings.
struct TuneInputs {
  let options: TuneOptions
  let space: SearchSpace
  let goals: TuningGoals
  let traces: [TraceSource]
  let split: TraceSplit
  /// What holds for every number of the result and is no column of it.
  var caption: String? { setup.caption }
  /// What stands in for a part of the player that is not modelled.
  let notes: [String]
  private let setup: SessionSetup
  /// The current player with its preload scheduler; every setting changes its parts.
  private let base: SessionSetup.Choice
  private let external: ExternalPolicies
  private let videos: [VideoSource]
  /// Viewers over each trace.
  private let viewerCount: Int

  /// Viewers over each trace where they are drawn: one alone would be chosen for as much as the setting.
  static let usualViewerCount = 4
  /// Options that would change a setting after it was chosen, or that a search has no use for.
  static let refused = [
    ("--model", "it searches with the lab's own model"), ("--normalise", "it searches settings that need no repair"),
    ("--max-buffer", "vary watermark.max: --buffer growth+watermark --vary watermark.max=20..60s"),
    ("--retention", "it belongs to abrlab run --model mm22"),
  ]

  /// Reads files, specs and ranges.
  ///
  /// - Throws: ``UsageError`` for options, and the typed errors of traces, videos, specs and searches.
  init(_ arguments: ParsedArguments, console: Console) throws {
    for (name, instead) in Self.refused where arguments.has(name) {
      throw UsageError("\(arguments.place(name)) cannot be used with tune; \(instead)")
    }
    for name in ["--player", "--policy", "--buffer", "--preload", "--viewer"] where arguments.strings(name).count > 1 {
      throw UsageError(
        "\(arguments.place(name)): found \(arguments.strings(name).count) values, expected one; --vary says what is searched"
      )
    }
    guard arguments.has("--policy") || arguments.has("--player") else { throw RunInputs.missing("--policy", arguments) }
    let options = try TuneOptions(arguments)
    self.options = options
    external = try console.host.policies.adding(
      programsOf: arguments.strings("--policy"), severalItems: arguments.hasSeveralItems)
    // Here --min and --max are ranges.
    var given = arguments.settings
    (given["min"], given["max"]) = (nil, nil)
    let asked = try SessionSetup(given, rules: external.rules)
    (videos, traces) = try RunInputs.media(arguments, setup: asked, console: console)
    setup = try asked.fetching(asIn: asked.played(videos).map(\.video))
    notes = setup.ruleNotes
    base = try setup.choices()[0]
    let policy = base.player.policy.canonical
    let buffer = base.player.parts[.buffer] ?? ""
    let isDefault = !arguments.has("--buffer")
    var templates = [
      try Self.template(.policy, policy, rules: external.rules, arguments),
      try Self.template(.buffer, Self.tuned(buffer, isDefault: isDefault, options, policy, arguments), arguments),
    ]
    if setup.source != nil { templates.append(try Self.template(.preload, base.preload.canonical, arguments)) }
    let viewer = try setup.viewerName
    do throws(TuningError) {
      space = try SearchSpace(
        templates: templates, viewer: viewer, player: base.player.spec,
        current: Configuration(
          of: base.player, viewer: viewer, preload: setup.source == nil ? nil : base.preload.canonical),
        ranges: options.ranges, relations: options.relations)
    } catch {
      throw UsageError("\(error)", hint: "abrlab tune --help")
    }
    let hasItems = setup.source != nil
    func goals(_ option: String, constraints: [String]) throws(UsageError) -> TuningGoals {
      do throws(GateError) {
        let goals = try TuningGoals(
          goals: options.goals.isEmpty ? TuningGoals.usual(severalItems: hasItems) : options.goals,
          constraints: constraints, tolerance: options.tolerance, as: .condition)
        for measure in goals.objectives { try measure.require(severalItems: hasItems) }
        return goals
      } catch {
        throw UsageError("\(arguments.place(option)): \(error)")
      }
    }
    // The goals alone first, so that the message says which option is wrong.
    _ = try goals("--goal", constraints: [])
    self.goals = try goals("--constraint", constraints: options.constraints)
    if arguments.has("--tolerance"), !self.goals.constraints.contains(where: self.goals.isTolerant) {
      throw UsageError(
        "\(arguments.place("--tolerance")) is for a --constraint on a share that allows nothing, such as rebuffer_ratio<=+0pp, and "
          + "there is none; the others say themselves what they allow")
    }
    viewerCount = try Self.viewerCount(options, setup, arguments)
    do throws(TuningError) {
      split = try TraceSplit(traces, heldOut: options.heldOut, seed: options.seed)
    } catch {
      throw UsageError("\(arguments.place("--traces")): \(error)")
    }
  }

  /// The buffer whose parameters are searched: the current one, its presets written out, or one that grows where the
  /// target of the optimizer is varied and the player's own target does not grow.
  private static func tuned(
    _ buffer: String, isDefault: Bool, _ options: TuneOptions, _ policy: String, _ arguments: ParsedArguments
  ) throws -> String {
    let growth = "growth"
    let expanded = try BufferSpec.expanding(buffer)
    let keys = Set(try template(.buffer, growth, arguments).parameters.flatMap { $0 }.map(\.key))
    let own = try template(.buffer, expanded, arguments)
    let hasGrowth = own.terms.contains { $0.name == growth }
    let taken = Set(
      (own.parameters + (try template(.policy, policy, rules: nil, arguments)).parameters
        + (try arguments.string("--preload").map { try template(.preload, $0, arguments).parameters } ?? []))
        .flatMap { $0 }.map(\.key))
    let isVaried = options.ranges.contains { name, _ in
      name.hasPrefix("\(growth).") || (keys.contains(name) && !taken.contains(name))
    }
    guard isDefault, isVaried, !hasGrowth else { return expanded }
    // A target that does not grow is one whose ends are the same.
    var ends = ""
    if case .constant(let target) = try BufferSpec(parsing: buffer).configuration.target {
      let text = ParameterValue.duration(min(target.seconds, 86_400)).text
      ends = "(min=\(text),max=\(text))"
    }
    return try BufferSpec.merging(growth + ends, over: buffer)
  }

  private static func viewerCount(
    _ options: TuneOptions, _ setup: SessionSetup, _ arguments: ParsedArguments
  ) throws -> Int {
    guard try setup.watchedPlans().first?.viewer == nil else { return options.viewersPerTrace ?? usualViewerCount }
    if let asked = options.viewersPerTrace, asked > 1 {
      throw UsageError(
        "\(arguments.place("--viewers-per-trace")): found \(asked) where every viewer is the same; expected 1, or a viewer that "
          + "is drawn, such as --viewer 'feed(short-video)'")
    }
    return 1
  }

  private static func template(
    _ part: SpecTemplate.Part, _ text: String, rules: RuleRegistry? = nil, _ arguments: ParsedArguments
  ) throws(UsageError) -> SpecTemplate {
    do {
      return try SpecTemplate(part, parsing: text, rules: rules ?? .standard)
    } catch {
      throw UsageError("\(arguments.place("--\(part.rawValue)")): \(error)")
    }
  }

  /// Sessions over one trace.
  var contentCount: Int { (setup.source == nil ? videos.count : 1) * viewerCount }

  /// The videos as results describe them.
  var recordedVideos: [RunRecord.Video] { setup.played(videos).map { RunRecord.Video($0) } }

  /// Whether sessions have several items.
  var hasSeveralItems: Bool { setup.source != nil }

  /// What the answer holds for.
  ///
  /// - Throws: as ``experiment(_:over:)``.
  var description: TuningSetup {
    get throws {
      let configuration = Configuration(
        of: base.player, viewer: try setup.viewerName, preload: setup.source == nil ? nil : base.preload.canonical)
      return TuningSetup(of: try sample(), configuration, version: Version.current)
    }
  }

  /// One setting over all traces: what is the same for every setting, and whether the inputs go together.
  ///
  /// - Throws: as ``experiment(_:over:)``.
  func sample() throws -> Experiment { try experiment(Array(space.settings.prefix(1)), over: traces) }

  /// An experiment of some settings over some traces.
  ///
  /// - Throws: ``UsageError`` or `SpecError` for a setting that the session or the video does not go with.
  func experiment(_ settings: [TuningSetting], over traces: [TraceSource]) throws -> Experiment {
    let players = try setup.configurations(settings.map(choice), videos: videos, external: external)
    return try setup.experiment(traces: traces, videos: videos, players: players, viewerCount: viewerCount)
  }

  /// The current player with the parts of a setting.
  private func choice(_ setting: TuningSetting) throws -> SessionSetup.Choice {
    var choice = base
    try choice.player.change(.policy, to: setting.configuration.policy)
    try choice.player.change(.buffer, to: setting.configuration.buffer)
    if let preload = setting.configuration.preload { choice.preload = try PreloadSpec(parsing: preload) }
    if setup.source == nil {
      for video in videos {
        try choice.player.playedPolicy.validate(for: video.video.ladder, settings: choice.player.settings)
      }
    }
    return choice
  }

  /// What may surprise in a setting, with the numbers.
  func warnings(on setting: TuningSetting) throws -> [String] {
    let choice = try choice(setting)
    let (buffer, playable) = (choice.player.buffer, choice.player.settings.playable)
    var warnings = videos.flatMap { buffer.warnings(for: $0.video, playing: playable) }
    if setup.source != nil {
      warnings += videos.flatMap { choice.preload.settings.warnings(with: buffer, for: $0.video, playing: playable) }
    }
    return RunInputs.unique(warnings)
  }

  /// The setting in the words of the players it is written for.
  func playerSetting(_ setting: TuningSetting) throws -> PlayerSetting {
    PlayerSetting(
      buffer: try BufferSpec(parsing: setting.configuration.buffer),
      limits: try PolicySpec(parsing: setting.configuration.policy).limits,
      preload: try setting.configuration.preload.map { try PreloadSpec(parsing: $0).settings })
  }
}
