import ABRInput
import ABRRuns
import ABRSessions

/// Where `check` and `baseline save` take a run from: a saved one, or one that is played now.
enum RunSource {
  /// The option that names a saved run.
  static let option = OptionSpec.option(
    "--run", "FILE", values: .path, group: "Inputs",
    "A run saved with --export json=FILE, in place of playing one now")

  /// The run with its sessions, what makes its numbers doubtful, and what was played, unless it was a saved one; `nil`
  /// when the user interrupted it.
  ///
  /// - Parameter withTimelines: whether a run that is played has its worst, median and best sessions over time, for
  ///   pictures.
  /// - Throws: what reading a saved run or the inputs of a new one throws.
  static func record(
    _ arguments: ParsedArguments, console: Console, withTimelines: Bool = false
  ) throws -> (record: RunRecord, warnings: [String], played: Experiment?)? {
    if let file = arguments.string("--run") { return (try saved(file, arguments, console), [], nil) }
    let inputs = try RunInputs(arguments, console: console)
    console.warn(all: inputs.warnings)
    for note in (inputs.caption.map { [$0] } ?? []) + inputs.notes { console.note(note) }
    let play = try ExperimentPlay(arguments, console: console)
    let result = try play.result(of: inputs.experiment, withTimelines: withTimelines)
    guard let record = play.record(of: result, purpose: "compared or saved") else { return nil }
    return (record, try Self.undetermined(result), result.experiment)
  }

  /// A saved run.
  ///
  /// A configuration may say what else is played, and have gates for it; what it says of players holds for the run.
  /// - Throws: ``UsageError`` for options that say what is played, and for players that the run does not have.
  private static func saved(_ file: String, _ arguments: ParsedArguments, _ console: Console) throws -> RunRecord {
    let options = RunOptions.inputs.filter { option in
      option.name != "--config" && arguments.has(option.name) && arguments.place(option.name) == option.name
    }.map(\.name)
    guard options.isEmpty else {
      throw UsageError(
        "\(options.joined(separator: ", ")) cannot be used with \(arguments.place("--run")): \(file) has been played",
        hint: "\(arguments.line(without: options)) takes the run as it is")
    }
    let record = try SavedRun(file).record
    guard let named = ["--policy", "--player"].first(where: arguments.has) else { return record }
    let keys = Configuration.keys.filter { $0 != "viewer" }
    let played = record.configurations.map(\.configuration)
    let external = try console.host.policies.adding(programsOf: arguments)
    let other = try SessionSetup(arguments.settings, rules: external.rules).specs(external).first { own in
      !played.contains { run in keys.allSatisfy { run[$0] == own[$0] } }
    }
    guard let other else { return record }
    let key = keys.first { key in !played.contains { $0[key] == other[key] } } ?? "policy"
    let place = arguments.place(arguments.given("--\(key)") == nil ? named : "--\(key)")
    throw UsageError(
      "\(place): \(other.specs.filter { !$0.isEmpty }.joined(separator: " ")) is not in \(file), which has "
        + played.map(\.fullName).joined(separator: ", "),
      hint: "\(arguments.line(without: [option.name])) plays it")
  }

  /// How many traces programs play again.
  private static let repeatedTraces = 3

  /// Policies in programs that answered otherwise when the first traces were played again: what their gates say is
  /// chance.
  private static func undetermined(_ result: ExperimentResult) throws -> [String] {
    let experiment = result.experiment
    guard experiment.players.contains(where: { $0.external != nil }) else { return [] }
    let count = min(Self.repeatedTraces, experiment.traces.count)
    let again = ExperimentResult(
      experiment, sessions: try ExperimentRunner(experiment.over(Array(experiment.traces.prefix(count))), jobs: 1).run()
    )
    return zip(result.configurations, again.configurations).compactMap { first, second in
      let sessions = first.sessions.filter { $0.trace < count }.map(\.metrics)
      guard first.player.external != nil, sessions != second.sessions.map(\.metrics) else { return nil }
      return
        "\(first.configuration.policy) is not deterministic: \(Counted.text(count, "trace")) played again gave other "
        + "results, so that gates pass or fail by chance; abrlab policy try finds where"
    }
  }
}
