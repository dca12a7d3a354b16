import ABRRuns

/// How the reference spells the players of a candidate: `hls.js` for `hls.js(maxBufferLength=30)`, where both were
/// recorded with the same values of all options.
struct PlayerSpelling {
  private var specs: [String: String] = [:]

  /// Every player as it is.
  init() {}

  /// Looks for the players of a candidate in a reference.
  init(of candidate: RunRecord, in reference: RunRecord) {
    let (old, new) = (Self.options(in: reference), Self.options(in: candidate))
    for (spec, options) in new where old[spec] == nil {
      specs[spec] = old.filter { Self.name($0.key) == Self.name(spec) && $0.value == options }.keys.min()
    }
  }

  /// The spec of a player as the reference spells it; the player's own where the reference has none like it.
  func spec(of player: String) -> String { specs[player] ?? player }

  /// The values of all options by the specs of players. A player's own code has values that no option holds.
  private static func options(in run: RunRecord) -> [String: Set<[String: String]>] {
    Dictionary(run.inputs.players.filter { !$0.isOwnCode }.map { ($0.spec, [$0.options]) }) { $0.union($1) }
  }

  private static func name(_ spec: String) -> Substring { spec.prefix { $0 != "(" } }
}
