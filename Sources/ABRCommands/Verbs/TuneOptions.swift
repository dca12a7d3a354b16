import ABRPolicies
import ABRReports
import ABRSessions
import ABRTuning

/// The options of `abrlab tune`.
enum TuneOptions {
  /// What is played, with the default of the buffer that is tuned.
  static let inputs: [OptionSpec] = RunOptions.inputs.filter {
    !["--min", "--max", "--retention"].contains($0.name)
  }.map { option in
    // What a search does not take is not listed, but known, so that the message says what to do instead.
    if Setting.named(String(option.name.dropFirst(2)))?.insteadInSearch != nil { return option.grouped("") }
    guard option.name == "--buffer" else { return option }
    var copy = option
    copy.defaultText = "that of --player, static(30s); with growth where a parameter of it is varied"
    return copy
  }

  static let all: [OptionSpec] = [
    .option(
      "--vary", "NAME=RANGE", isRepeatable: true, group: "Search",
      "An option of --player under the player's own name, or a parameter of the policy, the buffer or the preload scheduler, "
        + "and the values to try: maxBufferLength=10..90, growth.min=2..24s, 'watermark.resume=1..8s by 1s', "
        + "'peak=log 1..8M in 7', growth.basis=position,watched; of code(BUILD) any key of its configuration"
    ),
    .option(
      "--min", "RANGE", group: "Search",
      "Smallest forward target of a buffer that grows: short for --vary growth.min=RANGE, such as 2..24s"),
    .option(
      "--max", "RANGE", group: "Search",
      "Largest forward target: short for --vary growth.max=RANGE, such as '6..90s by 3s'"),
    .option(
      "--where", "A<=B", isRepeatable: true, group: "Search",
      "Leave out settings that do not meet this, such as network-balance.open<=growth.min"),
    .option(
      "--goal", "METRIC", isRepeatable: true,
      default: "rebuffer_ratio (several items: wait_ratio) and bytes_wasted_per_h", group: "Search",
      "What to make as good as can be; the first one decides, several give a front"),
    .option(
      "--constraint", "BOUND", isRepeatable: true, group: "Search",
      "What the answer must meet: a limit such as startup_s_p95<=3s, bytes_wasted_per_h<=220MB/h or rebuffer_ratio<=0.5%, or a "
        + "change against the current setting such as mean_bitrate_bps>=-1%"
    ).formerly("--keep"),
    .option(
      "--method", "METHOD", values: .choice(SearchMethod.allCases.map(\.rawValue)),
      default: "exhaustive; random for a grid that would take longer than some seconds", group: "Search",
      "How to search: exhaustive plays every setting over every trace, random a sample of the settings, and ask-tell lets "
        + "another program choose over standard input, such as one written with Optuna"
    ),
    .option(
      "--samples", "N", default: "as many as take some seconds", group: "Search",
      "How many settings --method random plays, and the current one; with as many as there are it is exhaustive"),
    .option(
      "--confidence", "SHARE", default: "90%; 95% with fewer than 45 recordings", group: "Search",
      "How sure it must be that the answer meets every --constraint on new recordings like these"),
    .option(
      "--tolerance", "POINTS", default: "0.05pp", group: "Search",
      "How much worse a share may become under a --constraint that allows nothing, such as rebuffer_ratio<=+0pp"),
    .option(
      "--viewers-per-trace", "N", default: "4", group: "Search",
      "How many viewers of a model such as feed(long-form) watch over each trace, each drawn by itself"),
    .option(
      "--held-out", "SHARE", default: "30%", group: "Search",
      "Share of the recordings that the search never sees, to judge its answer by; 0 for none"),
    .option(
      "--search-seed", "N", default: "1", group: "Search",
      "Decides which recordings are held out, the order of the others, and which settings --method random plays"),
    .option(
      "--code", "PLAYER", values: .choice(PlayerTarget.allCases.map(\.rawValue)), isRepeatable: true, group: "Output",
      "Print the answer as code for a player; that of --player is printed where its options are varied"),
  ]

  /// Players whose code for the answer is printed.
  static func players(_ arguments: ParsedArguments) throws(UsageError) -> [PlayerTarget] {
    var players: [PlayerTarget] = []
    for text in arguments.strings("--code") {
      guard let player = PlayerTarget(rawValue: text) else {
        throw ParsedArguments.wrongChoice(
          arguments.place("--code"), found: text, allowed: PlayerTarget.allCases.map(\.rawValue))
      }
      if !players.contains(player) { players.append(player) }
    }
    return players
  }
}
