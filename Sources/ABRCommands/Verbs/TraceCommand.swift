import ABRNetwork
import ABRPolicies

/// `abrlab trace`: looks at trace files, makes them, and compares sets of them.
enum TraceCommand: Verb {
  static let spec = CommandSpec(
    name: "trace",
    summary: "Inspect, import, export, fit, generate and compare bandwidth traces",
    group: "Inputs",
    subcommands: [
      TraceInspect.spec, TraceStats.spec, TraceFit.spec, TraceGenerate.spec, TraceCompare.spec, TraceImport.spec,
      TraceExportCommand.spec,
    ])

  /// The format that the user says the files are in.
  static let formatOption = OptionSpec.option(
    "--trace-format", "FORMAT", values: .suggestion(TraceFormats.names), default: "found by content",
    "Format of the trace files")

  /// How trace files are to be read.
  static let readingOptions: [OptionSpec] = [
    formatOption,
    .option(
      "--columns", "LIST",
      "The columns of tables, such as time:s,rate:kbit/s or start,end,bytes; - passes one over, @ picks one by its name or number: "
        + "rate:kbit/s@DL_bitrate"),
    .option(
      "--trace-option", "NAME=VALUE",
      values: .suggestion(TraceOption.allCases.map { "\($0.rawValue)=" }), isRepeatable: true,
      "What a trace file leaves open, such as unit=MB/s, interval=starting, clock=drop, gaps=outage or series=NAME; the page "
        + "FormatsOfTraces.md of the documentation explains all"),
    .flag(
      "--strict", "Let a file in a folder that is no trace be an error, where it is otherwise left out with a warning"),
  ]

  /// What `--columns` and `--trace-option` say.
  /// - Throws: ``UsageError``.
  static func options(_ arguments: ParsedArguments) throws(UsageError) -> TraceOptions {
    do throws(TraceError) {
      return try TraceOptions(parsing: arguments.strings("--trace-option"), columns: arguments.string("--columns"))
    } catch {
      throw UsageError("\(error)")
    }
  }

  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    switch arguments.path.last {
    case TraceInspect.spec.name: try TraceInspect.run(arguments, context: context)
    case TraceStats.spec.name: try TraceStats.run(arguments, context: context)
    case TraceFit.spec.name: try TraceFit.run(arguments, context: context)
    case TraceImport.spec.name: try TraceImport.run(arguments, context: context)
    case TraceExportCommand.spec.name: try TraceExportCommand.run(arguments, context: context)
    case TraceCompare.spec.name: try TraceCompare.run(arguments, context: context)
    default: try TraceGenerate.run(arguments, context: context)
    }
  }

  /// The format asked for with `--trace-format`, `nil` to judge by content.
  /// - Throws: ``UsageError`` with the nearest name for one that is not known.
  static func format(_ arguments: ParsedArguments) throws(UsageError) -> (any TraceFormat.Type)? {
    guard let name = arguments.string("--trace-format") else { return nil }
    guard let format = TraceFormats.named(name) else {
      throw ParsedArguments.wrongChoice("--trace-format", found: name, allowed: TraceFormats.names)
    }
    return format
  }
}
