/// The options of a run that every command has which plays one.
enum RunOptions {
  /// What is played: traces, videos, players, sessions and surroundings.
  static let inputs: [OptionSpec] =
    [
      .option(
        "--config", short: "-c", "FILE", values: .path, group: "Inputs",
        "Read all settings from a TOML file; options win over it"),
      .option("--traces", "PATH", values: .path, isRepeatable: true, group: "Inputs", "Trace files or folders"),
      .option(
        "--video", "PATH", values: .path, isRepeatable: true, group: "Inputs",
        "Videos, ladders or manifests: files or folders; with --model mm22 one folder, whose videos are one session's queue"
      ),
      .option(
        "--policy", "SPEC", values: .suggestion(PolicyCatalogue.policies), isRepeatable: true, group: "Inputs",
        "Policies, such as auto, bola+peak:3M or fixed:2; see abrlab policy list"),
      .option(
        "--retention", "FOLDER", values: .path, default: "user_ret beside the folder of --video", group: "Inputs",
        "Retention curves for --model mm22: a file for each video, named as the video"),
    ] + SessionOptions.player + SessionOptions.items + SessionOptions.surroundings
}
