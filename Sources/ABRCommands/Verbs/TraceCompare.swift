import ABRComparison
import ABRNetwork
import ABRPolicies
import ABRReports
import ABRRuns

/// `abrlab trace compare`: whether the traces themselves changed, and what that moves.
enum TraceCompare {
  /// When the exit code is not 0.
  enum FailOn: String, CaseIterable {
    case changed, none
  }

  static let spec = CommandSpec(
    name: "compare",
    summary: "Say whether two sets of traces differ, and what that moves",
    discussion: """
      A and B are files or folders; B is the newer. Traces are put together by family, the name of their folder; two folders that hold \
      traces directly are one family whatever their names. A family is changed when its files have other content, whatever their names. \
      KS is the largest share of the time by which the capacity of A and B differs in staying at or below some rate; W1, the \
      Wasserstein distance, says by how many bit/s capacity moves on the mean. Both are exact and weighted by time. Families stand in \
      the order of W1 over the mean; with --video both sets are played and results stand in the order of how much they move. Sets of \
      different traces cannot be paired, so there is no p-value. Exit codes: 0 also where traces changed, 2 for changed traces with \
      --fail-on changed, 5 where files are missing, 64 wrong command line or file.
      """,
    examples: [
      .init(line: "abrlab trace compare corpus-2023 corpus-2024", meaning: "what a new edition of a corpus changes"),
      .init(
        line: "abrlab trace compare old new --video Traces/video/hls-authoring.json --policy bola --format md",
        meaning: "and which results it moves most, for a pull request"),
      .init(
        line: "abrlab trace compare Traces/recorded mine --fail-on changed",
        meaning: "fail a build when traces are not those that were committed"),
    ],
    options: [
      .positional("A", "The reference: a trace file or a folder"), .positional("B", "The candidate"),
      .option(
        "--outage", "RATE", default: "0", "Capacity up to which the network counts as out, such as 100k"),
      .option(
        "--fail-on", "WHAT", values: .choice(FailOn.allCases.map(\.rawValue)), default: "none",
        "When the exit code is 2 and not 0"),
      .option(
        "--video", "PATH", values: .path, isRepeatable: true, group: "Results", "Play these videos over both sets"),
      .option("--policy", "SPEC", default: "auto", group: "Results", "The policy that plays them"),
    ] + SessionOptions.player + SessionOptions.surroundings + ExperimentPlay.options + TableExports.options)

  /// Options that mean something only where sessions are played.
  private static let ofSessions =
    ["--policy"] + SessionOptions.player.map(\.name)
    + SessionOptions.surroundings.map(\.name).filter { name in
      !TraceCommand.readingOptions.contains { $0.name == name }
    }

  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    let failOn = try arguments.choice("--fail-on", as: FailOn.self) ?? .none
    let threshold = try threshold(arguments)
    if !arguments.has("--video"), let name = ofSessions.first(where: arguments.has) {
      throw UsageError("\(name) needs --video: nothing is played without it", hint: "abrlab trace compare --help")
    }
    let exports = try TableExports(arguments)
    let console = context.console
    let reading = try TraceReading(arguments, console: console)
    let sets = try ["A", "B"].map { name in
      let path = arguments.string(name) ?? ""
      return TraceSet(path: path, files: try reading.files(at: [path]))
    }
    let (reference, candidate) = (sets[0], sets[1])
    let comparison = try TraceSetComparison(reference: reference, candidate: candidate, outageThreshold: threshold)
    var results: [TraceResultChange] = []
    if arguments.has("--video") {
      guard let played = try played(comparison, arguments, console: console) else { return .interrupted }
      results = played
    }
    try exports.write(to: console) { try text(comparison, results, as: $0, width: $1) }
    return comparison.isChanged && failOn == .changed ? .regression : .success
  }

  /// The capacity of `--outage` in bits per second.
  private static func threshold(_ arguments: ParsedArguments) throws(UsageError) -> Double {
    guard let text = arguments.string("--outage") else { return 0 }
    do throws(QuantityError) {
      return Double(try Quantity.bitrate(text))
    } catch {
      throw UsageError("--outage: \(error)")
    }
  }

  /// What the sessions over both sets came to; `nil` when the user interrupted them.
  private static func played(
    _ comparison: TraceSetComparison, _ arguments: ParsedArguments, console: Console
  ) throws -> [TraceResultChange]? {
    // The options of `run`, which has some that this command lacks: they are not given.
    var values: [String: [String]] = [:]
    for option in RunCommand.spec.options where arguments.command.option(option.name) != nil {
      values[option.name] = arguments.strings(option.name)
    }
    values["--policy"] = [arguments.string("--policy") ?? "auto"]
    let words = ParsedArguments(path: [RunCommand.spec.name], command: RunCommand.spec, values: values)
    let inputs = try RunInputs(
      words, traces: comparison.reference.traces + comparison.candidate.traces, console: console)
    console.warn(all: inputs.warnings)
    guard inputs.experiment.players.count == 1 else {
      throw UsageError(
        "found \(inputs.experiment.players.count) configurations of --policy, --buffer and --viewer, expected one")
    }
    let play = try ExperimentPlay(arguments, console: console)
    return try play.record(of: inputs.experiment, purpose: "compared").map {
      TraceResultChange.all(of: comparison, in: $0)
    }
  }

  /// Each format has all it can hold; people see the first of many files.
  private static func text(
    _ comparison: TraceSetComparison, _ results: [TraceResultChange], as format: TableFormat,
    width: Int = .max
  ) throws -> String {
    switch format {
    case .json:
      let document = TraceComparisonDocument.json(of: comparison, results: results)
      return document.text()
    case .csv: return TraceComparisonTable.values(of: comparison, results: results).text(as: .csv)
    case .table, .md:
      let (a, b) = (comparison.reference, comparison.candidate)
      let verdict = comparison.isChanged ? "CHANGED" : "unchanged"
      var text =
        format == .md
        ? "**A** \(EscapedText.markdownCode(a.path)), **B** \(EscapedText.markdownCode(b.path)): \(verdict)\n\n"
        : "A  \(EscapedText.line(a.path))\nB  \(EscapedText.line(b.path))\n\(verdict)\n\n"
      text += TraceComparisonTable.summary(of: comparison).text(as: format, width: width)
      if !results.isEmpty { text += "\n" + TraceComparisonTable.results(results).text(as: format, width: width) }
      guard !comparison.changes.isEmpty else { return text }
      text += "\n" + TraceComparisonTable.files(of: comparison).text(as: format, width: width)
      let rest = comparison.changes.count - TraceComparisonTable.shownFileCount
      if rest > 0 { text += "\n\(rest) more \(rest == 1 ? "file differs" : "files differ"); --format json lists all\n" }
      return text
    }
  }
}
