import ABRNetwork

/// `abrlab trace import`: trace files of any format as native CSV.
enum TraceImport {
  static let spec = CommandSpec(
    name: "import",
    summary: "Turn recordings of any format into native CSV",
    discussion: """
      Formats, found by content:
      \(TraceFormats.all.map { "\($0.name): \($0.summary)" }.joined(separator: "\n"))
      What a file leaves open is said with --trace-option:
      \(TraceOption.allCases.map { "\($0.rawValue)=\($0.values): \($0.summary)" }.joined(separator: "\n"))
      A log of requests becomes a trace for each client or session, made of the time in which something was downloaded; how much of the \
      log that is is told, and stands in index.json and with --format json as log.measured_share. \
      A file that holds several traces makes as many. Below a folder, what cannot be read is listed and left out. A folder of output has an \
      index.json with the origin of each trace.
      """,
    examples: [
      .init(
        line: "abrlab trace import mine.csv --columns time:s,rate:kbit/s -o trace.csv", meaning: "a table of one's own"),
      .init(line: "abrlab trace import session.har -o session.csv", meaning: "what a browser exports"),
      .init(
        line: "abrlab trace import access.log -o traces --trace-option gaps=outage",
        meaning: "each session of a server's log; idle time is an outage"),
      .init(line: "abrlab trace import recordings -o traces --licence 'CC BY 4.0'", meaning: "a whole tree"),
    ],
    options: TraceConversion.inputs + TraceConversion.options)

  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    try TraceConversion(arguments, format: NativeTrace.self, console: context.console).run()
  }
}

/// `abrlab trace export`: traces as files for other programs.
enum TraceExportCommand {
  private static let formats = TraceFormats.writable.map { $0.name }

  static let spec = CommandSpec(
    name: "export",
    summary: "Write traces for emulators and other simulators",
    discussion: "What a format cannot say, such as latencies, is told for each of the files.",
    examples: [
      .init(
        line: "abrlab trace export Traces/recorded/lumos-4g --to mahimahi -o mahimahi", meaning: "for mm-link"),
      .init(line: "abrlab trace export trace.csv --to tc -o shape.sh", meaning: "a script that shapes an interface"),
    ],
    options: TraceConversion.inputs + [
      .option("--to", "FORMAT", values: .choice(formats), "Format to write")
    ] + TraceConversion.options)

  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    guard let name = arguments.string("--to") else {
      throw UsageError("'abrlab trace export' needs --to: \(formats.joined(separator: ", "))")
    }
    guard let format = TraceFormats.writable.first(where: { $0.name == name }) else {
      throw ParsedArguments.wrongChoice("--to", found: name, allowed: formats)
    }
    return try TraceConversion(arguments, format: format, console: context.console).run()
  }
}
