import ABRMedia
import ABRPlayback
import ABRPolicies
import ABRSessions

/// The keys of `[run]` and of variants that say how a session is played.
enum ScenarioRunKeys {
  static let all = [
    "policy", "player", "playable", "buffer", "preload", "switch-mode", "initial", "rate", "normalise",
    "expensive-network", "connections", "setup-round-trips", "connection-per-request", "dns-lookup", "slow-start",
    "path-queue", "response-header", "stream", "timeout", "seed",
  ]

  /// Puts a variant together.
  static func setup(
    _ table: TOMLTable, plan: SessionPlan, video: Video, network: ScenarioNetwork
  ) throws -> ScenarioSetup {
    func spec<Value>(_ key: String, _ read: (String) throws -> Value) throws -> Value? {
      guard let text = try table.string(key) else { return nil }
      do {
        return try read(text)
      } catch let error as SpecError {
        throw table.refused(key, error)
      }
    }
    let policy = try spec("policy") { try PolicySpec(parsing: $0) } ?? PolicySpec(parsing: "auto")
    let preset = try spec("player") { try PlayerPreset.named($0) }
    let given = try spec("buffer") { try BufferSpec(parsing: $0) }
    let buffer = try given ?? BufferSpec(parsing: preset?.buffer ?? "static(30s)")
    let preload = try spec("preload") { try PreloadSpec(parsing: $0) }
    var settings = PlayerSettings()
    preset?.apply(to: &settings)
    if let playable = try spec("playable", { try PlayableSpec(parsing: $0) }) { settings.playable = playable.playable }
    if let rate = try table.number("rate", in: 0.01...100) { settings.rate = rate }
    if let mode = try spec("switch-mode", { try SwitchModeSpec(parsing: $0) }) { settings.switchMode = mode.mode }
    if let initial = try spec("initial", { try InitialRenditionSpec(parsing: $0) }) {
      settings.initialRendition = initial.rendition
    }
    if let retry = try spec("timeout", { try RetrySpec(parsing: $0) }) { settings.retry = retry.settings }
    let kinds = NetworkSettings.Connections.allCases.map(\.rawValue)
    if let kind = try table.choice("connections", of: kinds).flatMap(NetworkSettings.Connections.init) {
      settings.network.connections = kind
      settings.network.setupRoundTrips = kind.setupRoundTrips
    }
    if let trips = try table.integer("setup-round-trips", in: 0...100) {
      settings.network.setupRoundTrips = Double(trips)
    }
    settings.network.reusesConnections = !(try table.boolean("connection-per-request") ?? false)
    settings.network.dnsLookupTime = try table.duration("dns-lookup") ?? 0
    if try table.boolean("slow-start") ?? false { settings.network.slowStart = .linux }
    settings.network.pathQueue = try table.bytes("path-queue") ?? 0
    let stream = try spec("stream") { try StreamSpec(parsing: $0) }
    if let stream { settings.stream = stream.settings }
    settings.network.responseHeader = try table.bytes("response-header") ?? 0
    var configuration = buffer.configuration
    if given == nil, let preset { configuration = try preset.bufferConfiguration() }
    var repairs: [String] = []
    if try table.boolean("normalise") ?? false {
      repairs = configuration.normalise()
    } else {
      try configuration.validate(as: buffer.canonical)
    }
    return ScenarioSetup(
      plan: plan, video: video, policy: policy, bufferSpec: buffer.canonical, buffer: configuration,
      preload: preload ?? plan.preload, settings: settings, stream: stream?.canonical ?? "none",
      networkIsExpensive: try table.boolean("expensive-network") ?? false,
      seed: try table.integer("seed", in: 0 ... .max) ?? 1, network: network, repairs: repairs)
  }
}
