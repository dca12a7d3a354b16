import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPolicies
import ABRSessions

/// A variant of a scenario, ready to play.
struct ScenarioVariant {
  /// Options of `abrlab run` without their dashes, with the same values.
  static let options = Setting.all.map(\.key).filter { !["session", "items"].contains($0) } + ["policy"]
  private static let seed = 1

  private let plan: SessionPlan
  private let player: SessionPlayer
  private let media: ScenarioMedia

  /// Reads a variant.
  ///
  /// - Throws: what it is refused with.
  init(_ table: TOMLTable) throws {
    let media = try ScenarioMedia(table)
    let described = try SessionFile.plan(
      of: table.without(["network", "video"] + Self.options), file: "scenario", folder: "\(Scenario.folder)/Videos")
    // Figures of scenarios are worked out by hand, request by request.
    var given = ["stream": GivenSettings.Value(texts: ["none"], place: "stream")]
    for key in Self.options where table.has(key) {
      let texts = (try? table.boolean(key)).map { $0 == true ? ["true"] : [] }
      given[key] = GivenSettings.Value(texts: try texts ?? table.texts(key), place: key)
    }
    let setup = try SessionSetup(
      GivenSettings(given), source: SessionSource(plan: described, name: "scenario", place: "scenario"))
    let choice = try setup.choices()[0]
    plan = setup.plan(described, for: choice)
    player = try plan.makePlayer(
      policy: choice.player.playedPolicy, buffer: choice.player.buffer, settings: choice.player.settings,
      preload: choice.preload.settings, videos: [media.video], seed: Self.seed,
      networkIsExpensive: setup.networkIsExpensive)
    self.media = media
  }

  /// Plays it over its links: the sessions of each link, one for each viewer who is drawn for it.
  func sessions() throws -> [[SessionMetrics]] {
    try media.links.map { name, link in
      try (0..<(plan.viewer == nil ? 1 : media.viewers)).map { stream in
        try plan.viewed(player, trace: name, seed: Self.seed, stream: stream).play(over: link)
      }
    }
  }
}
