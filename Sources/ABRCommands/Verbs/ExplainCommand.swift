import ABRComparison
import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPolicies
import ABRReports
import ABRRuns

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
      + (SessionOptions.player + SessionOptions.queue).map { option in
        var single = option
        single.isRepeatable = false
        return single
      } + SessionOptions.surroundings + [
        CommonOptions.format(["text", "json"], default: "text"),
        CommonOptions.export,
      ])

  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    var arguments = arguments
    let setup = try SessionSetup(arguments)
    guard setup.model != .mm22 else {
      throw UsageError(
        "--model mm22 cannot be used with explain, expected lab, sabre or pensieve",
        hint: "abrlab run --model mm22 --per-session --format json lists every action")
    }
    try ExternalPolicies.refuse(in: arguments.strings("--policy"), arguments.place("--policy"), of: "explain")
    let specs = try arguments.specs("--policy", canonical: \.canonical) { try PolicySpec(parsing: $0) }
    let policy = try (specs.first ?? PolicySpec(parsing: "auto")).policy(model: setup.model)
    let exports = try ExportFile.openAll(arguments, formats: ["text", "json"])
    if setup.queue?.playsVideosOfRun ?? true {
      arguments = BundledData.fill(arguments, ["--video"], isQueue: setup.queue != nil, console: context.console)
    }
    if setup.queue?.playsVideosOfRun ?? true, !arguments.has("--video") {
      throw UsageError("'abrlab explain' needs --video", hint: "abrlab explain --help")
    }
    let trace = try TraceFile.load(
      arguments.string("TRACE") ?? "", format: try TraceCommand.format(arguments),
      options: try TraceCommand.options(arguments))
    context.console.warn(all: trace.notes.map { "\(trace.path): \($0)" })
    for repair in setup.repairs { context.console.warn("--normalise: \(repair)") }
    let link = Link(
      trace.trace.used(
        by: setup.sender, defaultLatency: setup.defaultLatency, seed: setup.seed ?? 1, sha256: trace.sha256),
      end: setup.traceEnd, defaultLatency: setup.defaultLatency, payloadFraction: setup.payloadFraction)
    let offset = Experiment.offset(seed: setup.seed, sha256: trace.sha256, duration: trace.trace.duration)
    let start = AnyPlayer.Start(link: link, offset: offset)
    let play = setup.queue == nil ? report : queueReport
    let report = try play(arguments, setup, policy, trace, start, context.console)
    for export in exports { try export.write(export.format == "json" ? report.json : report.text(.plain)) }
    let isJSON = arguments.string("--format") == "json"
    context.console.output.write(isJSON ? report.json : report.text(context.console.outputTerminal))
    return .success
  }

  /// A session of several items.
  private static func queueReport(
    _ arguments: ParsedArguments, _ setup: SessionSetup, _ policy: Policy, _ trace: TraceFile,
    _ start: AnyPlayer.Start, _ console: Console
  ) throws -> SessionExplanation {
    guard let queue = setup.queue else { preconditionFailure("a session of one video has a report of its own") }
    let videos =
      try queue.playsVideosOfRun
      ? VideoFile.loadAll(at: arguments.strings("--video"), options: setup.videoOptions).flatMap(\.videos)
      : []
    let setup = try setup.fetching(asIn: videos + queue.plan.videos.map(\.video), arguments)
    let inert = InertOptions(
      arguments: arguments, setup: setup, policies: [policy], videos: videos + queue.plan.videos.map(\.video),
      traces: [TraceSource(trace)])
    let warnings = queue.warnings(policies: [policy], videos: videos, setup: setup) + inert.warnings
    for warning in warnings { console.warn(warning) }
    let configuration = try queue.configuration(
      queue.watched[0], policy: policy, buffer: setup.buffers[0], preload: queue.preloads[0], videos: videos,
      setup: setup)
    return QueueExplanation(configuration, over: start, trace: trace.sha256).report(
      trace: trace, name: queue.name, policy: policy.canonicalSpec, buffer: setup.buffers[0].spec,
      audioBitrate: setup.settings.stream.audioBitrate)
  }

  /// A session of one video.
  private static func report(
    _ arguments: ParsedArguments, _ setup: SessionSetup, _ policy: Policy, _ trace: TraceFile,
    _ start: AnyPlayer.Start, _ console: Console
  ) throws -> SessionExplanation {
    let video = try video(at: arguments.strings("--video"), options: setup.videoOptions)
    let setup = try setup.fetching(asIn: [video], arguments)
    let inert = InertOptions(
      arguments: arguments, setup: setup, policies: [policy], videos: [video], traces: [TraceSource(trace)])
    let warnings = setup.buffers[0].configuration.warnings(for: video, playing: setup.settings.playable)
    for warning in warnings + inert.warnings { console.warn(warning) }
    let player = try policy.makePlayer(
      video: video, buffer: setup.buffers[0].configuration, settings: setup.settings,
      networkIsExpensive: setup.networkIsExpensive)
    var scratch = SessionScratch()
    var log = EventLog()
    let metrics = player.play(start, viewer: setup.viewers[0].viewer, scratch: &scratch, log: &log)
    // The visit to the only item says nothing.
    let events = log.events.filter { if case .visit = $0.kind { false } else { true } }
    let length = Decimals.text(video.duration, digits: 1)
    let (buffer, viewer) = (setup.buffers[0].spec, setup.viewers[0].canonical)
    let audioBitrate = setup.settings.stream.audioBitrate
    return SessionExplanation(
      trace: trace,
      facts: [
        (
          "video",
          "\(video.name), \(video.ladder.count) renditions, \(video.segmentCount) segments, \(length) s"
        ),
        ("policy", "\(policy.canonicalSpec), buffer \(buffer), viewer \(viewer)"),
      ],
      inputs: [("video", video.name), ("policy", policy.canonicalSpec), ("buffer", buffer), ("viewer", viewer)],
      writer: EventText(video: video.adding(audioBitrate: audioBitrate), audioBitrate: audioBitrate), events: events,
      summary: SessionExplanation.summary(metrics), metrics: metrics.json)
  }

  /// The one video of all paths.
  private static func video(at paths: [String], options: VideoOptions) throws -> Video {
    let videos = try VideoFile.loadAll(at: paths, options: options).flatMap(\.videos)
    guard videos.count == 1 else {
      let names = videos.prefix(5).map(\.name).joined(separator: ", ") + (videos.count > 5 ? ", ..." : "")
      throw UsageError(
        "--video: found \(videos.count) videos in \(paths.joined(separator: ", ")) (\(names)), expected one")
    }
    return videos[0]
  }
}
