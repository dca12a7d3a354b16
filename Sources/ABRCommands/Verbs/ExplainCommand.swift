import ABRComparison
import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPlayers
import ABRPolicies
import ABRReports
import ABRRuns
import ABRSessions

/// `abrlab explain`: plays one session and prints it event by event.
enum ExplainCommand: Verb {
  static let spec = CommandSpec(
    name: "explain",
    summary: "Play one session and print it event by event",
    group: "Measure",
    discussion: "Renditions are ladder indices, 0 is the lowest bandwidth. Times are seconds since the play request.",
    examples: [
      .init(
        line: "abrlab explain Traces/recorded/lumos5g-4g/4g_trace_walking_50160_a.csv --policy bola",
        meaning: "why a session stalls"),
      .init(
        line: "abrlab explain trace.csv --video movie.json --policy fixed:2 --viewer 'leave(30s)' --format json",
        meaning: "the same for a program"),
      .init(
        line:
          "abrlab explain Traces/generated/generated-3g-commute/generated-3g-commute_05.csv "
          + "--video Traces/video/short-form.json --items 8 --viewer 'feed(short-video)' --preload 'network-balance(open=8s)'",
        meaning: "why each preload of a feed runs or waits"),
      .init(
        line: "abrlab explain trace.csv --video movie.json --policy bola --export html=session.html",
        meaning: "the session as a page, with network and buffer over time"),
      .init(
        line:
          "abrlab explain Traces/recorded/lumos5g-4g/4g_trace_walking_50160_a.csv --player hls.js --against dash.js",
        meaning: "the first request in which two players differ"),
    ],
    options: [
      .positional("TRACE", "The trace file"),
      .option(
        "--video", "PATH", values: .path, isRepeatable: true, group: "Inputs",
        "The video or ladder; of a session of several items all of them"),
      .option(
        "--policy", "SPEC", values: .suggestion(PolicyCatalogue.policies), default: "auto", group: "Inputs",
        "The policy; see abrlab policy list"),
    ]
      + (SessionOptions.player + SessionOptions.items).map { option in
        var single = option
        single.isRepeatable = false
        return single
      } + SessionOptions.surroundings + [
        .option(
          "--against", "SPEC", group: "Output",
          "Another player, policy or buffer: where its requests part from these. --player-config is not its configuration"
        ),
        .flag("--player-log", group: "Output", "All that a player's own code says: its events, its console"),
        CommonOptions.format(["text", "json"], default: "text"),
        CommonOptions.pageExport,
      ])

  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    var arguments = arguments
    let external = try context.console.host.policies.adding(programsOf: arguments)
    let setup = try SessionSetup(arguments.settings, rules: external.rules)
    guard setup.model != .mm22 else {
      throw UsageError(
        "--model mm22 cannot be used with explain, expected lab, sabre or pensieve",
        hint: "abrlab run --model mm22 --per-session --format json lists every action")
    }
    let exports = try PageExports(arguments, context: context)
    if setup.plan.playsVideosOfRun {
      arguments = BundledData.fill(arguments, ["--video"], shortVideos: setup.hasSeveralItems, console: context.console)
      guard arguments.has("--video") else {
        throw UsageError("'abrlab explain' needs --video", hint: "abrlab explain --help")
      }
    }
    let trace = try TraceFile.load(
      arguments.string("TRACE") ?? "", format: try TraceReading.format(arguments),
      options: try TraceReading.options(arguments))
    context.console.warn(all: trace.notes.map { "\(trace.path): \($0)" })
    let link = Link(
      trace.trace.used(by: setup.sender, seed: setup.seed ?? 1, sha256: trace.sha256),
      end: setup.traceEnd, defaultLatency: setup.defaultLatency, payloadFraction: setup.payloadFraction)
    let offset = Experiment.offset(seed: setup.seed, sha256: trace.sha256, duration: trace.trace.duration)
    let start = AnyPlayer.Start(link: link, offset: offset)
    let own = try report(
      arguments, setup, external, trace, start, context.console, isLogged: arguments.has("--player-log"))
    var (report, sessions) = (own.explanation, [own.session])
    if let other = arguments.string("--against") {
      let external = try external.adding(programsOf: [other], severalItems: arguments.hasSeveralItems)
      let part = try part(of: other, against: own.session, rules: external.rules)
      var changed = arguments.setting(part.option, to: [other], place: "--against")
      // A configuration is one player's.
      if part == .player { changed = changed.setting("--player-config", to: [], place: "--player-config") }
      let setup = try SessionSetup(changed.settings, rules: external.rules)
      let second = try Self.report(changed, setup, external, trace, start, context.console)
      report = report.compared(with: second.explanation, in: part)
      sessions.append(second.session)
    }
    let (explanation, played) = (report, sessions)
    try exports.write(
      page: {
        let experiment = try own.setup.experiment(traces: [TraceSource(trace)], videos: own.videos, players: played)
        let result = try ExperimentRunner(experiment, jobs: 1).result(withTimelines: true)
        return Report(
          [.init(file: "session", record: RunRecord(result, version: Version.current))],
          sections: [.init(title: "Events", code: explanation.text(.plain))])
      },
      text: { try $1($0 == "json" ? explanation.json : explanation.text(.plain)) })
    let isJSON = arguments.string("--format") == "json"
    context.console.output.write(isJSON ? report.json : report.text(context.console.outputTerminal))
    return .success
  }

  /// What `--against` names. Own code decides what policies and buffers of the lab decide.
  ///
  /// - Throws: ``UsageError`` for what names nothing, or no player where the session is one of own code.
  private static func part(
    of other: String, against session: PreparedSession, rules: RuleRegistry
  ) throws(UsageError) -> NamedPart {
    let named = NamedPart.all(of: other, rules: rules)
    guard let first = named.first else { throw NamedPart.policy.error(of: other, at: "--against", rules: rules) }
    guard session.code != nil else { return first }
    guard named.contains(.player) else {
      throw UsageError(
        "--against: \(other) is a \(first.rawValue), which \(session.configuration.player) decides in its own code; "
          + "expected another player, such as hls.js or code(dist/hls.js)")
    }
    return .player
  }

  /// Plays the session.
  private static func report(
    _ arguments: ParsedArguments, _ asked: SessionSetup, _ external: ExternalPolicies, _ trace: TraceFile,
    _ start: AnyPlayer.Start, _ console: Console, isLogged: Bool = false
  ) throws -> (
    explanation: SessionExplanation, session: PreparedSession, setup: SessionSetup, videos: [VideoSource]
  ) {
    var videos: [VideoSource] = []
    if !asked.hasSeveralItems {
      videos = [try video(at: arguments.strings("--video"), options: asked.videoOptions)]
    } else if asked.plan.playsVideosOfRun {
      videos = try VideoFile.loadAll(at: arguments.strings("--video"), options: asked.videoOptions).flatMap(\.sources)
    }
    let setup = try asked.fetching(asIn: asked.played(videos).map(\.video))
    let choice = try setup.choices()[0]
    let warnings = try setup.warnings(
      [choice], videos: videos.map(\.video), traces: [TraceSource(trace)], given: arguments.settings)
    for warning in warnings { console.warn(warning) }
    let session = try setup.configurations([choice], videos: videos, external: external)[0]
    console.warn(all: [session].codeWarnings)
    for note in setup.playerNotes(of: [choice]) + [session].codeNotes { console.note(note) }
    guard !isLogged || session.code != nil else {
      throw UsageError("--player-log needs a player's own code: --player 'code(dist/hls.js)'")
    }
    let explanation = try SessionExplanation(
      session, name: setup.source?.name, over: start, trace: trace, formulas: setup.formulas, isLogged: isLogged)
    console.warn(all: [session].takePolicyWarnings())
    return (explanation, session, setup, videos)
  }

  /// The one video of all paths.
  private static func video(at paths: [String], options: VideoOptions) throws -> VideoSource {
    let videos = try VideoFile.loadAll(at: paths, options: options).flatMap(\.sources)
    guard videos.count == 1 else {
      let names = videos.prefix(5).map(\.video.name).joined(separator: ", ") + (videos.count > 5 ? ", ..." : "")
      throw UsageError(
        "--video: found \(videos.count) videos in \(paths.joined(separator: ", ")) (\(names)), expected one")
    }
    return videos[0]
  }
}
