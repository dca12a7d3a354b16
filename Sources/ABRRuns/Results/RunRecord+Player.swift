import ABRInput
import ABRPlayerCode
import ABRPlayers

extension RunRecord {
  /// A player as it was played, so that a later reader sees what that was even where defaults have changed since.
  ///
  /// Policy, buffer and preload scheduler are those of each configuration, which says them itself.
  package struct Player: Sendable, Hashable {
    /// Its canonical spec.
    package let spec: String
    /// The version whose defaults hold; empty where it has none.
    package let version: String
    /// Options under the player's own names with the values that hold; without those that a configuration replaces.
    package private(set) var options: [String: String]
    /// The parts of the lab by the keys of their settings.
    package let parts: [String: String]

    /// The record of a player.
    ///
    /// - Parameter code: the build whose own code is played; `nil` where the engine plays.
    private init(_ player: ABRPlayers.Player, code: PlayerBuild? = nil) {
      let ofConfigurations: Set<PlayerPart> = [.policy, .buffer, .preload]
      let ofNetwork: Set<PlayerPart> = [.connections, .setupRoundTrips, .connectionPerRequest, .slowStart]
      spec = player.spec
      version = code?.version ?? player.known.version
      options = player.options
      parts = Dictionary(
        uniqueKeysWithValues: player.parts.filter {
          code == nil ? !ofConfigurations.contains($0.key) : ofNetwork.contains($0.key)
        }.map {
          ($0.key.rawValue, $0.value)
        })
    }

    /// The record of players, each once.
    static func records(of sessions: [PreparedSession]) -> [Player] {
      var replaced = ReplacedOptions()
      var keys: [Player: Set<String>] = [:]
      let records = sessions.compactMap { session in
        session.configuredPlayer.map { player in
          let record = Player(player, code: session.code?.build)
          keys[record, default: []].formUnion(replaced.options(of: player).map(\.option.parameter.key))
          return record
        }
      }
      return records.uniqued().map { record in
        var record = record
        let replaced = keys[record] ?? []
        record.options = record.options.filter { !replaced.contains($0.key) }
        return record
      }
    }

    /// Whether a build plays its own code, and not the engine.
    package var isOwnCode: Bool { spec.hasPrefix("\(KnownPlayer.ownCode.name)(") }

    /// Reads the object.
    init(_ reader: inout JSONReader) throws(InputFault) {
      var texts: [String: String] = [:]
      var tables: [String: [String: String]] = [:]
      try reader.members(["spec", "version", "options", "parts"]) { key, reader throws(InputFault) in
        switch key {
        case "spec", "version": texts[key] = try reader.string()
        default: tables[key] = try Inputs.texts(&reader)
        }
      }
      spec = texts["spec"] ?? ""
      version = texts["version"] ?? ""
      options = tables["options"] ?? [:]
      parts = tables["parts"] ?? [:]
    }

    /// The object as documents write it.
    var json: JSONValue {
      func object(_ texts: [String: String]) -> JSONValue { .object(texts.mapValues { .string($0) }) }
      return .object([
        "spec": .string(spec), "version": .string(version), "options": object(options), "parts": object(parts),
      ])
    }
  }
}
