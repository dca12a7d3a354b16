import ABRInput
import ABRPlayback
import ABRPolicies
import ABRRuns
import ABRSessions
import ABRSweeps
import FoundationEssentials

/// Turns the options of a sweep into its plan, and those of a plan back into what `run` reads.
enum SweepPlanning {
  /// The plan of options. All traces are read once, so that what is wrong is said before anything is played; they are
  /// not kept.
  ///
  /// - Throws: ``UsageError``, and what reading the inputs throws.
  static func plan(_ arguments: ParsedArguments, console: Console) throws -> SweepPlan {
    let seeds = try seeds(arguments)
    let size = try arguments.integer("--shard-size", in: 1...SweepPlan.mostSessions) ?? 1_000_000
    try checkFormulas(arguments)
    let setup = try SessionSetup(
      arguments.settings,
      rules: ExternalPolicies().adding(programsOf: [], severalItems: arguments.hasSeveralItems).rules)
    if setup.model == .mm22 { throw inOrder("--model mm22") }
    let complete = try arguments.withBundledData(for: setup, console: console)
    guard complete.has("--traces") else { throw UsageError.missing("--traces", arguments) }
    let options = options(of: complete)
    let read = self.arguments(options, seed: seeds?.lowerBound)
    let inputs = try RunInputs(read, traces: [], console: console)
    console.warn(all: inputs.warnings)
    let experiment = inputs.experiment
    if let seeds, seeds.count > 1, experiment.seed == nil, !experiment.hasSeveralItems,
      !experiment.drawsViewers
    {
      throw UsageError(
        "\(arguments.place("--seeds")): nothing depends on a seed, because sessions start where their traces begin"
      )
    }
    for player in experiment.players where player.inheritsState {
      throw inOrder("--policy \(player.configuration.policy)")
    }
    if !experiment.scores.isEmpty { console.warn("a sweep adds up no quality scores; abrlab run shows them") }
    let traces = try traces(complete, console: console)
    let perTrace = experiment.contentCount * experiment.players.count
    let (sessions, isTooLarge) = (traces.count * perTrace).multipliedReportingOverflow(by: seeds?.count ?? 1)
    guard !isTooLarge, sessions <= SweepPlan.mostSessions else {
      throw UsageError("more than \(SweepPlan.mostSessions) sessions; split the sweep into several with fewer seeds")
    }
    let plan = SweepPlan(of: experiment, options: options, traces: traces, seeds: seeds, shardSize: size)
    guard plan.shardCount <= SweepPlan.mostShards else {
      throw UsageError(
        "\(arguments.place("--shard-size")): found \(plan.shardCount) shards, expected at most \(SweepPlan.mostShards): "
          + "a larger --shard-size makes fewer")
    }
    return plan
  }

  /// Refuses formulas of quality of experience that shards have no sums of.
  private static func checkFormulas(_ arguments: ParsedArguments) throws(UsageError) {
    for text in arguments.strings("--qoe") {
      let word = (try? QoEFormula(parsing: text))?.known.word
      guard word.map(SweepCommand.formulas.contains) ?? false else {
        throw UsageError(
          "\(arguments.place("--qoe")): found \(text), expected \(FaultText.choice(SweepCommand.formulas)): a sweep adds "
            + "up no others", hint: "abrlab run has formulas with weights and over quality scores")
      }
    }
  }

  /// What a plan plays over each trace, read anew.
  ///
  /// - Throws: ``UsageError`` where it is not what was planned, and what reading the inputs throws.
  static func experiment(of plan: SweepPlan, console: Console) throws -> Experiment {
    let arguments = arguments(plan.options, seed: plan.seeds?.lowerBound)
    let experiment = try RunInputs(arguments, traces: [], console: console).experiment
    guard plan.plans(experiment) else {
      throw UsageError(
        "what is played is not what was planned: a video, a session file, a program or \(SweepFolder.planName) has "
          + "changed since",
        hint: "plan it again in another folder")
    }
    return experiment
  }

