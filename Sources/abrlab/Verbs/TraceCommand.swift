/// `abrlab trace`: looks at trace files, and makes them.
enum TraceCommand: Verb {
  static let spec = CommandSpec(
    name: "trace",
    summary: "Inspect, summarise and generate bandwidth traces",
    group: "Inputs",
    subcommands: [inspect, stats, generate])

  private static let format = OptionSpec.option(
    "--trace-format", "FORMAT", values: .suggestion(["native", "sabre", "pensieve"]), default: "found by content",
    "Format of the trace files")

  private static let inspect = CommandSpec(
    name: "inspect", summary: "Show what is in trace files",
    examples: [.init(line: "abrlab trace inspect Traces/bandwidth/lte-01.csv", meaning: "one trace at a glance")],
    options: [
      .positional("FILE", isRepeatable: true, "Trace files"), format,
      CommonOptions.format(["text", "json"], default: "text"),
    ])

  private static let stats = CommandSpec(
    name: "stats", summary: "Summarise many traces, one row for each",
    examples: [.init(line: "abrlab trace stats Traces/bandwidth --format csv", meaning: "a table for a spreadsheet")],
    options: [
      .positional("PATH", isRepeatable: true, "Trace files or folders"), format,
      CommonOptions.format(["table", "json", "csv", "md"]), CommonOptions.export,
    ])

  private static let generate = CommandSpec(
    name: "generate", summary: "Generate traces from a model",
    discussion: "The same profile, seed, duration and number give the same bytes on every machine.",
    examples: [
      .init(
        line: "abrlab trace generate --profile 4g --count 12 --duration 10min --seed 7 -o traces",
        meaning: "twelve LTE traces")
    ],
    options: [
      .option("--profile", "NAME", isRepeatable: true, "Network to imitate"),
      .option("--count", "N", default: "1", "Number of traces for each profile"),
      .option("--duration", "DURATION", default: "10min", "Length of each trace"),
      .option("--seed", "N", default: "1", "Seed of the first trace"),
      .option("--output", short: "-o", "FOLDER", values: .path, "Folder for the files; made when missing"),
    ])

  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    throw UsageError("trace: not part of this build")
  }
}
