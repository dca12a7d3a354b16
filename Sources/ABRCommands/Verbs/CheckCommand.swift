import ABRComparison
import ABRInput
import ABRReports
import ABRRuns
import ABRSessions
import ABRStatistics
import FoundationEssentials

/// `abrlab check`: judges a run against a baseline and says by its exit code what a build should do.
enum CheckCommand: Verb {
  /// What of a run may be another than the baseline's on purpose.
  enum Change: String, CaseIterable {
    case player, video

    /// What `--allow-change` lists.
    static func all(_ arguments: ParsedArguments) throws(UsageError) -> Set<Change> {
      var changes: Set<Change> = []
      for word in (arguments.string("--allow-change") ?? "").split(separator: ",").map(String.init) {
        guard let change = Change(rawValue: word) else {
          throw ParsedArguments.wrongChoice(
            arguments.place("--allow-change"), found: word, allowed: allCases.map(\.rawValue))
        }
        changes.insert(change)
      }
      return changes
    }

    /// The change that an error is about.
    init?(_ error: IncomparableRuns) {
      guard case .differs(let what, _, _) = error else { return nil }
      switch what {
      case "player": self = .player
      case "videos", "videos_sha256": self = .video
      case _ where RunPairing.FreeSettings.ofPlayers.contains(what): self = .player
      default: return nil
      }
    }
  }

