import ABRComparison
import ABRInput
import ABRPlayback
import ABRPolicies
import ABRReports
import ABRRuns

/// `abrlab run`: plays traces × videos × policies × buffers × viewers and prints what each policy costs.
enum RunCommand: Verb {
  static let formats = ["table", "json", "csv", "md", "latex"]

  static let spec = CommandSpec(
    name: "run",
    summary: "Play videos over traces and compare policies",
    group: "Measure",
    discussion: """
      A PATH is a file or a folder, which is searched for files. Options that may be repeated take several values \
      after one name, too: --policy auto bola throughput. Every combination of trace, video, policy, buffer and \
      viewer is one session. With --items or --session a session is a queue of items that plays over each trace, and \
      every preload scheduler is compared, too. The same inputs and seed give the same result for any number of jobs \
      (of code(PATH) if it keeps no state in its globals, or with fresh=true).
      """,
    examples: [
      .init(
        line: "abrlab run --traces Traces/recorded --video Traces/video/hls-authoring.json --policy auto bola+peak:3M",
        meaning: "compare automatic selection with BOLA under a cap of 3 Mbit/s"),
      .init(
        line:
          "abrlab run --traces Traces/recorded/lumos-4g --video ladder.json --policy auto --viewer 'leave(30s)' "
          + "--format csv",
        meaning: "what viewers cost who leave after half a minute"),
      .init(
        line: "abrlab run --model mm22 --policy fixed-preload no-save --traces mixed --video short_video_size "
          + "--viewer 'recorded(watch.json)'",
        meaning: "a queue of short videos as the MM'22 challenge simulates it"),
      .init(
        line:
          "abrlab run --traces Traces/generated/generated-3g-commute --video Traces/video/short-form.json --policy auto "
          + "--items 20 --viewer 'feed(short-video)' --preload none network-balance",
        meaning: "what preloading buys and costs in a feed of 20 videos"),
      .init(
        line: "abrlab run --policy auto bola bba-0 --by family --metric qoe_lin --format latex",
        meaning: "a table for a paper: who is best over which recordings"),
      .init(line: "abrlab run -c suite.toml --export json=run.json", meaning: "everything from a file"),
    ],
    options: RunOptions.inputs + ExperimentPlay.options + [
      CommonOptions.format(formats),
      .flag(
        "--per-session", group: "Output",
        "Put every session into CSV, and into JSON on standard output; --export json=FILE has them without it"),
      .option(
        "--sort", "METRIC", values: .suggestion(RunTable.sortable(severalItems: false).map(\.name)), group: "Output",
        "List configurations of tables, Markdown and CSV by a column, the best first: by its heading, such as 'rebuffer %', or "
          + "by any metric, such as rebuffer_ratio or qoe_lin"),
      .option(
        "--baseline", "NAME", default: "the first", group: "Output",
        "The configuration that the others are held against, by its name in the table or its player, policy or buffer as "
          + "it was given; it comes first"),
      .option(
        "--metric", "NAME", isRepeatable: true, group: "Output",
        "More columns of tables and Markdown: any metric that --format csv prints, such as qoe_lin or vmaf_low_share"),
      .flag(
        "--ladder", group: "Output",
        "Below the table or the league, how long each rendition was shown with each configuration, and which are hardly used"
      ),
      .option(
        "--by", "LABEL", values: .choice(League.Label.allCases.map(\.rawValue)), group: "Output",
        "A league in place of the table: a row for each configuration and group of sessions, with 95 % intervals of the "
          + "metrics of --metric and --qoe (none of percentiles, which are no means over recordings), ranks, and the best "
          + "marked where it is significant"),
      CommonOptions.pageExport,
    ])

  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    // A file with gates for `check` says what to run, too.
    let arguments = try RunConfiguration.fill(arguments, sharedWith: CheckCommand.spec)
    let exports = try PageExports(arguments, context: context)
    let written = [arguments.string("--format") ?? "table"] + exports.formats
    try refuseWithoutEffect(arguments, written: written)
    let console = context.console
    var inputs = try RunInputs(arguments.withFormulasOfMetrics, console: console)
    if let name = arguments.string("--baseline"), let names = inputs.experiment.begin(with: name) {
      throw ParsedArguments.wrongChoice(arguments.place("--baseline"), found: name, allowed: names)
    }
    console.warn(all: inputs.warnings)
    console.warn(all: unusedOptions(arguments, written: written))
    let sort = try arguments.string("--sort").map { found throws(UsageError) in
      let severalItems = inputs.experiment.hasSeveralItems
      if (try? Measure.meant(by: found)) != nil { return try metric(found, "--sort", of: inputs.experiment, arguments) }
      let columns = RunTable.sortable(severalItems: severalItems)
      let near =
        NearestName.nearest(to: found, among: columns.flatMap { [$0.title, $0.name] }) ?? Measure.suggestion(for: found)
      let hint = near.map { "; did you mean \($0)?" } ?? ""
      throw UsageError(
        "\(arguments.place("--sort")): unknown column \(found)\(hint)"
          + FaultText.expected(
            "any metric, or a heading or its metric: "
              + columns.map { "'\($0.title)' (\($0.name))" }.joined(separator: ", "),
            after: hint)
      )
    }

