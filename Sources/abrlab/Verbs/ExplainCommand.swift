/// `abrlab explain`: plays one session and prints it event by event.
enum ExplainCommand: Verb {
  static let spec = CommandSpec(
    name: "explain",
    summary: "Play one session and print it event by event",
    group: "Measure",
    examples: [
      .init(
        line: "abrlab explain Traces/bandwidth/lte-01.csv --video Traces/video/hls-authoring.json --policy bola",
        meaning: "why a session stalls")
    ],
    options: [
      .positional("TRACE", "The trace file"),
      .option("--video", "PATH", values: .path, group: "Inputs", "The video or ladder"),
      .option("--policy", "SPEC", default: "auto", group: "Inputs", "The policy"),
    ]
      + SessionOptions.player.map { option in
        var single = option
        single.isRepeatable = false
        return single
      } + SessionOptions.surroundings + [
        CommonOptions.format(["text", "json"], default: "text"),
        CommonOptions.export,
      ])

  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    throw UsageError("explain: the engine is not part of this build")
  }
}
