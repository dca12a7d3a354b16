/// `abrlab trace generate`: traces from fitted models.
enum TraceGenerate {
  static let spec = CommandSpec(
    name: "generate",
    summary: "Generate traces from a model",
    discussion: "The same profile, seed, duration and number give the same bytes on every machine.",
    examples: [
      .init(
        line: "abrlab trace generate --profile 4g --count 12 --duration 10min --seed 7 -o traces",
        meaning: "twelve traces of a 4G network")
    ],
    options: [
      .option("--profile", "NAME", isRepeatable: true, "Network to imitate"),
      .option("--count", "N", default: "1", "Number of traces for each profile"),
      .option("--duration", "DURATION", default: "10min", "Length of each trace"),
      .option("--seed", "N", default: "1", "Seed of the first trace"),
      .option("--output", short: "-o", "FOLDER", values: .path, "Folder for the files; made when missing"),
      .flag("--bundled", "Make the traces and videos that come with the lab, below the folder"),
    ])

  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    throw UsageError("trace generate: not part of this build")
  }
}
