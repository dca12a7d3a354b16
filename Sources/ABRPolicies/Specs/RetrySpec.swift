import ABRPlayback

/// How long a player waits for a silent network, and how often it tries again, also after HTTP errors, as a spec names
/// it: `none`, the player's name such as `apsara` or `apsara(10s)`, `after(15s,retries=2,errors=3)`, or
/// `first-byte(10s)` where only the first byte has a limit.
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
        ] + attempts + errors(of: RetrySettings())
      ) {
        attempting(RetrySettings(timeout: $0.seconds("time"), firstByteTimeout: $0.optionalSeconds("first")), $0)
      },
      SpecEntry("first-byte", parameters: [time(default: .required)] + attempts + errors(of: RetrySettings())) {
        attempting(RetrySettings(firstByteTimeout: $0.seconds("time")), $0)
      },
    ]

  private static func retries(default count: Int) -> Parameter {
    Parameter("retries", .integer(0...100), default: .value(.integer(count)), "how often it is tried again")
  }

  private static let attempts = [
    retries(default: 2),
    Parameter(
      "delay", .duration(0...3_600), default: .value(.duration(0)), "time between a time-out and the next attempt"),
    Parameter(
      "counts", .choice(RetrySettings.Counting.allCases.map(\.rawValue)), default: .value(.choice("waiting")),
      "silence that counts: while playback waits for media, always, or always with a failure only when media is needed"),
    Parameter(
      "fetches", .choice(["rest", "whole"]), default: .value(.choice("rest")),
      "what a retry asks for: what is missing of a segment, or all of it"),
    Parameter(
      "tries", .choice(["request", "rendition"]), default: .value(.choice("request")),
      "what is tried again so often after HTTP errors: the request, or each rendition of it"),
    Parameter(
      "backoff", .choice(RetryBackoff.allCases.map(\.rawValue)), default: .value(.choice("none")),
      "how delay and interval grow from one attempt to the next: not, from 0 s by as much each time, or to twice the last"
    ),
    Parameter("longest", durations, default: .absent("no limit"), "longest delay and interval"),
    resume,
  ]

  /// What HTTP errors do, by default as in some settings.
  private static func errors(of settings: RetrySettings) -> [Parameter] {
    [
      Parameter(
        "errors", .integer(0...100),
        default: settings.errorCount.map { .value(.integer($0)) } ?? .absent("without end, and errors are silence"),
        "how often it is tried again after HTTP errors in a row"),
      Parameter(
        "interval", durations, default: .value(.duration(settings.interval)),
        "time between an HTTP error and the next attempt"),
    ]
  }

  private static func attempting(_ settings: RetrySettings, _ arguments: Arguments) -> RetrySettings {
    var settings = settings
    settings.delay = arguments.seconds("delay")
    settings.counting = arguments.word("counts")
    settings.fetchesRest = arguments.choice("fetches") != "whole"
    settings.backoff = arguments.word("backoff")
    settings.longestDelay = arguments.optionalSeconds("longest") ?? settings.longestDelay
    settings.countsErrorsPerRendition = arguments.choice("tries") == "rendition"
    return ending(settings, arguments)
  }

  /// The time-outs of a known player.
  private static func player(_ name: String, _ settings: RetrySettings) -> SpecEntry<RetrySettings> {
    let place = settings.timeout == nil ? \RetrySettings.firstByteTimeout : \.timeout
    let seconds = ParameterValue.duration(settings[keyPath: place] ?? 0)
    let parameters =
      [time(default: .value(seconds)), retries(default: settings.count), resume] + errors(of: settings)
    return SpecEntry(name, parameters: parameters) { arguments in
      var settings = settings
      settings[keyPath: place] = arguments.seconds("time")
      return ending(settings, arguments)
    }
  }

  /// What ends attempts, and what comes then.
  private static func ending(_ settings: RetrySettings, _ arguments: Arguments) -> RetrySettings {
    var settings = settings
    settings.count = arguments.integer("retries")
    settings.interval = arguments.seconds("interval")
    settings.errorCount = arguments.optionalInteger("errors") ?? settings.errorCount
    if arguments.choice("resume") == "network-back" { settings.resume = .whenNetworkIsBack }
    return settings
  }
}
