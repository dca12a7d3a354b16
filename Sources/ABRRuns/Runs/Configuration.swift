import ABRInput
import ABRPlayers
import ABRPolicies

/// What is compared: a player with a policy, a buffer, a viewer and a preload scheduler, by their canonical specs.
package struct Configuration: Sendable, Hashable {
  /// Canonical spec of the policy.
  package var policy: String
  /// Canonical spec of the buffer.
  package var buffer: String
  /// Canonical spec of the viewer.
  package var viewer: String
  /// Canonical spec of the preload scheduler; `nil` where sessions are single videos.
  package var preload: String?
  /// Canonical spec of the player.
  package var player: String
  /// The name that the user gave it; `nil` for none.
  package var label: String?

  /// Puts specs together.
  package init(
    policy: String, buffer: String, viewer: String, preload: String? = nil, player: String = neutralPlayer
  ) {
    self.policy = policy
    self.buffer = buffer
    self.viewer = viewer
    self.preload = preload
    self.player = player
  }

  /// The specs of a player.
  package init(of player: Player, viewer: String, preload: String? = nil) {
    self.init(
      policy: player.policy.canonical, buffer: player.parts[.buffer] ?? "", viewer: viewer, preload: preload,
      player: player.model == .lab ? player.spec : Self.neutralPlayer)
  }

  /// The player where none was named; names of configurations leave it out.
  package static let neutralPlayer = KnownPlayer.lab.name

  /// What documents and tables call the specs, in the order in which results list them.
  package static let keys = ["player", "policy", "buffer", "viewer", "preload"]

  /// The spec of a key; `nil` for the preload scheduler of single videos.
  package subscript(key: String) -> String? {
    switch key {
    case "name": name
    case "player": player
    case "policy": policy
    case "buffer": buffer
    case "viewer": viewer
    default: preload
    }
  }

  /// The keys of what tells configurations apart, in the order of ``keys``.
  ///
  /// Players bring parts of their own: a policy, buffer or preload scheduler tells configurations apart only where
  /// those of one player differ in it.
  package static func differingKeys(of configurations: [Configuration]) -> [String] {
    let players = Dictionary(grouping: configurations, by: \.player)
    return keys.filter { key in
      let groups = ["policy", "buffer", "preload"].contains(key) ? Array(players.values) : [configurations]
      return groups.contains { Set($0.map { $0[key] }).count > 1 }
    }
  }

  /// What tells configurations apart but their viewers, or the policy where nothing does; names that users gave.
  package static func shortNames(of configurations: [Configuration]) -> [String] {
    let differing = Set(differingKeys(of: configurations)).subtracting(["viewer"])
    return zip(configurations, shortPlayers(of: configurations)).map { configuration, player in
      if let label = configuration.label { return label }
      return ["player", "policy", "preload", "buffer"].filter((differing.isEmpty ? ["policy"] : differing).contains)
        .compactMap { key in
          key == "player" ? player : configuration[key].map { key == "preload" ? "preload \($0)" : $0 }
        }.joined(separator: " ")
    }
  }

  /// The players, each without the options that it shares with all others of its name.
  package static func shortPlayers(of configurations: [Configuration]) -> [String] {
    let terms = configurations.map { (try? SpecTerm.terms(of: $0.player))?.first }
    let players = Dictionary(grouping: Set(terms.compactMap(\.self)), by: \.name).filter { $1.count > 1 }
    let shared = players.mapValues { alike in
      alike.dropFirst().reduce(Set(alike[0].arguments)) { $0.intersection($1.arguments) }
    }
    return zip(configurations, terms).map { configuration, term in
      guard var term, let shared = shared[term.name] else { return configuration.player }
      term.arguments.removeAll(where: shared.contains)
      return term.text
    }
  }

  /// The names of ``shortNames(of:)`` with the viewer behind, where viewers differ.
  package static func namesWithViewers(of configurations: [Configuration]) -> [String] {
    let hasViewers = differingKeys(of: configurations).contains("viewer")
    return zip(shortNames(of: configurations), configurations).map { name, configuration in
      hasViewers ? "\(name) \(configuration.viewer)" : name
    }
  }

  /// The specs in the order in which results list them; the neutral player is left out.
  package var specs: [String] { specs(with: [policy, buffer]) }

  private func specs(with parts: [String]) -> [String] {
    (player == Self.neutralPlayer ? [] : [player]) + parts + [viewer] + (preload.map { [$0] } ?? [])
  }

  /// The name that the user gave it, or the specs as one text.
  package var name: String { label ?? specText }

  /// The specs as one text, without the parts that the player brings.
  package var specText: String {
    guard player != Self.neutralPlayer, let known = try? Player(parsing: player) else {
      return specs.joined(separator: " ")
    }
    // What own code decides with is in the code.
    guard known.code == nil else { return specs(with: []).joined(separator: " ") }
    let own = Configuration(of: known, viewer: viewer)
    let changed = (policy == own.policy ? [] : [policy]) + (buffer == own.buffer ? [] : [buffer])
    return specs(with: changed).joined(separator: " ")
  }

  /// The names of a run's configurations; of one name that several viewers share, each with its viewer.
  ///
  /// - Parameter configurations: all of the run.
  package static func names(of configurations: [Configuration]) -> [String] {
    let viewers = Dictionary(grouping: configurations, by: \.label).mapValues { Set($0.map(\.viewer)) }
    return configurations.map { own in
      own.label != nil && viewers[own.label, default: []].count > 1 ? "\(own.name) \(own.viewer)" : own.name
    }
  }

  /// The name that the user gave it with the specs in parentheses, or the specs: what was played.
  package var fullName: String {
    label.map { "\($0) (\(specText))" } ?? specText
  }

  /// The specs as documents have them.
  package var json: [String: JSONValue] {
    var members = Dictionary(
      uniqueKeysWithValues: Self.keys.compactMap { key in self[key].map { (key, JSONValue.string($0)) } })
    members["name"] = label.map { .string($0) }
    return members
  }

  /// Specs by ``keys``, as they were read from a document; those that are required are there.
  package init(_ texts: [String: String]) {
    self.init(
      policy: texts["policy"] ?? "", buffer: texts["buffer"] ?? "", viewer: texts["viewer"] ?? "",
      preload: texts["preload"], player: texts["player"] ?? Self.neutralPlayer)
    label = texts["name"]
  }
}
