import ABRPolicies
import ABRReports
import ABRTuning

/// What `abrlab tune` is told about its search.
struct TuneOptions {
  /// What is played, with the default of the buffer that is tuned.
  static let inputs: [OptionSpec] = RunCommand.inputs.filter { !["--min", "--max"].contains($0.name) }.map { option in
    // What is refused is not listed, but known, so that the message says what to do instead.
    if TuneInputs.refused.contains(where: { $0.0 == option.name }) { return option.grouped("") }
    guard option.name == "--buffer" else { return option }
    var copy = option
    copy.defaultText = "that of --player, static(30s); with growth where a parameter of it is varied"
    return copy
  }

  static let all: [OptionSpec] = [
    .option(
      "--vary", "NAME=RANGE", isRepeatable: true, group: "Search",
      "A parameter of the policy, the buffer or the preload scheduler and the values to try: growth.min=2..24s, "
        + "'watermark.resume=1..8s by 1s', 'peak=log 1..8M in 7', growth.basis=position,watched; numbers with their unit"
    ),
    .option("--min", "RANGE", group: "Search", "Short for --vary min=RANGE, such as 2..24s"),
    .option("--max", "RANGE", group: "Search", "Short for --vary max=RANGE, such as '6..90s by 3s'"),
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
      "Print the answer as code for a player"),
  ]

  let ranges: [(name: String, text: String)]
  let relations: [String]
  let goals: [String]
  let constraints: [String]
  /// `nil` where the size of the grid decides.
  let method: SearchMethod?
  /// Settings of a random search; `nil` where the size of the grid decides.
  let samples: Int?
  let heldOut: Double
  /// `nil` where the number of recordings decides.
  let confidence: Double?
  let tolerance: Double
  /// `nil` for the usual number where viewers are drawn, and 1 where they are not.
  let viewersPerTrace: Int?
  let seed: Int
  let players: [PlayerTarget]

  /// Reads the options.
  ///
  /// - Throws: ``UsageError``.
  init(_ arguments: ParsedArguments) throws(UsageError) {
    var ranges: [(name: String, text: String)] = []
    for text in arguments.strings("--vary") {
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else {
        throw UsageError("\(arguments.place("--vary")): found \(text), expected NAME=RANGE, such as growth.min=2..24s")
      }
      ranges.append((parts[0].filter { $0 != " " }, parts[1]))
    }
    for (option, name) in [("--min", "min"), ("--max", "max")] {
      if let text = arguments.string(option) { ranges.append((name, text)) }
    }
    self.ranges = ranges
    relations = arguments.strings("--where")
    goals = arguments.strings("--goal")
    constraints = arguments.strings("--constraint")
    samples = try arguments.integer("--samples", in: 1...SearchSpace.greatestCount)
    let chosen: SearchMethod? = try arguments.choice("--method")
    guard samples == nil || chosen ?? .random == .random else {
      throw UsageError("\(arguments.place("--samples")) is for --method random; leave one of them out")
    }
    method = samples == nil ? chosen : .random
    heldOut = try arguments.share("--held-out") ?? 0.3
    guard heldOut < 1 else {
      throw UsageError("\(arguments.place("--held-out")): 100% leaves no traces to search on")
    }
    confidence = try Self.confidence(arguments)
    tolerance = try Self.tolerance(arguments)
    for option in ["--confidence", "--tolerance"] where arguments.has(option) && constraints.isEmpty {
      throw UsageError(
        "\(arguments.place(option)) says how a --constraint is promised, and there is none; leave it out, or add one such as "
          + "--constraint 'rebuffer_ratio<=+0pp'")
    }
    viewersPerTrace = try arguments.integer("--viewers-per-trace", in: 1...100)
    seed = try arguments.integer("--search-seed", in: 0 ... .max) ?? 1
    var players: [PlayerTarget] = []
    for text in arguments.strings("--code") {
      guard let player = PlayerTarget(rawValue: text) else {
        throw ParsedArguments.wrongChoice(
          arguments.place("--code"), found: text, allowed: PlayerTarget.allCases.map(\.rawValue))
      }
      if !players.contains(player) { players.append(player) }
    }
    self.players = players
  }

  private static func confidence(_ arguments: ParsedArguments) throws(UsageError) -> Double? {
    guard let text = arguments.string("--confidence") else { return nil }
    // As the arithmetic of 99.9% has it, which is not 0.999 to the last bit.
    if let share = try? Quantity.share(text), 0.5 < share, share <= 99.9 / 100 { return share }
    let isPercent = Double(text).map { 50 < $0 && $0 <= 99.9 } ?? false
    throw UsageError(
      "\(arguments.place("--confidence")): found \(text), expected more than 50% and at most 99.9%"
        + (isPercent ? "; did you mean \(text)%?" : ", such as 95%"))
  }

  private static func tolerance(_ arguments: ParsedArguments) throws(UsageError) -> Double {
    guard let text = arguments.string("--tolerance") else { return TuningGoals.usualTolerance }
    let isPoints = text.hasSuffix("pp")
    guard let number = Double(isPoints ? String(text.dropLast(2)) : text), (0...100).contains(number),
      isPoints || number == 0
    else {
      throw UsageError(
        "\(arguments.place("--tolerance")): found \(text), expected percentage points such as 0.05pp, or 0")
    }
    return number / 100
  }
}