  /// The options of a plan as those of a command line.
  ///
  /// - Parameters:
  ///   - options: those of a plan.
  ///   - seed: one of its seeds; `nil` where the options have the only one.
  static func arguments(_ options: [String: [String]], seed: Int?) -> ParsedArguments {
    let command = CommandSpec(name: "sweep", summary: "", options: RunOptions.inputs + ExperimentPlay.options)
    let arguments = ParsedArguments(
      path: [command.name], command: command, values: options.filter { name, _ in command.option(name) != nil })
    return seed.map { arguments.setting("--seed", to: ["\($0)"], place: "--seeds") } ?? arguments
  }

  /// The options that say what is played over each trace. Paths are absolute: workers start in other folders.
  private static func options(of arguments: ParsedArguments) -> [String: [String]] {
    var options: [String: [String]] = [:]
    for option in RunOptions.inputs where !["--config", "--traces"].contains(option.name) {
      var texts = arguments.strings(option.name)
      if option.values == .path { texts = texts.map(ResolvedPath.text) }
      if ["--policy", "--player"].contains(option.name) {
        texts = texts.map { spec in
          // A program finds what lies beside it by the path it is started by: links on the way to it stay.
          ExternalPolicies.replacingPaths(in: spec) { path, isProgram in
            isProgram ? ResolvedPath.absolute(path) : ResolvedPath.text(of: path)
          } ?? spec
        }
      }
      if option.name == "--viewer" {
        for (index, text) in texts.enumerated() {
          guard let file = SessionViewer.file(in: text) else { continue }
          texts[index].replaceSubrange(file, with: ResolvedPath.text(of: String(text[file])))
        }
      }
      if !texts.isEmpty { options[option.name] = texts }
    }
    return options
  }

  private static func traces(_ arguments: ParsedArguments, console: Console) throws -> [SweepPlan.Trace] {
    var traces: [(trace: SweepPlan.Trace, content: UInt64)] = []
    try TraceReading(arguments, console: console).forEachPiece(at: arguments.strings("--traces")) { piece in
      for trace in piece {
        guard trace.file != "-" else {
          throw UsageError(
            "\(arguments.place("--traces")): each shard reads its traces again; name a file in place of -")
        }
        let file = ResolvedPath.text(of: trace.file)
        traces.append((SweepPlan.Trace(file: file, family: trace.family, sha256: trace.sha256), trace.content))
      }
    }
    guard !traces.isEmpty else {
      throw UsageError("\(arguments.place("--traces")): there is no trace", code: .missingInput)
    }
    return console.firstOfCopies(traces) { ($0.content, $0.trace.file) }.map(\.trace)
  }

  private static func seeds(_ arguments: ParsedArguments) throws(UsageError) -> ClosedRange<Int>? {
    guard let text = arguments.string("--seeds") else { return nil }
    let place = arguments.place("--seeds")
    if arguments.has("--seed") { throw UsageError("\(place) and --seed cannot be used together") }
    let parts = text.components(separatedBy: "..").map { Int($0) }
    guard parts.count == 2, let first = parts[0], let last = parts[1], first >= 0, last >= 0 else {
      // Elsewhere a number alone is either how many, or which one.
      let allowed =
        switch Int(text) {
        case let number? where number > 0:
          "1..\(number) for \(Counted.text(number, "seed")), \(number)..\(number) for seed \(number)"
        default: "FIRST..LAST such as 1..1000"
        }
      throw UsageError("\(place): found \(text), expected \(allowed)")
    }
    guard first <= last else {
      throw UsageError("\(place): found \(text), whose last seed is below its first; write \(last)..\(first)")
    }
    guard last <= SweepPlan.mostSessions else {
      throw UsageError("\(place): found \(text), expected seeds of at most \(SweepPlan.mostSessions)")
    }
    return first...last
  }

  private static func inOrder(_ what: String) -> UsageError {
    UsageError(
      "\(what) cannot be swept: its sessions take over from those over the trace before", hint: "abrlab run plays them")
  }
}
