import ABRPlayers
import ABRPolicies

/// One setting of how sessions are played: its key, its values, what it does, and how it is applied.
///
/// The command line, configuration files, records, completions and the documentation read ``all``. A new setting of the
/// network is the engine's property and one entry here.
package struct Setting: Sendable {
  /// What its values are: completions offer what fits, and a choice that is not listed is refused.
  package enum Values: Sendable, Hashable {
    /// Given or not.
    case flag
    /// Any text.
    case text
    /// A file or a folder.
    case path
    /// One of these words.
    case choice([String])
    /// Any text; completions offer these words.
    case suggestion([String])
  }

  /// The heading under which help lists it.
  package enum Group: String, Sendable, CaseIterable {
    case inputs = "Inputs"
    case player = "Player"
    case items = "Several items"
    case network = "Network and media"
  }

  /// The key: `response-header` in a file and in results, `--response-header` on the command line.
  package let key: String
  /// The placeholder of a value in help: `BYTES`; empty for a flag.
  package let valueName: String
  /// What its values are.
  package let values: Values
  /// Whether it takes several values, which are compared.
  package let isRepeatable: Bool
  /// What holds where it is not given, in words.
  package let defaultText: String?
  /// The heading under which help lists it.
  package let group: Group
  /// What it does.
  package let help: String
  /// The key that it had before.
  package let formerKey: String?
  /// The models that take it.
  package let models: Set<Model>
  /// Whether results record its texts as they were given.
  package let isRecorded: Bool
  /// What to do in a search for settings, which does not take it; `nil` where it does.
  package let insteadInSearch: String?
  /// How it is applied.
  let apply: @Sendable (GivenSettings.Value, inout SessionSetup) throws -> Void

  /// Describes a setting.
  init(
    _ key: String, _ valueName: String = "", _ values: Values = .text, several isRepeatable: Bool = false,
    default defaultText: String? = nil, in group: Group, models: Set<Model> = [.lab], formerly formerKey: String? = nil,
    isRecorded: Bool = true, insteadInSearch: String? = nil, _ help: String,
    apply: @escaping @Sendable (GivenSettings.Value, inout SessionSetup) throws -> Void = { _, _ in }
  ) {
    self.key = key
    self.valueName = valueName
    self.values = values
    self.isRepeatable = isRepeatable
    self.defaultText = defaultText
    self.group = group
    self.models = models
    self.formerKey = formerKey
    self.isRecorded = isRecorded
    self.insteadInSearch = insteadInSearch
    self.help = help
    self.apply = apply
  }

  /// A part of every player.
  static func part(
    _ part: PlayerPart, _ valueName: String = "", _ values: Values = .text, default defaultText: String? = nil,
    in group: Group, formerly formerKey: String? = nil, _ help: String
  ) -> Setting {
    Setting(
      part.rawValue, valueName, values, default: defaultText, in: group, formerly: formerKey, help
    ) { value, setup in
      for index in setup.players.indices { try setup.players[index].change(part, to: value.texts[0]) }
      setup.changedParts.insert(part)
    }
  }

  /// Every model.
  static let anyModel = Set(Model.allCases)
  /// Every model but mm22, whose latency, sizes and places in traces are its own.
  static let butMM22 = anyModel.subtracting([.mm22])

  /// The settings of sessions, in the order in which help lists them and in which they are applied.
  package static let all: [Setting] = player + items + reading + network

  /// The setting of a key.
  package static func named(_ key: String) -> Setting? { all.first { $0.key == key } }

  /// Why it cannot be set for a player that is played with its own code, as a clause on the player; `nil` for what the
  /// network, the video and the viewer are.
  var refusalForOwnCode: String? {
    switch group {
    case .inputs: nil
    case .player:
      switch key {
      case "player", "name", "viewer", "rate", "device-lag": nil
      case "normalise": "which has no levels of the lab to repair"
      default: Self.decidedByOwnCode
      }
    case .items: key == "session" ? nil : "which plays one item; players of abrlab player list play several"
    case .network:
      switch key {
      case "stream": "which requests what the manifest of the video names; --video sets it"
      case "startup-overhead": "which requests nothing but what the manifest of the video names"
      case "expensive-network": "which is not told the class of its network"
      default: nil
      }
    }
  }

  /// Why the lab does not decide it for a player's own code.
  static let decidedByOwnCode = "whose own code decides; its config=FILE takes the player's own options"

  /// The models that take a setting, for a message.
  var modelNames: String {
    Model.allCases.filter(models.contains).map(\.rawValue).joined(separator: " or ")
  }
}
