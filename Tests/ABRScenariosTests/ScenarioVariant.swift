import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPolicies
import ABRSessions

/// A variant of a scenario, ready to play.
struct ScenarioVariant {
  /// Options of `abrlab run` without their dashes, with the same values.
  static let options = [
    "policy", "player", "playable", "buffer", "preload", "switch-mode", "initial", "rate", "normalise",
    "expensive-network", "connections", "setup-round-trips", "connection-per-request", "dns-lookup", "slow-start",
    "path-queue", "response-header", "timeout",
  ]
  private static let seed = 1

  private let plan: SessionPlan
  private let player: SessionPlayer
  private let media: ScenarioMedia

  /// Reads a variant.
  ///
  /// - Throws: what it is refused with.
  init(_ table: TOMLTable) throws {
    func text<Value>(_ key: String, _ read: (String) throws -> Value) throws -> Value? {
      try table.string(key).map(read)
    }
    let media = try ScenarioMedia(table)
    let plan = try SessionFile.plan(
      of: table.without(["network", "video"] + Self.options), file: "scenario", folder: "\(Scenario.folder)/Videos")
    let preset = try text("player") { try PlayerPreset.named($0) }
    var settings = PlayerSettings()
    preset?.apply(to: &settings)
    settings.playable = try text("playable") { try PlayableSpec(parsing: $0).playable } ?? settings.playable
    settings.switchMode = try text("switch-mode") { try SwitchModeSpec(parsing: $0).mode } ?? settings.switchMode
    settings.initialRendition =
      try text("initial") { try InitialRenditionSpec(parsing: $0).rendition } ?? settings.initialRendition
    settings.retry = try text("timeout") { try RetrySpec(parsing: $0).settings } ?? settings.retry
    settings.rate = try table.number("rate") ?? settings.rate
    if let kind = try text("connections", NetworkSettings.Connections.init(rawValue:)) ?? nil {
      settings.network.connections = kind
      settings.network.setupRoundTrips = kind.setupRoundTrips
    }
    settings.network.setupRoundTrips = try table.number("setup-round-trips") ?? settings.network.setupRoundTrips
    settings.network.reusesConnections = !(try table.boolean("connection-per-request") ?? false)
    settings.network.dnsLookupTime = try table.duration("dns-lookup") ?? 0
    settings.network.slowStart = try table.boolean("slow-start") ?? false ? .linux : settings.network.slowStart
    settings.network.pathQueue = try table.bytes("path-queue") ?? 0
    settings.network.responseHeader = try table.bytes("response-header") ?? 0
    var buffer =
      try text("buffer") { try BufferSpec(parsing: $0).configuration } ?? preset?.bufferConfiguration()
      ?? BufferSpec(parsing: "static(30s)").configuration
    if try table.boolean("normalise") ?? false {
      _ = buffer.normalise()
    } else {
      try buffer.validate(as: "buffer")
    }
    let preload = try text("preload") { try PreloadSpec(parsing: $0) } ?? plan.preload
    player = try plan.makePlayer(
      policy: PolicySpec(parsing: table.string("policy") ?? "auto").policy(), buffer: buffer, settings: settings,
      preload: preload?.settings ?? PreloadSettings(), videos: [media.video], seed: Self.seed,
      networkIsExpensive: table.boolean("expensive-network") ?? false)
    self.plan = plan
    self.media = media
  }

  /// Plays it over its links: the sessions of each link, one for each viewer who is drawn for it.
  func sessions() throws -> [[QueueMetrics]] {
    try media.links.map { name, link in
      try (0..<(plan.viewer == nil ? 1 : media.viewers)).map { stream in
        try plan.viewed(player, trace: name, seed: Self.seed, stream: stream).play(over: link)
      }
    }
  }
}
