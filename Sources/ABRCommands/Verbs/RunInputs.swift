import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPolicies
import ABRRuns

/// Reads what `abrlab run` is told into an experiment.
struct RunInputs {
  let experiment: Experiment
  /// What the user should know before the run.
  let warnings: [String]
  /// What holds for every row of the table and is no column of it; `nil` under a peer's model.
  let caption: String?

  /// Reads files and specs.
  ///
  /// - Parameters:
  ///   - given: traces that were read already, in place of those of `--traces`.
  ///   - rules: those that a policy may name; `nil` for the lab's and those of the program that has the lab in it.
  /// - Throws: ``UsageError`` for options, and the typed errors of traces, videos, specs and settings.
  init(
    _ arguments: ParsedArguments, traces given: [TraceSource]? = nil, rules: RuleRegistry? = nil, console: Console
  ) throws {
    let asked = try SessionSetup(arguments)
    let external = try console.host.policies.adding(
      programsOf: arguments.strings("--policy"),
      answering: asked.queue == nil ? nil : asked.settings.initialRendition)
    let rules = rules ?? external.rules
    let arguments = try Self.complete(arguments, setup: asked, hasTraces: given != nil, console: console)
    guard asked.model != .mm22 else {
      (experiment, warnings) = try MM22Inputs.experiment(
        arguments, setup: asked, traces: { try given ?? Self.traces(arguments, console: console) })
      caption = nil
      return
    }
    guard !arguments.has("--retention") else {
      throw UsageError(
        "\(arguments.place("--retention")) needs --model mm22")
    }
    let specs = try arguments.specs("--policy", canonical: \.canonical) { try PolicySpec(parsing: $0, registry: rules) }
    let policies = specs.map { $0.policy(model: asked.model) }
    let videos = try Self.videos(arguments, setup: asked)
    let setup = try asked.fetching(asIn: Self.played(videos, setup: asked).map(\.video), arguments)
    caption = setup.caption
    if let queue = setup.queue {
      let played = queue.playsVideosOfRun ? videos : []
      let players = try setup.players(policies, videos: played, external: external)
      experiment = setup.experiment(
        traces: try given ?? Self.traces(arguments, console: console), videos: played, players: players,
        record: external.record)
      warnings =
        setup.repairs.map { "--normalise: \($0)" }
        + queue.warnings(policies: policies, videos: played.map(\.video), setup: setup)
        + InertOptions(
          arguments: arguments, setup: setup, policies: policies,
          videos: Self.played(videos, setup: setup).map(\.video), traces: experiment.traces
        ).warnings
        + (queue.playsVideosOfRun || videos.isEmpty
          ? [] : ["\(arguments.place("--video")): not played, all items of \(queue.name) have videos of their own"])
      return
    }
    for policy in policies {
      for video in videos { try policy.validate(for: video.video.ladder, settings: setup.settings) }
    }
    let traces = try given ?? Self.traces(arguments, console: console)
    experiment = setup.experiment(
      traces: traces, videos: videos,
      players: try setup.players(policies, videos: videos, external: external), record: external.record)
    warnings =
      setup.repairs.map { "--normalise: \($0)" }
      + Self.unique(
        setup.buffers.flatMap { buffer in
          videos.flatMap { buffer.configuration.warnings(for: $0.video, playing: setup.settings.playable) }.map {
            "\(buffer.spec): \($0)"
          }
        })
      + InertOptions(
        arguments: arguments, setup: setup, policies: policies, videos: videos.map(\.video),
        traces: traces
      ).warnings
  }

  /// Every video that sessions play.
  static func played(_ videos: [VideoSource], setup: SessionSetup) -> [VideoSource] {
    guard let queue = setup.queue else { return videos }
    return (queue.playsVideosOfRun ? videos : []) + queue.plan.videos
  }

  /// The videos and the traces of a run.
  ///
  /// - Throws: ``UsageError`` where one is missing, and the typed errors of traces and videos.
  static func media(
    _ arguments: ParsedArguments, setup: SessionSetup, console: Console
  ) throws -> (videos: [VideoSource], traces: [TraceSource]) {
    let arguments = try complete(arguments, setup: setup, hasTraces: false, console: console)
    let videos = try videos(arguments, setup: setup)
    guard let queue = setup.queue else { return (videos, try traces(arguments, console: console)) }
    return (queue.playsVideosOfRun ? videos : [], try traces(arguments, console: console))
  }

  /// The arguments with bundled traces and a bundled video where none are named.
  ///
  /// - Throws: ``UsageError`` that names all options that are missing.
  static func complete(
    _ arguments: ParsedArguments, setup: SessionSetup, hasTraces: Bool, console: Console
  ) throws(UsageError) -> ParsedArguments {
    var needed: [String] = []
    if !hasTraces { needed.append("--traces") }
    if setup.queue?.playsVideosOfRun ?? true { needed.append("--video") }
    needed.append("--policy")
    var missing = needed.filter { !arguments.has($0) }
    // Nothing is played for somebody who has not said what.
    guard missing.contains("--policy") || setup.model == .mm22 else {
      let filled = BundledData.fill(arguments, missing, isQueue: setup.queue != nil, console: console)
      missing.removeAll { filled.has($0) }
      guard !missing.isEmpty else { return filled }
      throw Self.missing(missing.joined(separator: ", "), arguments)
    }
    if missing.isEmpty { return arguments }
    if setup.model != .mm22, console.host.bundledData != nil { missing.removeAll { $0 != "--policy" } }
    throw Self.missing(missing.joined(separator: ", "), arguments)
  }

  /// Says of a command that it lacks options.
  static func missing(_ names: String, _ arguments: ParsedArguments) -> UsageError {
    let command = "abrlab \(arguments.path.joined(separator: " "))"
    return UsageError("'\(command)' needs \(names)", hint: "\(command) --help")
  }

  private static func videos(_ arguments: ParsedArguments, setup: SessionSetup) throws -> [VideoSource] {
    if !(setup.queue?.playsVideosOfRun ?? true), !arguments.has("--video") { return [] }
    return try VideoFile.loadAll(at: arguments.strings("--video"), options: setup.videoOptions).flatMap { file in
      file.videos.map { VideoSource(file: file.path, sha256: file.sha256, video: $0) }
    }
  }

  private static func traces(_ arguments: ParsedArguments, console: Console) throws -> [TraceSource] {
    try TraceReading(arguments, console: console).sources(at: arguments.strings("--traces"))
  }

  /// Texts without repetitions, in their order.
  static func unique(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }
}
