import ABRExperiments
import ABRMedia
import ABRPlayback
import ABRPolicies
import ABRReports

/// Reads what `abrlab tune` is told, and makes experiments of settings.
struct TuneInputs {
  let options: TuneOptions
  let space: SearchSpace
  let goals: TuningGoals
  let traces: [TraceSource]
  let split: TraceSplit
  private let setup: SessionSetup
  private let videos: [VideoSource]

  /// The buffer that is tuned where none is named.
  static let defaultBuffer = "growth"
  /// Options that would change a setting after it was chosen, or that a search has no use for.
  private static let refused = [
    ("--model", "the lab's own model"), ("--normalise", "settings that need no repair"),
    ("--max-buffer", "a parameter, such as --buffer growth+watermark --vary watermark.max=20..60s"),
    ("--retention", "--model mm22 of abrlab run"),
  ]

  /// Reads files, specs and ranges.
  ///
  /// - Throws: ``UsageError`` for options, and the typed errors of traces, videos, specs and searches.
  init(_ arguments: ParsedArguments, console: Console) throws {
    for (name, instead) in Self.refused where arguments.has(name) {
      throw UsageError("\(arguments.place(name)): found with tune, allowed \(instead)")
    }
    for name in ["--policy", "--buffer", "--preload", "--viewer"] where arguments.strings(name).count > 1 {
      throw UsageError(
        "\(arguments.place(name)): found \(arguments.strings(name).count) values, allowed one: what is searched is given by --vary"
      )
    }
    guard arguments.has("--policy") else { throw RunInputs.missing("--policy", arguments) }
    let options = try TuneOptions(arguments)
    self.options = options
    let buffer = arguments.string("--buffer") ?? Self.defaultBuffer
    let setup = try SessionSetup(arguments.setting("--buffer", to: [buffer], place: arguments.place("--buffer")))
    self.setup = setup
    var templates = [
      try Self.template(.policy, arguments.string("--policy") ?? "", arguments),
      try Self.template(.buffer, buffer, arguments),
    ]
    if let queue = setup.queue {
      templates.append(try Self.template(.preload, queue.preloads[0].canonical, arguments))
    }
    do throws(TuningError) {
      space = try SearchSpace(templates: templates, ranges: options.ranges, relations: options.relations)
    } catch {
      throw UsageError("\(error)", hint: "abrlab tune --help")
    }
    do throws(GateError) {
      goals = try TuningGoals(goals: options.goals, keeps: options.keeps, ofQueues: setup.queue != nil)
    } catch {
      throw UsageError("--goal or --keep: \(error)")
    }
    (videos, traces) = try RunInputs.media(arguments, setup: setup, console: console)
    do throws(TuningError) {
      split = try TraceSplit(traces, heldOut: options.heldOut, seed: options.seed)
    } catch {
      throw UsageError("\(arguments.place("--traces")): \(error)")
    }
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
  var programmeCount: Int { setup.queue == nil ? videos.count : 1 }

  /// Whether sessions have several items.
  var playsQueues: Bool { setup.queue != nil }

  /// An experiment of some settings over some traces.
  ///
  /// - Throws: ``UsageError`` or `SpecError` for a setting that the session or the video does not go with.
  func experiment(_ settings: [TuningSetting], over traces: [TraceSource]) throws -> Experiment {
    var cells: [Cell] = []
    for setting in settings { cells.append(try cell(setting)) }
    return setup.experiment(traces: traces, videos: videos, cells: cells)
  }

  private func cell(_ setting: TuningSetting) throws -> Cell {
    let policy = try PolicySpec(parsing: setting.policy).policy(model: setup.model)
    let buffer = SessionSetup.Buffer(
      spec: setting.buffer, configuration: try BufferSpec(parsing: setting.buffer).configuration)
    guard let queue = setup.queue else {
      for video in videos { try policy.validate(for: video.video.ladder) }
      return setup.cell(policy: policy, buffer: buffer, viewer: setup.viewers[0])
    }
    let preload = try PreloadSpec(parsing: setting.preload ?? "none")
    return try setup.cell(
      queue, watching: queue.watched[0], policy: policy, buffer: buffer, preload: preload, videos: videos)
  }

  /// What may surprise in a setting, with the numbers.
  func warnings(on setting: TuningSetting) throws -> [String] {
    let configuration = try BufferSpec(parsing: setting.buffer).configuration
    var warnings = videos.flatMap { configuration.warnings(for: $0.video.ladder) }
    if let preload = try setting.preload.map({ try PreloadSpec(parsing: $0) }) {
      warnings += videos.flatMap { preload.settings.warnings(with: configuration, for: $0.video) }
    }
    return RunInputs.unique(warnings)
  }

  /// The setting in the words of the players it is written for.
  func playerSetting(_ setting: TuningSetting) throws -> PlayerSetting {
    PlayerSetting(
      buffer: try BufferSpec(parsing: setting.buffer), limits: try PolicySpec(parsing: setting.policy).limits,
      preload: try setting.preload.map { try PreloadSpec(parsing: $0).settings })
  }
}
