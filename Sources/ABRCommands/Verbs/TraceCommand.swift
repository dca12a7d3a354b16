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

  /// How trace files are to be read.
  static let readingOptions = SessionOptions.reading.map { $0.grouped("Options") }
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
}
