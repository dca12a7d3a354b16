import ABRComparison
import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPolicies
import ABRReports
import ABRRuns
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
  private let policy: String
  private let buffer: String
  private let setup: SessionSetup
  private let videos: [VideoSource]
  /// Viewers over each trace.
  private let viewerCount: Int

  /// Viewers over each trace where they are drawn: one alone would be chosen for as much as the setting.
  static let usualViewerCount = 4
  /// The buffer where none is named: that of `abrlab run`.
  static let defaultBuffer = "static(30s)"
  /// The buffer where none is named and a parameter of it is varied.
  static let defaultTunedBuffer = "growth"
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
    for name in ["--policy", "--buffer", "--preload", "--viewer"] where arguments.strings(name).count > 1 {
      throw UsageError(
        "\(arguments.place(name)): found \(arguments.strings(name).count) values, expected one; --vary says what is searched"
      )
    }
    guard arguments.has("--policy") else { throw RunInputs.missing("--policy", arguments) }
    try ExternalPolicies.refuse(in: arguments.strings("--policy"), arguments.place("--policy"), of: "tune")
    let options = try TuneOptions(arguments)
    self.options = options
    let buffer = try arguments.string("--buffer") ?? Self.defaultBuffer(of: options, arguments)
    self.buffer = buffer
    policy = arguments.string("--policy") ?? ""
    let setup = try SessionSetup(arguments.setting("--buffer", to: [buffer], place: arguments.place("--buffer")))
    var templates = [
      try Self.template(.policy, arguments.string("--policy") ?? "", arguments),
      try Self.template(.buffer, buffer, arguments),
    ]
    if let queue = setup.queue {
      templates.append(try Self.template(.preload, queue.preloads[0].canonical, arguments))
    }
    do throws(TuningError) {
      space = try SearchSpace(
        templates: templates, viewer: setup.viewerName, ranges: options.ranges, relations: options.relations)
    } catch {
      throw UsageError("\(error)", hint: Self.hint(on: error, buffer: buffer))
    }
    func goals(_ option: String, keeps: [String]) throws(UsageError) -> TuningGoals {
      do throws(GateError) {
        return try TuningGoals(
          goals: options.goals, keeps: keeps, tolerance: options.tolerance, as: .condition, ofQueues: setup.queue != nil
        )
      } catch {
        throw UsageError("\(arguments.place(option)): \(error)")
      }
    }
    // The goals alone first, so that the message says which option is wrong.
    _ = try goals("--goal", keeps: [])
    self.goals = try goals("--constraint", keeps: options.keeps)
    if arguments.has("--tolerance"), !self.goals.keeps.contains(where: self.goals.isTolerant) {
      throw UsageError(
        "\(arguments.place("--tolerance")) is for a --constraint on a share that allows nothing, such as rebuffer_ratio<=+0pp, and "
          + "there is none; the others say themselves what they allow")
    }
    viewerCount = try Self.viewerCount(options, setup, arguments)
    (videos, traces) = try RunInputs.media(arguments, setup: setup, console: console)
    self.setup = try setup.fetching(asIn: RunInputs.played(videos, setup: setup).map(\.video), arguments)
    do throws(TuningError) {
      split = try TraceSplit(traces, heldOut: options.heldOut, seed: options.seed)
    } catch {
      throw UsageError("\(arguments.place("--traces")): \(error)")
    }
  }

  /// What is searched in where no buffer is named: the optimizer where one of its parameters is varied and nothing else
  /// has such a one.
  private static func defaultBuffer(of options: TuneOptions, _ arguments: ParsedArguments) throws(UsageError) -> String
  {
    let others =
      try [template(.policy, arguments.string("--policy") ?? "", arguments)]
      + (arguments.string("--preload").map { text throws(UsageError) in [try template(.preload, text, arguments)] }
        ?? [])
    let keys = Set(try template(.buffer, defaultTunedBuffer, arguments).parameters.flatMap { $0 }.map(\.key))
    let otherKeys = Set(others.flatMap { $0.parameters.flatMap { $0 }.map(\.key) })
    let isVaried = options.ranges.contains { name, _ in
      name.hasPrefix("\(defaultTunedBuffer).") || (keys.contains(name) && !otherKeys.contains(name))
    }
    return isVaried ? defaultTunedBuffer : defaultBuffer
  }

  private static func viewerCount(
    _ options: TuneOptions, _ setup: SessionSetup, _ arguments: ParsedArguments
  ) throws(UsageError) -> Int {
    guard setup.queue?.watched[0].viewer == nil else { return options.viewersPerTrace ?? usualViewerCount }
    if let asked = options.viewersPerTrace, asked > 1 {
      throw UsageError(
        "\(arguments.place("--viewers-per-trace")): found \(asked) where every viewer is the same; expected 1, or a viewer that "
          + "is drawn, such as --items 20 --viewer 'feed(short-video)'")
    }
    return 1
  }

  /// How to go on after an error of the space: a preset has no parameters of its own, but a spec that means the same
  /// has.
  private static func hint(on error: TuningError, buffer: String) -> String {
    if case .unknownParameter = error, let terms = try? SpecTerm.terms(of: buffer) {
      let presets = terms.compactMap { BufferRegistry.entry(named: $0.name) }.filter { $0.expansion != nil }
      if let preset = presets.first, let parts = preset.expansion.flatMap({ try? SpecTerm.terms(of: $0) }) {
        // What other terms set is not the preset's any more.
        let taken = Set(terms.filter { $0.name != preset.name }.flatMap { roles(of: $0) })
        let expansion = parts.filter { taken.isDisjoint(with: roles(of: $0)) }.map(\.text).joined(separator: "+")
        let spec = terms.map { $0.name == preset.name ? expansion : $0.text }.joined(separator: "+")
        return "\(preset.name) is \(expansion): write --buffer '\(spec)' to vary it"
      }
    }
    return "abrlab tune --help"
  }

  private static func roles(of term: SpecTerm) -> Set<BufferEntry.Role> {
    BufferRegistry.entry(named: term.name)?.roles ?? []
  }

  private static func template(
    _ part: SpecTemplate.Part, _ text: String, _ arguments: ParsedArguments
  ) throws(UsageError) -> SpecTemplate {
    do {
      return try SpecTemplate(part, parsing: text)
    } catch {
      throw UsageError("\(arguments.place("--\(part.rawValue)")): \(error)")
    }
  }

  /// Sessions over one trace.
  var contentCount: Int { setup.queue == nil ? videos.count : viewerCount }

  /// The videos as results describe them.
  var recordedVideos: [RunRecord.Video] { RunInputs.played(videos, setup: setup).map { RunRecord.Video($0) } }

  /// Whether sessions have several items.
  var playsQueues: Bool { setup.queue != nil }

  /// What the answer holds for.
  ///
  /// - Throws: as ``experiment(_:over:)``.
  var description: TuningSetup {
    get throws {
      let configuration = Configuration(
        policy: (try? PolicySpec(parsing: policy).canonical) ?? policy,
        buffer: (try? BufferSpec(parsing: buffer).canonical) ?? buffer, viewer: setup.viewerName,
        preload: setup.queue?.preloads[0].canonical)
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
    var players: [ConfiguredPlayer] = []
    for setting in settings { players.append(try player(setting)) }
    return setup.experiment(traces: traces, videos: videos, players: players, viewerCount: viewerCount)
  }

  private func player(_ setting: TuningSetting) throws -> ConfiguredPlayer {
    let policy = try PolicySpec(parsing: setting.configuration.policy).policy(model: setup.model)
    let buffer = SessionSetup.Buffer(
      spec: setting.configuration.buffer,
      configuration: try BufferSpec(parsing: setting.configuration.buffer).configuration)
    guard let queue = setup.queue else {
      for video in videos { try policy.validate(for: video.video.ladder, settings: setup.settings) }
      return setup.player(policy: policy, buffer: buffer, viewer: setup.viewers[0])
    }
    let preload = try PreloadSpec(parsing: setting.configuration.preload ?? "none")
    return try setup.player(
      queue, watching: queue.watched[0], policy: policy, buffer: buffer, preload: preload, videos: videos)
  }

  /// What may surprise in a setting, with the numbers.
  func warnings(on setting: TuningSetting) throws -> [String] {
    let configuration = try BufferSpec(parsing: setting.configuration.buffer).configuration
    let playable = setup.settings.playable
    var warnings = videos.flatMap { configuration.warnings(for: $0.video, playing: playable) }
    if let preload = try setting.configuration.preload.map({ try PreloadSpec(parsing: $0) }) {
      warnings += videos.flatMap { preload.settings.warnings(with: configuration, for: $0.video, playing: playable) }
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
