import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPolicies
import ABRRuns
import ABRSessions

/// Reads what `abrlab run` is told into an experiment.
struct RunInputs {
  let experiment: Experiment
  /// What the user should know before the run.
  let warnings: [String]
  /// What holds for every row of the table and is no column of it; `nil` under a peer's model.
  let caption: String?
  /// What stands in for a part of a player that is not modelled.
  let notes: [String]

  /// Reads files and specs.
  ///
  /// - Parameters:
  ///   - given: traces that were read already, in place of those of `--traces`.
  ///   - rules: those that a policy may name; `nil` for the lab's and those of the program that has the lab in it.
  /// - Throws: ``UsageError`` for options, and the typed errors of traces, videos, specs and settings.
  init(
    _ arguments: ParsedArguments, traces given: [TraceSource]? = nil, rules: RuleRegistry? = nil, console: Console
  ) throws {
    let external = try console.host.policies.adding(
      programsOf: arguments.strings("--policy"),
      severalItems: arguments.hasSeveralItems)
    let asked = try SessionSetup(arguments.settings, rules: rules ?? external.rules)
    let arguments = try Self.complete(arguments, setup: asked, hasTraces: given != nil, console: console)
    guard asked.model != .mm22 else {
      (experiment, warnings) = try MM22Inputs.experiment(
        arguments, setup: asked, traces: { try given ?? Self.traces(arguments, console: console) })
      (caption, notes) = (nil, [])
      return
    }
    guard !arguments.has("--retention") else {
      throw UsageError("\(arguments.place("--retention")) needs --model mm22")
    }
    let videos = try Self.videos(arguments, setup: asked)
    let setup = try asked.fetching(asIn: asked.played(videos).map(\.video))
    caption = setup.caption
    notes = setup.ruleNotes
    let choices = try setup.choices()
    let isPlayed = setup.source?.playsVideosOfRun ?? true
    let played = isPlayed ? videos : []
    if setup.source == nil {
      for choice in choices {
        for video in videos {
          try choice.player.playedPolicy.validate(for: video.video.ladder, settings: choice.player.settings)
        }
      }
    }
    let players = try setup.configurations(choices, videos: played, external: external)
    let traces = try given ?? Self.traces(arguments, console: console)
    experiment = try setup.experiment(traces: traces, videos: played, players: players, record: external.record)
    warnings =
      try setup.warnings(choices, videos: played.map(\.video), traces: traces, given: arguments.settings)
      + (isPlayed || videos.isEmpty
        ? []
        : [
          "\(arguments.place("--video")): not played, all items of \(setup.source?.name ?? "") have videos of their own"
        ])
  }

  /// The videos and the traces of a run.
  ///
  /// - Throws: ``UsageError`` where one is missing, and the typed errors of traces and videos.
  static func media(
    _ arguments: ParsedArguments, setup: SessionSetup, console: Console
  ) throws -> (videos: [VideoSource], traces: [TraceSource]) {
    let arguments = try complete(arguments, setup: setup, hasTraces: false, console: console)
    let videos = try videos(arguments, setup: setup)
    return (setup.source?.playsVideosOfRun ?? true ? videos : [], try traces(arguments, console: console))
  }

  /// The arguments with bundled traces and a bundled video where none are named.
  ///
  /// - Throws: ``UsageError`` that names all options that are missing.
  static func complete(
    _ arguments: ParsedArguments, setup: SessionSetup, hasTraces: Bool, console: Console
  ) throws(UsageError) -> ParsedArguments {
    var needed: [String] = []
    if !hasTraces { needed.append("--traces") }
    if setup.source?.playsVideosOfRun ?? true { needed.append("--video") }
    // A player has a policy of its own.
    if !arguments.has("--player") { needed.append("--policy") }
    var missing = needed.filter { !arguments.has($0) }
    // Nothing is played for somebody who has not said what.
    guard missing.contains("--policy") || setup.model == .mm22 else {
      let filled = BundledData.fill(arguments, missing, shortVideos: setup.source != nil, console: console)
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
    if !(setup.source?.playsVideosOfRun ?? true), !arguments.has("--video") { return [] }
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
