import ABRComparison
import ABRInput
import ABRReports
import ABRSessions
import ABRTuning
import FoundationEssentials

/// `abrlab tune`: searches for the setting to ship, and says how sure that is.
enum TuneCommand: Verb {
  static let spec = CommandSpec(
    name: "tune",
    summary: "Search for the best setting, and judge it on traces held out",
    group: "Compare",
    discussion: """
      The player, policy, buffer and preload scheduler that are given are the current setting; --vary, --min and --max say which of \
      their parameters to search: of a player its options under their own names, as abrlab player show NAME lists them. Every setting is played over every trace of the search, or where that would take long, a random sample of \
      the settings (--method random, --samples). Spaces that no grid can hold are for an \
      optimizer such as Optuna, which drives the search with --method ask-tell. The answer is the best by the first goal among those that can be promised to meet every \
      --constraint on new recordings like these, with a --confidence; a bolder setting that meets them here alone is shown beside it. The answer is played again over the recordings held out, which the search never saw, and compared with the current \
      setting there. A range is LOW..HIGH, LOW..HIGH by STEP, LOW..HIGH in COUNT, log LOW..HIGH, or a list with commas; a range \
      without steps has its ends and round values between. Numbers have their unit: 2..24s, 1..8M, 220MB/h. Without --buffer \
      the current buffer is static(30s), as that of abrlab run, or growth where its min, max or another of its parameters is varied. \
      A TOML file for --config has the options as keys: \
      min = "2..24s", vary = ["growth.interval=1s,5s"], goal = ["rebuffer_ratio"], constraint = ["startup_s_p95<=3s"]. \
      Exit codes: 0 a setting is promised to meet every --constraint, 2 none is, 3 the goals are the same \
      for every setting, 64 wrong ranges or options, 130 interrupted (what was found so far is printed).
      """,
    examples: [
      .init(
        line: "abrlab tune --traces Traces/recorded --video Traces/video/hls-authoring.json --policy auto "
          + "--viewer 'leave(5min)' --min 2..24s --max 6..90s --goal rebuffer_ratio --constraint 'bytes_wasted_per_h<=220MB/h' "
          + "--code brightcove",
        meaning: "minimum and maximum of the buffer optimizer, and the answer as code"),
      .init(
        line:
          "abrlab tune --player hls.js --vary maxBufferLength=10..90 maxMaxBufferLength=60,120,600 --viewer 'leave(60s)' "
          + "--goal bytes_wasted_per_h --constraint 'rebuffer_ratio<=+0.05pp'",
        meaning: "options of a player under its own names, and its configuration as the answer"),
      .init(
        line: "abrlab tune --traces Traces/recorded --video Traces/video/short-form.json --items 20 --policy auto "
          + "--viewer 'feed(short-video)' --preload 'network-balance(next=3)' --vary 'network-balance.open=2..20s by 2s' "
          + "--goal wait_ratio bytes_wasted_per_h",
        meaning: "the level at which a feed may preload, as a front of waiting against waste"),
    ],
    options: TuneOptions.inputs + ExperimentPlay.options + TuneOptions.all + [
      CommonOptions.format(["table", "json", "csv", "md"]), CommonOptions.pageExport,
    ])

  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    let arguments = try RunConfiguration.fill(arguments, sharedWith: CheckCommand.spec)
    let exports = try PageExports(arguments, context: context)
    let inputs = try inputs(arguments, console: context.console)
    if inputs.playsOwnCode, arguments.has("--code") {
      throw UsageError("--code cannot be used with a player's own code: the answer is keys of its configuration")
    }
    let play = try ExperimentPlay(arguments, console: context.console)
    var run = try TuneRun(inputs, for: TuneOptions.players(arguments), play: play, console: context.console)
    let isAsked = inputs.request.method == .askTell
    let output = context.console.output
    let lines = InputLines()
    let found = isAsked ? try run.outcome(asking: { try lines.next() }, write: { output.write($0) }) : try run.outcome()
    guard let outcome = found else {
      for path in exports.paths { context.console.warn("\(path): not written: there is no answer") }
      return isAsked ? .usage : .interrupted
    }
    let record = try run.record(outcome, withTimelines: exports.hasPage)
    let result = try run.result(outcome, record: record)
    try exports.write(
      page: {
        try record.map { TuningPage.report(of: result, record: $0, whatIf: try run.whatIf(result, arguments)) }
      }, text: { try $1(text(of: result, as: $0)) })
    if isAsked {
      // The last line of the protocol is the whole result.
      output.write(TuningDocument.json(of: result).text(isPretty: false))
    } else {
      output.write(
        try text(
          of: result, as: arguments.string("--format") ?? "table", width: context.console.outputTerminal.width ?? .max))
    }
    context.console.warn(all: inputs.configurationWarnings)
    if !isAsked { for note in (inputs.caption.map { [$0] } ?? []) + inputs.notes { context.console.note(note) } }
    if let note = SizesNote.text(on: inputs.recordedVideos) { context.console.note(note) }
    return close(result, arguments, isInterrupted: !isAsked || play.isInterrupted, console: context.console)
  }

  /// What is searched.
  private static func inputs(_ arguments: ParsedArguments, console: Console) throws -> TuningInputs {
    try TuningInputs.check(arguments.settings)
    guard arguments.has("--policy") || arguments.has("--player") else {
      throw UsageError.missing("--policy or --player", arguments)
    }
    let request = try TuningRequest(arguments.settings)
    let external = try console.host.policies.adding(programsOf: arguments)
    // Here --min and --max are ranges.
    var settings = arguments.settings
    (settings["min"], settings["max"]) = (nil, nil)
    let setup = try SessionSetup(settings, rules: external.rules)
    let arguments = try arguments.withBundledData(for: setup, console: console)
    do {
      return try TuningInputs(setup, request: request, given: arguments.settings, external: external) {
        try arguments.traces(console)
      }
    } catch let error as TuningError {
      throw UsageError("\(error)", hint: "abrlab tune --help")
    }
  }

  private static func text(of result: TuningResult, as format: String, width: Int = .max) throws -> String {
    switch format {
    case "json": TuningDocument.json(of: result).text()
    case "csv": TuningText.values(of: result).text(as: .csv)
    case "md": TuningText.text(of: result, as: .md)
    default: TuningText.text(of: result, width: width)
    }
  }

  /// What a person should know beside the result, and the exit code.
  private static func close(
    _ result: TuningResult, _ arguments: ParsedArguments, isInterrupted: Bool, console: Console
  ) -> ExitCode {
    let outcome = result.outcome
    if outcome.isPartial {
      let reach = "over \(outcome.traces) of \(Counted.text(result.split.search.count, "trace"))"
      console.warn(
        isInterrupted
          ? "interrupted: the answer is the best so far, \(reach)"
          : "no setting was asked for over every trace: the answer is the best \(reach), and not judged on those held out"
      )
    }
    for warning in result.warnings { console.warn(warning) }
    let edge = TuningEdges.note(on: result) { name in
      let end = ["--min", "--max"].first { arguments.has($0) && name == "growth.\($0.dropFirst(2))" }
      return end.map { "\($0) " } ?? "--vary \(name)="
    }
    if let edge { console.note(edge) }
    if result.space.settings.count == 1 { console.note("only one setting given, nothing to search") }
    if result.space.current == nil, let problem = result.space.currentProblem {
      console.note("no current setting to compare with: \(problem)")
    }
    if let comparison = result.heldOut {
      for note in ComparisonTable.notes(on: [comparison]) { console.detail(note) }
    }
    if outcome.isPartial { return isInterrupted ? .interrupted : .inconclusive }
    if !result.othersThatMeet.isEmpty {
      console.fail(
        outcome.bolder == nil
          ? "the answer does not meet every --constraint; another setting does"
          : "the answer cannot be promised to meet every --constraint; another setting can",
        hint: "{\"answer\": null} for the best setting asked for, or keep the current one")
      return .regression
    }
    if outcome.best == nil, outcome.bolder != nil {
      console.fail(
        "no setting can be promised to meet every --constraint",
        hint: "more traces, a looser --constraint, or wider ranges")
      return .regression
    }
    if outcome.best == nil {
      console.fail(
        "no setting meets every --constraint; "
          + (result.recommendation?.keepsOther == true
            ? "none comes closer than the current one" : "the closest one is shown"),
        hint: "a looser --constraint, or wider ranges")
      return .regression
    }
    return result.isUndecided ? .inconclusive : .success
  }
}
