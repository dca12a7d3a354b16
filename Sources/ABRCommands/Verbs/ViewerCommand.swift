import ABRInput
import ABRReports
import ABRSessions

/// `abrlab viewer`: makes viewer models of what a service knows of its audience, and shows them.
enum ViewerCommand: Verb {
  static let spec = CommandSpec(
    name: "viewer",
    summary: "Make viewer models of watch times, logs and retention curves",
    group: "Inputs",
    subcommands: [ViewerImport.spec, ViewerFit.spec, ViewerInspect.spec])

  /// What is read, and how.
  static let inputs: [OptionSpec] = [
    .positional(
      "FILE",
      "Watch times, events of sessions, a log whose requests say their CMCD session, or a curve; .gz and .zst are unpacked, - is "
        + "standard input"),
    .option(
      "--columns", "LIST", default: "a curve in seconds, or a log",
      "The columns of the table: watched:s (a row for each viewer), session,watched:s (added for each session), session,time:ms "
        + "(watched from the first to the last event), time:s,share or time:s,share:% (who still watches), time:s,left (who has "
        + "left); - passes one over, @ picks one by its name or number: watched:s@watch_seconds"),
  ]

  /// The file of the model.
  static let output = OptionSpec.option(
    "--output", short: "-o", "FILE.toml", values: .path, default: "standard output", "File of the model")

  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    switch arguments.path.last {
    case ViewerImport.spec.name: try ViewerImport.run(arguments, context: context)
    case ViewerFit.spec.name: try ViewerFit.run(arguments, context: context)
    default: try ViewerInspect.run(arguments, context: context)
    }
  }

  /// Reads the file.
  ///
  /// - Throws: ``UsageError``, and `ViewerError` for what is wrong in the file.
  static func times(_ arguments: ParsedArguments, console: Console) throws -> WatchTimes {
    guard let file = arguments.strings("FILE").first else {
      throw UsageError.missing("FILE", arguments)
    }
    let times = try WatchTimes(
      contentsOf: file, columns: try arguments.string("--columns").map { try WatchColumns(parsing: $0) })
    for note in times.notes { console.warn("\(file): \(note)") }
    return times
  }

  /// Whose watch times they are, in words.
  static func owners(of times: WatchTimes) -> String {
    times.viewers.map { Counted.text($0, "viewer") } ?? "viewers known by their shares"
  }

  /// Writes the file of a model.
  ///
  /// - Throws: ``UsageError`` where it is the file that was read, or the system refuses.
  static func write(_ model: WatchModel, comment: String, _ arguments: ParsedArguments, context: Context) throws {
    let text = ViewerModelText.toml(of: model, comment: comment)
    guard let path = arguments.string("--output") else {
      context.console.output.write(text)
      return
    }
    try InputPaths(arguments).checkIsNoInput(path, "--output")
    try OutputPath.write(Array(text.utf8), to: path)
    context.console.note("\(path): use it as --viewer '\(path)'")
  }
}
