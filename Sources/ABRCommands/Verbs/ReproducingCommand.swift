import ABRMedia
import ABRNetwork
import ABRPolicies
import ABRRuns

/// The command line that plays one session of a run again, event by event.
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
    for option in SessionOptions.player + SessionOptions.items + SessionOptions.surroundings
    where !ownWords.contains(option.name) && arguments.has(option.name) {
      words.append(option.name)
      if option.kind != .flag { words += arguments.strings(option.name) }
    }
    return words
  }
}