  static let spec = CommandSpec(
    name: "check",
    summary: "Judge a run against a baseline by gates, for a build",
    group: "Compare",
    discussion: """
      A gate bounds how much worse a metric may become: METRIC<=+CHANGE where less is better, METRIC>=-CHANGE where more is; \
      without a sign it bounds the value itself. pp are percentage points, % is a share of the baseline. Gates of a \
      configuration file are tables [[gate]] with the keys metric, max_regression or limit, level (error, warn, off), kind \
      (corpus, population) and family. A corpus gate judges the exact difference on these very traces, so it never fails by \
      chance; a population gate judges what holds for traces like these, and needs \(PairedComparison.leastClusters) \
      recordings. Whatever gates there are, a check fails where fewer sessions start or more fail than in the baseline, \
      and where no recording has a value that a gate could judge. Exit codes: 0 all gates met, 2 regression, 3 nothing \
      was compared, too few recordings for a population gate, or not to be told (with --fail-on inconclusive), 4 the \
      gated metrics only improved (with --fail-on improvement), 5 a file that is named is missing, or the baseline or the \
      run of --run is empty or cut, lacks members or belongs to other inputs, 64 wrong command line or file.
      """,
    examples: [
      .init(
        line: "abrlab check --baseline ci/main.json -c abrlab.toml --export junit=gate.xml --export md=summary.md",
        meaning: "everything from a configuration with gates"),
      .init(
        line: "abrlab check --baseline git:main:ci/main.json --run run.json --gate 'rebuffer_ratio<=+0.10pp' "
          + "'startup_s_p95<=+2%'",
        meaning: "a saved run against the baseline of a branch"),
    ],
    options: [
      .option("--baseline", "FILE", values: .path, group: "Inputs", "The baseline or saved run, or git:REF:PATH")
    ] + RunOptions.inputs + [RunSource.option] + ExperimentPlay.options + [
      .option(
        "--gate", "GATE", isRepeatable: true, group: "Gates",
        "Conditions beside those of the configuration, such as rebuffer_ratio<=+0.10pp"),
      .flag(
        "--allow-subset", group: "Gates", "Judge by the traces that both have; the run may have fewer configurations"),
      .option(
        "--allow-change", "WHAT", values: .suggestion(Change.allCases.map(\.rawValue)), group: "Gates",
        "What may be another than the baseline's, on purpose: player, video, or player,video"),
      .option(
        "--fail-on", "WHAT", values: .choice(FailOn.allCases.map(\.rawValue)), default: "regression", group: "Gates",
        "Which outcomes fail the build: a regression, and nothing compared or too few recordings, do with all but none"
      ),
      CommonOptions.format(["table", "json", "csv", "md", "junit", "github"]), CommonOptions.pageExport,
    ])

  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    let given = arguments
    let arguments: ParsedArguments
    do {
      arguments = try RunConfiguration.fill(given, sharedWith: spec, outside: gitFiles)
    } catch {
      refuse("\(error)", given, context)
      throw error
    }
    let exports = try PageExports(arguments, context: context)
    let judged: GateReport?
    do {
      judged = try judge(arguments, exports, context)
    } catch {
      refuse("\(error)", arguments, context) { exports }
      throw error
    }
    guard let report = judged else {
      refuse("interrupted: nothing is compared", arguments, context) { exports }
      return .interrupted
    }
    // A file that cannot be written does not hide the verdict.
    try show(report, arguments, context)
    try exports.write(page: { CheckPage.report(of: report) }, text: { try $1(text(of: report, as: $0)) })
    return exitCode(of: report)
  }

  /// Says in the reports why words cannot be read, where they are those of a check.
  static func refuse(_ reason: String, words: [String], on host: Host) {
    let given = GivenWords(words, of: ProgramSpec.program)
    guard given.path == [spec.name], given.values["--help"] == nil,
      let console = try? Console(arguments: nil, host: host)
    else { return }
    let context = Context(console: console, environment: host.environment)
    refuse(reason, ParsedArguments(path: given.path, command: spec, values: given.values), context)
  }

  /// Says why arguments have no verdict that their configuration file cannot complete.
  private static func refuse(_ reason: String, _ arguments: ParsedArguments, _ context: Context) {
    let arguments = RunConfiguration.fillFiles(arguments, outside: gitFiles)
    refuse(reason, arguments, context) { try PageExports(arguments, context: context) }
  }

  /// Says in the reports why there is no verdict: those of an earlier check must not stay.
  private static func refuse(
    _ reason: String, _ arguments: ParsedArguments, _ context: Context, exports: () throws -> PageExports
  ) {
    func text(_ format: String) -> String? { RefusedCheck.text(reason, as: format) }
    context.console.output.write(text(arguments.string("--format") ?? "table") ?? "")
    do {
      try exports().refuse(text)
    } catch {
      context.console.warn("\(error)")
    }
  }

  /// Plays, compares and judges; `nil` where it was interrupted.
  private static func judge(
    _ arguments: ParsedArguments, _ exports: PageExports, _ context: Context
  ) throws -> GateReport? {
    guard let place = arguments.string("--baseline"), !place.isEmpty else {
      let hasGates = !arguments.strings("--gate").isEmpty || arguments.has("--config")
      throw UsageError(
        "'abrlab check' needs --baseline\(hasGates ? "" : " and --gate")",
        hint: "\(saving("baseline.json", arguments)) makes a baseline, which --baseline baseline.json names then"
          + (hasGates ? "" : "; \(gateExample)"))
    }
    let changes = try Change.all(arguments)
    let failOn = try arguments.choice("--fail-on", as: FailOn.self) ?? .regression
    let baseline: SavedRun
    do {
      baseline = try SavedRun(place)
    } catch let error as RunFileError {
      guard case .unreadable(_, let reason) = error else { throw error }
      throw UsageError("\(error)", hint: missing(place, reason, arguments), code: .missingInput)
    } catch let error as DamagedRecord {
      throw UsageError("\(error)", hint: "\(saving(place, arguments)) writes it anew", code: .missingInput)
    }
    if let file = arguments.string("--run"), file == place || InputFile.isSame(file, place) {
      let text = "\(arguments.place("--run")): \(file) is the baseline itself: there is nothing to compare"
      // A saved run may stand for both, to try gates; a baseline that was passed as the run is a mistake.
      guard !baseline.record.isBaseline else { throw UsageError(text) }
      context.console.warn(text)
    }
    let gates = try gates(arguments, of: baseline.record, context)
    guard let run = try RunSource.record(arguments, console: context.console, withTimelines: exports.hasPage) else {
      return nil
    }
    let inputs = CheckedInputs(reference: baseline.record, candidate: run.record)
    var pairing: RunPairing
    do {
      pairing = try RunPairing(
        reference: baseline.record, candidate: run.record,
        allowing: .init(
          subset: arguments.has("--allow-subset"), settings: changes.contains(.player) ? .ofPlayers : .none,
          videos: changes.contains(.video) || inputs.haveSameSession,
          player: changes.contains(.player), missing: arguments.has("--allow-subset"),
          families: Set(gates.filter { $0.level != .off }.compactMap(\.family))))
    } catch let refusal {
      let error = inputs.cause(of: refusal, allowingPlayer: changes.contains(.player))
      // It can be neither judged nor kept.
      if run.record.header.isPartial, let file = arguments.string("--run") {
        throw UsageError(
          "\(file): \(IncomparableRuns.partial(side: .candidate))",
          hint: "abrlab run … --export json=\(ShellWord.quoted(file)) plays it to its end", code: .missingInput)
      }
      throw UsageError(
        "\(place): \(error)",
        // A new baseline approves what changed, so judging it comes first.
        hint: (Change(error).flatMap { changes.contains($0) ? nil : $0 }.map {
          "--allow-change \($0.rawValue) (in a file allow-change = \"\($0.rawValue)\") judges the change; "
        } ?? "")
          + "\(saving(place, arguments)) makes a new baseline"
          + (error.hasCommonPart ? "; --allow-subset compares what both have" : ""),
        code: .missingInput)
    }
    pairing.warnings += run.warnings
    var report: GateReport
    do throws(GateError) {
      report = try GateReport(pairing, gates: gates)
    } catch {
      throw UsageError("\(error)")
    }
    report.failOn = failOn
    for place in report.blamed {
      report.explanations[place] = explanation(of: report.outcomes[place], pairing, run.played, arguments)
    }
    return report
  }

  /// Writes the report to standard output, and what belongs to it to standard error.
  private static func show(
    _ report: GateReport, _ arguments: ParsedArguments, _ context: Context
  ) throws {
    let format = arguments.string("--format") ?? "table"
    context.console.output.write(
      try text(of: report, as: format, width: context.console.outputTerminal.width ?? .max))
    // What people read has them.
    if !["table", "md"].contains(format) {
      for warning in GateTable.warnings(of: report) { context.console.warn(warning) }
      for note in report.pairing.notes { context.console.note(note) }
    }
    // Its rows are numbers of metrics, not of gates.
    if format == "csv" { context.console.note(GateTable.verdict(of: report)) }
    if format != "md", let (finding, command) = GateTable.explanation(of: report) {
      for note in ["\(finding):", "  \(command)"] { context.console.note(note) }
    }
    if let note = SizesNote.text(on: report.pairing.candidate.inputs.videos) { context.console.note(note) }
    for note in ComparisonTable.notes(on: report.comparisons) { context.console.detail(note) }
  }

  /// The `abrlab explain` command for the session of a gate's worst trace that got worse most; `nil` without a worst
  /// trace and for a saved run that does not say what the command takes.
  private static func explanation(
    of outcome: GateOutcome, _ pairing: RunPairing, _ played: Experiment?, _ arguments: ParsedArguments
  ) -> [String]? {
    guard let trace = outcome.comparison.worstTraces.first,
      let content = worstContent(of: outcome, onTrace: trace.file, pairing)
    else { return nil }
    guard let played else {
      return pairing.candidate.traces.firstIndex { $0.file == trace.file }.flatMap {
        ExplainLine.words(trace: $0, content: content, of: outcome.configuration, in: pairing.candidate)
      }
    }
    guard let player = played.players.first(where: { $0.configuration == outcome.configuration }),
      let source = played.traces.first(where: { $0.file == trace.file })
    else { return nil }
    return ReproducingCommand.words(
      arguments, player: player, trace: source, video: played.place(ofContent: content).video)
  }

  /// What was played in the session over a trace that got worse most; a value that a session lacks counts as 0.
  private static func worstContent(of outcome: GateOutcome, onTrace file: String, _ pairing: RunPairing) -> Int? {
    let (before, after) = (pairing.reference.configurations, pairing.candidate.configurations)
    guard let pair = pairing.configurations.first(where: { after[$0.candidate].configuration == outcome.configuration })
    else { return nil }
    let (left, right, measure) = (before[pair.reference], after[pair.candidate], outcome.gate.measure)
    let changes = pairing.sessions.filter { pairing.candidate.traces[$0.trace].file == file }.map { session in
      let old = measure.value(of: left, over: [session.reference]) ?? 0
      let new = measure.value(of: right, over: [session.candidate]) ?? 0
      let harm = measure.direction.harm(of: Tie.difference(new, old)) ?? 0
      return (content: right.sessions[session.candidate].content, harm: harm.isNaN ? 0 : harm)
    }
    // The first of equal ones.
    return changes.reversed().max { $0.harm < $1.harm }?.content
  }

  /// The command that saves the baseline anew, with the inputs of this command line.
  private static func saving(_ baseline: String, _ arguments: ParsedArguments) -> String {
    var path = baseline
    if path.hasPrefix(SavedRun.gitPrefix), let colon = path.lastIndex(of: ":") {
      path = String(path[path.index(after: colon)...])
    }
    let words = arguments.words(of: RunOptions.inputs + [RunSource.option])
    return (["abrlab", "baseline", "save", path] + words).map(ShellWord.quoted).joined(separator: " ")
  }

  /// What helps where there is no baseline to read; `nil` where its path is wrong.
  private static func missing(_ place: String, _ reason: String, _ arguments: ParsedArguments) -> String? {
    if place.hasPrefix(SavedRun.gitPrefix) {
      // A container often runs as another user than the one who has checked the files out.
      if reason.contains("dubious ownership"), let folder = reason.split(separator: "'").dropFirst().first {
        return "git config --global --add safe.directory \(ShellWord.quoted(String(folder))) allows it"
      }
      guard !reason.contains("git cannot be run"), !reason.contains("not a git repository") else { return nil }
      return "git fetch gets a commit that is not here; \(saving(place, arguments)) makes a baseline to be committed"
    }
    return InputFile.identity(of: place) == nil ? "\(saving(place, arguments)) makes one" : nil
  }

  private static let gateExample =
    "--gate 'rebuffer_ratio<=+0.10pp' is a gate, as are [[gate]] tables in the file of --config"

  /// A commit's file is not a path of the configuration's folder.
  private static func gitFiles(_ text: String) -> Bool { text.hasPrefix(SavedRun.gitPrefix) }

  private static func gates(
    _ arguments: ParsedArguments, of record: RunRecord, _ context: Context
  ) throws -> [Gate] {
    var gates: [Gate] = []
    if let file = arguments.string("--config") {
      gates = try GateFile.gates(in: TOMLDocument(contentsOf: file).root)
    }
    for text in arguments.strings("--gate") {
      do throws(GateError) {
        gates.append(try Gate(parsing: text))
      } catch {
        throw UsageError("\(arguments.place("--gate")): \(error)")
      }
      if let gate = gates.last, gate.readsAsLimit, gate.bound != .absolute(0) {
        context.console.warn(
          "\(arguments.place("--gate")): \(text) allows a fall of \(gate.boundText.dropFirst()) from the baseline, "
            + "whatever the value; no limit can be below 0. In a [[gate]] table max_regression = \"\(gate.boundText)\" "
            + "says so without this warning"
        )
      }
    }
    for gate in gates {
      do throws(GateError) {
        try gate.measure.require(record.metrics)
      } catch {
        throw UsageError("\(gate.metricPlace ?? arguments.place("--gate")): \(error)")
      }
    }
    guard gates.isEmpty || gates.contains(where: { $0.level != .off }) else {
      throw UsageError(
        "'abrlab check' has no gate to judge: \(gates.count == 1 ? "the one there is has" : "all \(gates.count) have") level off"
      )
    }
    guard !gates.isEmpty else {
      throw UsageError(
        "'abrlab check' has no gate to judge",
        hint: gateExample)
    }
    return gates
  }

  private static func exitCode(of report: GateReport) -> ExitCode {
    guard let code = ExitCode(rawValue: report.exitCode) else {
      preconditionFailure("a check has exit codes of the program")
    }
    return code
  }

  private static func text(of report: GateReport, as format: String, width: Int = .max) throws -> String {
    switch format {
    case "json": GateDocument.json(of: report).text()
    case "csv": ComparisonTable.values(of: report.comparisons).text(as: .csv)
    case "md": GateMarkdown.text(of: report)
    case "junit": JUnitReport.xml(of: report)
    case "github": GitHubAnnotations.text(of: report)
    default: GateTable.text(of: report, width: width)
    }
  }
}
