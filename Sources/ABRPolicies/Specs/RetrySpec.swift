import ABRPlayback

/// How long a player waits for a silent network, as a spec names it: `none`, the player's name such as `apsara` or
/// `apsara(10s)`, `after(15s,retries=2)`, or `first-byte(10s)` where only the first byte has a limit.
public struct RetrySpec: Sendable, Hashable {
  /// The spec in its canonical spelling, which results carry.
  public let canonical: String
  /// Time-outs, retries, and when the app resumes a session that has failed.
  public let settings: RetrySettings

  /// Reads a spec.
  ///
  /// - Throws: ``SpecError``.
  public init(parsing spec: String) throws(SpecError) {
    (canonical, settings) = try SpecEntry.read(spec, kind: "time-out", among: Self.entries)
  }

  private static let resume = Parameter(
    "resume", .choice(["never", "network-back"]), default: .value(.choice("never")),
    "when the app sets a failed session up again")

  private static let durations = Parameter.Kind.duration(0.001...3_600)

  private static func time(default: Parameter.Default) -> Parameter {
    Parameter(
      "time", durations, default: `default`, isPositional: true,
      "silence after which a request is given up")
  }

  private static let entries =
    [
      SpecEntry("none") { _ in RetrySettings() },
      player("apsara", .apsaraVideo), player("cicada", .cicadaPlayer), player("avplayer", .avPlayer),
      player("hls", .hlsJS), player("media3", .media3),
      SpecEntry(
        "after",
        parameters: [
          time(default: .required),
          Parameter("first", durations, default: .absent("the same"), "time-out before the first byte"),
        ] + attempts
      ) {
        attempting(RetrySettings(timeout: $0.seconds("time"), firstByteTimeout: $0.optionalSeconds("first")), $0)
      },
      SpecEntry("first-byte", parameters: [time(default: .required)] + attempts) {
        attempting(RetrySettings(firstByteTimeout: $0.seconds("time")), $0)
      },
    ]

  private static let attempts = [
    Parameter("retries", .integer(0...100), default: .value(.integer(2)), "how often it is tried again"),
    Parameter(
      "delay", .duration(0...3_600), default: .value(.duration(0)), "time between a time-out and the next attempt"),
    Parameter(
      "counts", .choice(RetrySettings.Counting.allCases.map(\.rawValue)), default: .value(.choice("waiting")),
      "silence that counts: while playback waits for media, always, or always with a failure only when media is needed"),
    Parameter(
      "fetches", .choice(["rest", "whole"]), default: .value(.choice("rest")),
      "what a retry asks for: what is missing of a segment, or all of it"),
    resume,
  ]

  private static func attempting(_ settings: RetrySettings, _ arguments: Arguments) -> RetrySettings {
    var settings = settings
    settings.count = arguments.integer("retries")
    settings.delay = arguments.seconds("delay")
    settings.counting = arguments.word("counts")
    settings.fetchesRest = arguments.choice("fetches") != "whole"
    return resuming(settings, arguments)
  }

  /// The time-outs of a known player.
  private static func player(_ name: String, _ settings: RetrySettings) -> SpecEntry<RetrySettings> {
    let place = settings.timeout == nil ? \RetrySettings.firstByteTimeout : \.timeout
    let seconds = ParameterValue.duration(settings[keyPath: place] ?? 0)
    return SpecEntry(name, parameters: [time(default: .value(seconds)), resume]) { arguments in
      var settings = settings
      settings[keyPath: place] = arguments.seconds("time")
      return resuming(settings, arguments)
    }
  }

  private static func resuming(_ settings: RetrySettings, _ arguments: Arguments) -> RetrySettings {
    var settings = settings
    if arguments.choice("resume") == "network-back" { settings.resume = .whenNetworkIsBack }
    return settings
  }
}
