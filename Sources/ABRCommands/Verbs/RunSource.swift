import ABRRuns

/// Where `check` and `baseline save` take a run from: a saved one, or one that is played now.
enum RunSource {
  /// The option that names a saved run.
  static let option = OptionSpec.option(
    "--run", "FILE", values: .path, group: "Inputs",
    "A run saved with --export json=FILE, in place of playing one now")

  /// The run with its sessions; `nil` when the user interrupted it.
  ///
  /// - Parameter withTimelines: whether a run that is played has its worst, median and best sessions over time, for
  ///   pictures.
  /// - Throws: what reading a saved run or the inputs of a new one throws.
  static func record(
    _ arguments: ParsedArguments, console: Console, withTimelines: Bool = false
  ) throws -> RunRecord? {
    if let file = arguments.string("--run") {
      // What a configuration says about playing a run is for the runs that are played.
      for name in ["--traces", "--video", "--policy"] where arguments.has(name) && arguments.place(name) == name {
        throw UsageError("\(arguments.place(name)) cannot be used with --run, which has been played")
      }
      return try SavedRun(file).record
    }
    let inputs = try RunInputs(arguments, console: console)
    console.warn(all: inputs.warnings)
    for note in (inputs.caption.map { [$0] } ?? []) + inputs.notes { console.note(note) }
    return try ExperimentPlay(arguments, console: console).record(
      of: inputs.experiment, purpose: "compared or saved", withTimelines: withTimelines)
  }
}
