import ABRComparison
import ABRInput
import ABRPlayers
import ABRPolicies
import ABRReports
import ABRRuns
import ABRSessions

/// `abrlab compare`: two policies, players, buffers, runs or baselines, paired trace by trace.
enum CompareCommand: Verb {
  static let spec = CommandSpec(
    name: "compare",
    summary: "Compare two policies, players, buffers or runs, trace by trace",
    group: "Compare",
    discussion: """
      A and B are two policies, two players or two buffers, which are played over --traces, or two saved runs or baselines; \
      git:REF:PATH names the file of a commit. B is the candidate: differences are B less A. With two policies, two values of \
      --buffer or --preload are those of A and of B. Saved runs may differ in player and ladder; the first line says how. The unit of the statistics is the recording: windows cut from one, called NAME_w1.csv, NAME_w2.csv and so on, count as one. Intervals \
      and p-values say what holds for traces like these; the difference itself is exact.
      """,
    examples: [
      .init(
        line: "abrlab compare auto bola --traces Traces/recorded --video Traces/video/hls-authoring.json",
        meaning: "two policies"),
      .init(
        line: "abrlab compare bola bola --buffer 'static(30s)' 'growth(min=30s,max=90s)' --traces Traces/recorded "
          + "--video Traces/video/hls-authoring.json",
        meaning: "two buffer settings"),
      .init(line: "abrlab compare hls.js dash.js", meaning: "two players over the bundled recordings"),
      .init(line: "abrlab compare git:main:ci/main.json run.json", meaning: "the baseline of a branch and a run"),
    ],
    options: [
      .positional("A", values: .text, "The reference: a policy, a player, a buffer, a saved run or a baseline"),
      .positional("B", values: .text, "The candidate: a saved run or a baseline where A is one, otherwise of A's kind"),
    ] + RunOptions.inputs + ExperimentPlay.options + ComparisonOptions.all + [
      CommonOptions.format(RunCommand.formats), CommonOptions.pageExport,
    ])

  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    let arguments = try RunConfiguration.fill(arguments, sharedWith: CheckCommand.spec)
    let exports = try PageExports(arguments, context: context)
    let console = context.console
    let (left, right) = (arguments.string("A") ?? "", arguments.string("B") ?? "")
    let pairing: RunPairing
    let allowance = RunPairing.Allowance(
      subset: arguments.has("--allow-subset"), settings: .all, videos: true,
      families: Set(arguments.strings("--family")))
    if SavedRun.recognises(left) || SavedRun.recognises(right) {
      for option in RunOptions.inputs where arguments.has(option.name) && arguments.place(option.name) == option.name {
        throw UsageError(
          "\(option.name) cannot be used with saved runs, which have been played",
          hint: "abrlab run \(option.name) … --export json=FILE saves a run that is played so")
      }
      guard SavedRun.recognises(left), SavedRun.recognises(right) else {
        let (run, other) = SavedRun.recognises(left) ? (left, right) : (right, left)
        _ = try SavedRun(run)
        throw UsageError(
          "\(run) is a saved run and \(other) is not; name two policies, two players, two buffers or two saved runs")
      }
      let (reference, candidate) = (try SavedRun(left).record, try SavedRun(right).record)
      do {
        pairing = try RunPairing(reference: reference, candidate: candidate, allowing: allowance)
      } catch {
        console.fail(
          "\(left) and \(right): \(error)",
          hint:
            "abrlab baseline save FILE … and abrlab run … --export json=FILE make new ones over the same inputs"
            + (error.hasCommonPart ? "; --allow-subset compares the traces that both have" : ""))
        return .missingInput
      }
    } else {
      if allowance.subset {
        console.warn("\(arguments.place("--allow-subset")) changes nothing: A and B are played over the same traces")
      }
      guard let played = try played(left, right, arguments, console: console) else { return .interrupted }
      pairing = played
    }
    try show(pairing, arguments, exports: exports, console: console)
    return .success
  }

  /// Compares two configurations of a run that was played, A and B, each named by its policy where that names one, or
  /// by all its specs.
  ///
  /// - Throws: ``UsageError`` for a configuration that the run does not have.
  static func run(_ arguments: ParsedArguments, of result: ExperimentResult, context: Context) throws -> ExitCode {
    let exports = try PageExports(arguments, context: context)
    let chosen = (
      reference: try configuration("A", arguments, of: result), candidate: try configuration("B", arguments, of: result)
    )
    let record = RunRecord(result, version: Version.current)
    let pairing = try RunPairing(reference: record, candidate: record, chosen: chosen)
    try show(pairing, arguments, exports: exports, console: context.console)
    return .success
  }

  /// The index of the configuration that a positional names.
  private static func configuration(
    _ positional: String, _ arguments: ParsedArguments, of result: ExperimentResult
  ) throws(UsageError) -> Int {
    let found = arguments.string(positional) ?? ""
    let configurations = result.configurations.map(\.configuration)
    if let index = configurations.firstIndex(where: { $0.name == found }) { return index }
    let policy = (try? PolicySpec(parsing: found))?.canonical
    let indices = configurations.indices.filter { [found, policy].contains(configurations[$0].policy) }
    if indices.count == 1 { return indices[0] }
    let isUnique = Set(configurations.map(\.policy)).count == configurations.count
    let allowed = configurations.map { isUnique ? $0.policy : $0.name }
    guard indices.isEmpty else {
      throw UsageError(
        "\(positional): \(found) names \(indices.count) configurations, expected one of "
          + allowed.joined(separator: ", "))
    }
    throw UsageError(
      "\(positional): \(NearestName.message(found: found, kind: "configuration", allowed: allowed))")
  }

  private static func show(
    _ pairing: RunPairing, _ arguments: ParsedArguments, exports: PageExports, console: Console
  ) throws {
    let options = try ComparisonOptions(arguments)
    let comparisons = try options.comparisons(pairing)
    console.warn(all: options.unusedMargins(in: comparisons))
    let files = (arguments.string("A") ?? "", arguments.string("B") ?? "")
    let heads = comparisons.map { Self.heads(of: $0, in: files) }
    try exports.write(
      page: { ComparisonPage.report(of: comparisons, pairing) },
      text: { try $1(text(comparisons, heads, pairing, as: $0)) })
    let format = arguments.string("--format") ?? "table"
    let width = console.outputTerminal.width ?? .max
    console.output.write(try text(comparisons, heads, pairing, as: format, width: width))
    // Markdown has them.
    if format != "md" {
      for warning in pairing.warnings + ComparisonTable.warnings(on: comparisons) { console.warn(warning) }
    }
    let sizes = SizesNote.text(on: pairing.candidate.inputs.videos).map { [$0] } ?? []
    for note in pairing.notes + sizes + ComparisonTable.notes(on: comparisons) { console.note(note) }
  }

  /// The part that both A and B name.
  ///
  /// - Throws: ``UsageError`` where they name none, or different ones.
  private static func part(_ left: String, _ right: String, rules: RuleRegistry) throws(UsageError) -> NamedPart {
    let (a, b) = (NamedPart.all(of: left, rules: rules), NamedPart.all(of: right, rules: rules))
    if let part = a.first(where: b.contains) { return part }
    if let one = a.first, let other = b.first {
      throw UsageError(
        "A is a \(one.rawValue) and B a \(other.rawValue): name two of a kind, and the other part as an option",
        hint: "abrlab compare --help")
    }
    // The message of what is nearest: most name policies, and numbers are seconds of a buffer.
    let (text, place, other) = a.isEmpty ? (left, "A", b.first) : (right, "B", a.first)
    let part = text.first?.isNumber == true ? .buffer : other ?? NamedPart.policy
    throw part.error(of: text, at: place, rules: rules)
  }

  /// Plays both; the first configuration is A's with its first values, the last one B's.
  private static func played(
    _ left: String, _ right: String, _ arguments: ParsedArguments, console: Console
  ) throws -> RunPairing? {
    let external = try console.host.policies.adding(
      programsOf: [left, right], severalItems: arguments.hasSeveralItems)
    let part = try part(left, right, rules: external.rules)
    let option = part.option
    if arguments.has(option), arguments.place(option) == option {
      throw UsageError(
        "\(option) cannot be used here: A and B are the \(part == .policy ? "policies" : "\(part.rawValue)s")",
        hint: "abrlab compare --help")
    }
    for name in ["--policy", "--player", "--buffer", "--preload"]
    where name != option && arguments.strings(name).count > (["--buffer", "--preload"].contains(name) ? 2 : 1) {
      throw UsageError(
        "\(arguments.place(name)): found \(arguments.strings(name).count) values, expected one for both"
          + (["--buffer", "--preload"].contains(name) ? ", or two: A's and B's" : ""))
    }
    guard arguments.strings("--viewer").count < 2 else {
      throw UsageError("\(arguments.place("--viewer")): found several, expected one: the same viewer watches A and B")
    }
    var filled = arguments.setting(
      option, to: left == right ? [left] : [left, right], place: "A and B", places: ["A", "B"])
    if !filled.has("--policy"), !filled.has("--player") {
      filled = filled.setting("--policy", to: [PolicySpec.standard.canonical], place: "--policy")
    }
    let inputs = try RunInputs(filled.withFormulasOfMetrics, console: console)
    console.warn(all: inputs.warnings)
    for note in (inputs.caption.map { [$0] } ?? []) + inputs.notes { console.note(note) }
    guard inputs.experiment.players.count > 1 else {
      if part == .player, let file = filled.string("--player-config") {
        throw UsageError(
          "B: \(right) is the same as A: --player-config is read for both",
          hint: "abrlab compare '\(KnownPlayer.spec(left, configuredBy: file))' '\(right)'")
      }
      throw UsageError(
        "B: \(right) is the same as A; name another \(part.rawValue), or two values of --buffer or --preload")
    }
    let play = try ExperimentPlay(filled, console: console)
    let result = try play.result(of: inputs.experiment)
    guard let record = play.record(of: result, purpose: "compared") else { return nil }
    for note in RunTable.equalNotes(on: result) { console.note(note) }
    if part == .player, inputs.experiment.queue == nil, let first = result.configurations.first,
      let last = result.configurations.last
    {
      let shared = try SharedRenditions(of: first, and: last, in: inputs.experiment)
      let share = Decimals.text(100 * Double(shared.same) / Double(max(1, shared.segments)), digits: 1)
      console.note("the same rendition in \(shared.same) of \(Counted.text(shared.segments, "segment")), \(share) %")
    }
    return try RunPairing(
      reference: record, candidate: record, chosen: (0, record.configurations.count - 1))
  }

  /// What A and B of a table are: their names, or of two of one name what was played, and in which file.
  private static func heads(
    of comparison: RunComparison, in files: (a: String, b: String)
  ) -> (a: String, b: String) {
    let names = comparison.names
    guard names.reference == names.candidate else { return (names.reference, names.candidate) }
    return (
      "\(comparison.reference.fullName) in \(files.a)", "\(comparison.candidate.fullName) in \(files.b)"
    )
  }

  private static func text(
    _ comparisons: [RunComparison], _ heads: [(a: String, b: String)], _ pairing: RunPairing, as format: String,
    width: Int = .max
  ) throws -> String {
    switch format {
    case "json":
      let document = ComparisonDocument.json(of: comparisons, pairing: pairing)
      return document.text()
    case "csv": return ComparisonTable.values(of: comparisons).text(as: .csv)
    case "latex":
      return zip(comparisons, heads).map { comparison, head in
        "% A: \(EscapedText.line(head.a)), B: \(EscapedText.line(head.b))\n"
          + ComparisonTable.summary(of: comparison).latex()
      }.joined(separator: "\n") + ComparisonTable.notes(on: comparisons).map { "% \($0)\n" }.joined()
    default:
      let form: TableFormat = format == "md" ? .md : .table
      let tables = zip(comparisons, heads).map { comparison, pair in
        let (a, b) = pair
        let sessions = Counted.text(comparison.sessionCount, "session")
        let recordings = Counted.text(comparison.clusterCount, "recording")
        let head =
          form == .md
          ? "**A** \(EscapedText.markdownCode(a)), **B** \(EscapedText.markdownCode(b)): \(sessions), \(recordings)\n\n"
          : "A  \(EscapedText.line(a))\nB  \(EscapedText.line(b))\n"
            + "\(sessions) each over \(Counted.text(comparison.traceCount, "trace")) in \(recordings)\n\n"
        return head + ComparisonTable.summary(of: comparison).text(as: form, width: width)
      }.joined(separator: "\n")
      guard form == .md else { return tables }
      // A terminal has them on standard error.
      return tables + ComparisonTable.notes(on: comparisons).map { "\n\(EscapedText.markdown($0))\n" }.joined()
        + (pairing.warnings + ComparisonTable.warnings(on: comparisons)).map {
          "\n> **Warning:** \(EscapedText.markdown($0))\n"
        }.joined()
    }
  }
}
