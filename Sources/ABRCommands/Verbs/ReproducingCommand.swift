import ABRMedia
import ABRNetwork
import ABRPolicies
import ABRRuns

/// Command lines that play sessions again.
enum ReproducingCommand {
  /// Options that a configuration has a value of its own for, or that are about the trace and the output.
  private static let ownWords = [
    "--video", "--player", "--policy", "--buffer", "--min", "--max", "--preload", "--viewer", "--name",
  ]

  /// The words of `abrlab explain` for a session.
  ///
  /// - Parameters:
  ///   - arguments: those of the run.
  ///   - player: the configuration.
  ///   - trace: the trace.
  ///   - video: the video of a session of one video.
  /// - Returns: `nil` for a session that `explain` cannot play: under the model mm22, with a policy of the program that
  ///   has the lab in it, or over a trace that is no file.
  static func words(
    _ arguments: ParsedArguments, player: PreparedSession, trace: TraceSource, video: VideoSource?
  ) -> [String]? {
    guard player.plan != nil, player.external == nil || player.external is ProgramPolicy, !trace.file.isEmpty else {
      return nil
    }
    let configuration = player.configuration
    var words = ["abrlab", "explain", trace.file]
    if configuration.preload == nil, let video {
      words += ["--video", video.file]
    } else if arguments.has("--video") {
      words += ["--video"] + arguments.strings("--video")
    }
    if arguments.has("--player") { words += ["--player", configuration.player] }
    if player.code == nil { words += ["--policy", configuration.policy] }
    if ["--buffer", "--min", "--max"].contains(where: arguments.has) { words += ["--buffer", configuration.buffer] }
    if let preload = configuration.preload, arguments.has("--preload") { words += ["--preload", preload] }
    if arguments.has("--viewer") || player.code == nil && configuration.preload == nil {
      words += ["--viewer", configuration.viewer]
    }
    return words + others(of: arguments)
  }

  /// The words of `abrlab run` for a setting of a search, over all its traces.
  ///
  /// - Parameters:
  ///   - arguments: those of the search.
  ///   - setting: the setting.
  ///   - current: what the search was given.
  ///   - isOfOptions: whether the search varies options of the player, which say the other parts, too.
  static func run(
    _ arguments: ParsedArguments, _ setting: Configuration, current: Configuration, isOfOptions: Bool
  ) -> [String] {
    var words = ["abrlab", "run"]
    for option in ["--traces", "--video"] where arguments.has(option) {
      words += [option] + arguments.strings(option)
    }
    func add(_ option: String, _ value: String?, _ given: String?) {
      guard let value, arguments.has(option) || !isOfOptions && value != given else { return }
      words += [option, value]
    }
    add("--player", setting.player, current.player)
    add("--policy", setting.policy, current.policy)
    add("--buffer", setting.buffer, current.buffer)
    add("--preload", setting.preload, current.preload)
    if arguments.has("--viewer") { words += ["--viewer"] + arguments.strings("--viewer") }
    return words + others(of: arguments)
  }

  /// Options that are the same for all configurations.
  private static func others(of arguments: ParsedArguments) -> [String] {
    (SessionOptions.player + SessionOptions.items + SessionOptions.surroundings)
      .filter { !ownWords.contains($0.name) && arguments.has($0.name) }
      .flatMap { [$0.name] + ($0.kind == .flag ? [] : arguments.strings($0.name)) }
  }
}
