import ABRMedia
import ABRNetwork
import ABRPlayers
import ABRReports
import ABRRuns
import ABRSessions

/// `abrlab player fingerprint`: what players do on links of simple shapes.
enum PlayerFingerprintCommand {
  static let spec = CommandSpec(
    name: "fingerprint",
    summary: "Read off how players switch, react and hold buffer on links of simple shapes",
    discussion: """
      Each player plays the video's ladder at constant bitrates over four links: rates that rise and fall by a tenth a step, stairs \
      with a step for each rendition, a shock and a drop. up at and down at are the link's rate over the bandwidth of the \
      rendition; up after and down after the seconds from a step to the next request of another rendition; undershoot the \
      renditions below what the link carries in the shock. --output keeps the traces and the video, for abrlab \
      run and for real devices.
      """,
    examples: [
      .init(line: "abrlab player fingerprint hls.js dash.js shaka", meaning: "three players beside each other"),
      .init(
        line: "abrlab player fingerprint hls.js 'code(dist/hls.js)'", meaning: "the lab's model beside your own build"),
    ],
    options: [
      .positional("SPEC", values: .suggestion(KnownPlayer.all.map(\.name)), isRepeatable: true, "Players"),
      PlayerCommand.configuration,
      .option("--video", "PATH", values: .path, "The video whose ladder is played"),
      .option("--policy", "SPEC", values: .suggestion(PolicyCatalogue.policies), "Another policy for each player"),
      .option("--step", "DURATION", default: "20s", "Time for which a rate of the finest steps holds"),
      .option("--output", short: "-o", "FOLDER", values: .path, "Folder for traces and video; made when missing"),
      CommonOptions.format(TableFormat.allCases.map(\.rawValue)),
    ] + ExperimentPlay.options)

  static func run(_ arguments: ParsedArguments, console: Console) throws -> ExitCode {
    var settings = arguments.settings
    settings["player"] = .init(texts: arguments.strings("SPEC"), place: "SPEC")
    let setup = try SessionSetup(settings)
    let arguments = BundledData.fill(arguments, ["--video"], shortVideos: false, console: console)
    guard arguments.has("--video") else { throw UsageError.missing("--video", arguments) }
    var given = arguments.settings
    given["player"] = settings["player"]
    let source = try setup.videos(given)[0]
    guard source.video.ladder.count > 1 else {
      throw UsageError("--video: \(source.file) has one rendition; expected two or more, to switch between")
    }
    let traces = try PlayerFingerprint.traces(
      over: source.video.ladder, step: arguments.duration("--step") ?? PlayerFingerprint.usualStep)
    let longest = traces.map(\.duration).max() ?? 0
    let video = try VideoSource(
      file: source.file, sha256: source.sha256, video: source.video.atConstantBitrates(lasting: longest + 700))
    if let folder = arguments.string("--output") {
      for trace in traces { try OutputPath.write(NativeTrace.write(trace), to: "\(folder)/\(trace.name)") }
      try OutputPath.write(NativeVideo.write(video.video), to: "\(folder)/video/constant.json")
    }
    let played = try setup.fetching(asIn: [video.video])
    let players = try played.configurations(played.choices(), videos: [video])
    console.warn(all: setup.configurationWarnings + players.codeWarnings)
    for note in setup.configurationNotes + players.codeNotes { console.note(note) }
    let play = try ExperimentPlay(arguments, console: console)
    var timelines = [[SessionTimeline]](repeating: [], count: players.count)
    for trace in traces {
      let network = TraceSource(file: trace.name, family: "", sha256: "", trace: trace)
      let result = try play.result(
        of: played.experiment(traces: [network], videos: [video], players: players), withTimelines: true, isNoted: false
      )
      for (index, configuration) in result.configurations.enumerated() {
        guard !result.isPartial, let timeline = configuration.timelines.first else { return .interrupted }
        timelines[index].append(timeline)
      }
    }
    var table = table
    for (player, timelines) in zip(players, timelines) {
      table.append(row(player.configuration.player, PlayerFingerprint(timelines, over: traces, of: video.video.ladder)))
    }
    console.output.write(
      table.text(
        as: try arguments.choice("--format", as: TableFormat.self) ?? .table,
        width: console.outputTerminal.width ?? .max))
    return .success
  }

  private static var table: DataTable {
    DataTable(columns: [
      .text("player"), .number("up_at", title: "up at", digits: 2), .number("down_at", title: "down at", digits: 2),
      .number("gap_percent", title: "gap %", digits: 0), .number("up_after_s", title: "up after s", digits: 1),
      .number("down_after_s", title: "down after s", digits: 1), .number("undershoot", title: "undershoot", digits: 0),
      .number("shock_stall_s", title: "shock: stall s", digits: 1), .number("recovery_s", title: "back s", digits: 1),
      .number("drop_after_s", title: "drop: after s", digits: 1), .number("drop_stall_s", title: "stall s", digits: 1),
      .text("levels_s", title: "buffer at each step s"),
    ])
  }

  private static func row(_ player: String, _ print: PlayerFingerprint) -> [DataTable.Cell] {
    func cell(_ value: Double?) -> DataTable.Cell { value.map { .number($0) } ?? .missing }
    return [
      .text(player), cell(print.upAt), cell(print.downAt), cell(print.gap.map { 100 * $0 }), cell(print.upAfter),
      cell(print.downAfter), print.undershoot.map { .integer($0) } ?? .missing, .number(print.shockStall),
      cell(print.recovery), cell(print.dropAfter), .number(print.dropStall),
      .text(print.levels.map { Decimals.text($0, digits: 0) }.joined(separator: " ")),
    ]
  }
}

extension Video {
  /// The ladder of the video in segments of its mean duration, each of just its declared bandwidth.
  ///
  /// - Parameter seconds: how long it lasts at least.
  /// - Throws: `VideoError`.
  fileprivate func atConstantBitrates(lasting seconds: Double) throws(VideoError) -> Video {
    let duration = duration / Double(segmentCount)
    let sizes = ladder.renditions.map { max(1, Int(Double($0.bandwidth) * duration / 8)) }
    return try Video(
      name: name, ladder: ladder, segmentDuration: duration,
      sizes: Array(repeating: sizes, count: Int((seconds / duration).rounded(.up))), stream: stream)
  }
}
