import ABRMedia
import ABRNetwork
import ABRPolicies
import ABRRuns

/// The command line that plays one session of a run again, event by event.
enum ReproducingCommand {
  /// Options that a combination has a value of its own for, or that are about the trace and the output.
  private static let ownWords = ["--video", "--policy", "--buffer", "--preload", "--viewer"]

  /// The words of `abrlab explain` for a session.
  ///
  /// - Parameters:
  ///   - arguments: those of the run.
  ///   - cell: the combination.
  ///   - trace: the trace.
  ///   - video: the video of a session of one video.
  /// - Returns: `nil` for a session that `explain` cannot play: under the model mm22, or over a trace that is no file.
  static func words(
    _ arguments: ParsedArguments, cell: Cell, trace: TraceSource, video: VideoSource?
  ) -> [String]? {
    guard cell.mm22 == nil, !trace.file.isEmpty else { return nil }
    var words = ["abrlab", "explain", trace.file]
    if cell.queue == nil, let video {
      words += ["--video", video.file]
    } else if arguments.has("--video") {
      words += ["--video"] + arguments.strings("--video")
    }
    words += ["--policy", cell.policy]
    if arguments.has("--buffer") { words += ["--buffer", cell.buffer] }
    if let queue = cell.queue, arguments.has("--preload") { words += ["--preload", queue.preload] }
    if arguments.has("--viewer") || cell.queue == nil { words += ["--viewer", cell.viewerSpec] }
    for option in SessionOptions.player + SessionOptions.queue + SessionOptions.surroundings
    where !ownWords.contains(option.name) && arguments.has(option.name) {
      words.append(option.name)
      if option.kind != .flag { words += arguments.strings(option.name) }
    }
    return words
  }
}
