import ABRNetwork
import ABRPolicies

/// `abrlab trace`: looks at trace files, makes them, and compares sets of them.
enum TraceCommand: Verb {
  static let spec = CommandSpec(
    name: "trace",
    summary: "Inspect, summarise, generate and compare bandwidth traces",
    group: "Inputs",
    subcommands: [TraceInspect.spec, TraceStats.spec, TraceGenerate.spec, TraceCompare.spec])

  /// The format that the user says the files are in.
  static let formatOption = OptionSpec.option(
    "--trace-format", "FORMAT", values: .suggestion(TraceFormats.names), default: "found by content",
    "Format of the trace files")

  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    switch arguments.path.last {
    case TraceInspect.spec.name: try TraceInspect.run(arguments, context: context)
    case TraceStats.spec.name: try TraceStats.run(arguments, context: context)
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
