import ABRInput
import ABRRuns

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
    if let file = arguments.string("--run") {
      // What a configuration says about playing a run is for the runs that are played.
      for name in ["--traces", "--video", "--policy"] where arguments.has(name) && arguments.place(name) == name {
        throw UsageError("\(arguments.place(name)) cannot be used with --run, which has been played")
      }
      return (try SavedRun(file).record, [], nil)
    }
    let inputs = try RunInputs(arguments, console: console)
    console.warn(all: inputs.warnings)
    for note in (inputs.caption.map { [$0] } ?? []) + inputs.notes { console.note(note) }
    let play = try ExperimentPlay(arguments, console: console)
    let result = try play.result(of: inputs.experiment, withTimelines: withTimelines)
    guard let record = play.record(of: result, purpose: "compared or saved") else { return nil }
    return (record, try Self.undetermined(result), result.experiment)
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