    let metrics = try arguments.strings("--metric").map { name throws(UsageError) in
      try metric(name, "--metric", of: inputs.experiment, arguments)
    }
    let perSession = arguments.has("--per-session")
    if exports.has("json"),
      let warning = sizeWarning(
        sessions: inputs.experiment.sessionCount, severalItems: inputs.experiment.hasSeveralItems)
    {
      console.warn(warning)
    }
    let hasDocument = exports.has("json") || perSession && arguments.string("--format") == "json"
    let result = try ExperimentPlay(arguments, console: console).result(
      of: inputs.experiment, wantsPeers: hasDocument, withTimelines: exports.hasPage || hasDocument)
    console.host.keep?(result)
    let output = RunOutput(
      result, perSession: perSession, sort: sort, metrics: metrics,
      league: try arguments.choice("--by", as: League.Label.self),
      showsLadder: arguments.has("--ladder"))
    let format = arguments.string("--format") ?? "table"
    if sort != nil, !([format] + exports.formats).contains(where: { RunOutput.isSorted($0, perSession: perSession) }) {
      console.warn(
        "\(arguments.place("--sort")) orders the configurations of tables, Markdown and CSV; \(format.uppercased())"
          + "\(perSession ? " with --per-session" : "") has them in the order of the run")
    }
    try exports.write(
      page: { output.page },
      text: { try output.write(as: $0, isSaved: true, to: $1) })
    output.write(
      as: arguments.string("--format") ?? "table", width: console.outputTerminal.width ?? .max,
      to: { console.output.write($0) })
    if let part = output.part {
      // CSV has no place to say so.
      let files = exports.paths.joined(separator: ", ")
      console.warn(files.isEmpty ? part : "\(part); the same holds for \(files)")
      if let first = result.firstUnplayed {
        console.note(
          "the first without a result: \(first.configuration.policy) over \(inputs.experiment.traces[first.trace].file)"
        )
      }
      return .interrupted
    }
    let notes = RunTable.notes(on: result) {
      ReproducingCommand.words(arguments, player: $0, trace: $1, video: $2)
    }
    if format == "table", let legend = output.asterisk { console.note(legend) }
    for note in (inputs.caption.map { [$0] } ?? []) + inputs.notes { console.note(note) }
    if let note = SizesNote.text(on: result.experiment.videos.map { RunRecord.Video($0) }) { console.note(note) }
    for note in notes { console.note(note) }
    return .success
  }

  /// Refuses options that nothing of what is written obeys.
  ///
  /// - Parameter written: the formats of standard output and of files.
  private static func refuseWithoutEffect(_ arguments: ParsedArguments, written: [String]) throws(UsageError) {
    if arguments.has("--by"), arguments.has("--per-session") {
      throw UsageError(
        "\(arguments.place("--per-session")): --by has groups of sessions in place of single ones; leave out one of them"
      )
    }
    // Documents and pages have it without the option.
    let withLadder = ["table", "md", "json", "html"]
    guard arguments.has("--ladder"), Set(withLadder).isDisjoint(with: written) else { return }
    throw UsageError(
      "\(arguments.place("--ladder")): renditions have a table of their own below the other, found "
        + "\(FaultText.choice(written.uniqued())), expected \(FaultText.choice(withLadder))")
  }

  /// A sentence on each option that what is written has no place for, or has without it.
  ///
  /// - Parameters:
  ///   - arguments: what was given.
  ///   - written: the formats of standard output and of files.
  private static func unusedOptions(_ arguments: ParsedArguments, written: [String]) -> [String] {
    var warnings: [String] = []
    if arguments.has("--per-session"), Set(["csv", "json"]).isDisjoint(with: written) {
      warnings.append(
        "\(arguments.place("--per-session")) changes nothing: \(FaultText.choice(written.uniqued())) has no single "
          + "sessions; --format csv or --format json lists them")
    }
    // A formula is played for every format.
    if arguments.strings("--metric").contains(where: { !$0.hasPrefix(QoEFormula.prefix) }), !arguments.has("--by"),
      Set(["table", "md", "latex"]).isDisjoint(with: written)
    {
      warnings.append(
        "\(arguments.place("--metric")) changes nothing: it adds columns to table, md and latex; csv and json have every "
          + "metric without it")
    }
    return warnings
  }

  /// The name of a metric that an option names and the sessions have.
  ///
  /// - Throws: ``UsageError`` with the nearest name, or with what gives it to the sessions.
  private static func metric(
    _ name: String, _ option: String, of experiment: Experiment, _ arguments: ParsedArguments
  ) throws(UsageError) -> String {
    do throws(GateError) {
      let measure = try Measure.meant(by: name)
      try measure.require(experiment.metrics)
      return measure.name
    } catch {
      throw UsageError("\(arguments.place(option)): \(error)")
    }
  }

  /// Bytes that a session takes in a document: its metrics, and of several items one visit at least.
  static func sessionLength(severalItems: Bool) -> Int { severalItems ? 2450 : 1170 }

  /// What to say before anything is played where the document of so many sessions is too large to be read again.
  ///
  /// - Parameters:
  ///   - sessions: how many are played.
  ///   - severalItems: whether each has several items.
  static func sizeWarning(sessions: Int, severalItems: Bool) -> String? {
    let most = InputFile.maximumSize / sessionLength(severalItems: severalItems)
    guard sessions > most else { return nil }
    return "--export json: \(sessions) sessions make a file of more than \(InputFile.maximumSize >> 20) MiB, "
      + "which report, compare and check do not read; abrlab sweep plays so many, or play at most \(most) at once"
  }
}
