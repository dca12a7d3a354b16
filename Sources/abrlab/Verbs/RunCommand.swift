/// `abrlab run`: plays traces × videos × policies × buffers × viewers and prints what each policy costs.
enum RunCommand: Verb {
  static let formats = ["table", "json", "csv", "md"]

  static let spec = CommandSpec(
    name: "run",
    summary: "Play videos over traces and compare policies",
    group: "Measure",
    discussion: """
      A PATH is a file or a folder, which is searched for files. Options that may be repeated take several values \
      after one name, too: --policy auto bola throughput. Every combination of trace, video, policy, buffer and \
      viewer is one session. The same inputs and seed give the same result for any number of jobs.
      """,
    examples: [
      .init(
        line: "abrlab run --traces Traces/bandwidth --video Traces/video/hls-authoring.json --policy auto bola+peak:3M",
        meaning: "compare automatic selection with BOLA under a cap of 3 Mbit/s"),
      .init(
        line:
          "abrlab run --traces Traces/bandwidth/lte --video ladder.json --policy auto --viewer 'leave(30s)' --format csv",
        meaning: "what viewers cost who leave after half a minute"),
      .init(line: "abrlab run -c suite.toml --per-session --export json=run.json", meaning: "everything from a file"),
    ],
    options: [
      .option(
        "--config", short: "-c", "FILE", values: .path, group: "Inputs",
        "Read all settings from a TOML file; options win over it"),
      .option("--traces", "PATH", values: .path, isRepeatable: true, group: "Inputs", "Trace files or folders"),
      .option(
        "--video", "PATH", values: .path, isRepeatable: true, group: "Inputs", "Videos or ladders: files or folders"),
      .option(
        "--policy", "SPEC", isRepeatable: true, group: "Inputs",
        "Policies, such as auto, bola+peak:3M or fixed:2; see abrlab policy list"),
    ] + SessionOptions.player + SessionOptions.surroundings + [
      .option("--jobs", short: "-j", "N", default: "all cores", group: "Run", "Number of threads"),
      CommonOptions.format(formats),
      .flag("--per-session", group: "Output", "Put every session into the JSON and CSV"),
      CommonOptions.export,
    ])

  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    throw UsageError("run: the engine is not part of this build")
  }
}
