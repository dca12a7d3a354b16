import ABRPolicies

/// Finds the options of players that do nothing because a part was changed: another value of them makes another player
/// by itself, and the same one with the change.
package struct ReplacedOptions {
  /// By specs of players, each option that makes a difference, the part in which it does, and the player with another
  /// value of it.
  private var others: [String: [(option: PlayerOption, part: PlayerPart, player: Player)]] = [:]

  /// Nothing has been looked at.
  package init() {}

  /// The options of a player that a change has replaced, and the part that was changed.
  ///
  /// - Complexity: O(options) for each player, and O(options) once for each spec, with a larger factor.
  package mutating func options(of player: Player) -> [(option: PlayerOption, part: PlayerPart)] {
    guard !player.changes.isEmpty, let arguments = player.arguments else { return [] }
    let others = self.others[player.spec] ?? Self.others(of: player, arguments)
    self.others[player.spec] = others
    return others.compactMap { option, part, other in
      var other = other
      guard (try? other.change(as: player)) != nil, other.parts == player.parts else { return nil }
      return (option, part)
    }
  }

  private static func others(
    of player: Player, _ arguments: Arguments
  ) -> [(option: PlayerOption, part: PlayerPart, player: Player)] {
    guard let own = try? Player(parsing: player.spec, rules: player.rules) else { return [] }
    return player.known.options.compactMap { option in
      for text in option.parameter.otherValues(than: arguments[option.parameter.key]) {
        guard let other = player.asSpecified(with: option, at: text),
          let part = PlayerPart.allCases.first(where: { other.parts[$0] != own.parts[$0] })
        else { continue }
        return (option, part, other)
      }
      return nil
    }
  }
}

extension Player {
  /// The given options without which, and with other values of which, it is the same player, but for those at their
  /// default.
  var idleOptions: [PlayerOption] {
    guard let arguments, let own = try? Player(parsing: spec, rules: rules) else { return [] }
    return known.options.filter { option in
      let key = option.parameter.key
      guard isGiven(option), arguments[key]?.text != option.parameter.defaultText else { return false }
      func isSame(with value: String?) -> Bool { asSpecified(with: option, at: value)?.parts == own.parts }
      let others = option.parameter.otherValues(than: arguments[key])
      return !others.isEmpty && isSame(with: nil) && others.allSatisfy(isSame)
    }
  }

  /// The player of its spec with another value of an option, or without it; `nil` for one that is refused.
  fileprivate func asSpecified(with option: PlayerOption, at value: String?) -> Player? {
    let given = known.options.map(\.parameter.key).compactMap { key in
      (key == option.parameter.key ? value : arguments?.given[key]?.text).map { "\(key)=\($0)" }
    }
    return try? Player(
      parsing: known.name + (given.isEmpty ? "" : "(\(given.joined(separator: ",")))"), rules: rules)
  }
}

extension Parameter {
  /// Values beside one, as a spec writes them; none of files.
  fileprivate func otherValues(than value: ParameterValue?) -> [String] {
    switch kind {
    case .integer(let range):
      let usual = value?.number.map { Int($0) } ?? range.lowerBound
      return [usual + 1, usual - 1].filter(range.contains).map { "\($0)" }
    case .number(let range), .duration(let range), .durations(let range):
      let usual = value?.number ?? range.lowerBound
      return [usual + 1, usual - 1, usual + 0.1, usual - 0.1].filter(range.contains).map {
        ParameterValue.decimal($0) + (kind == .number(range) ? "" : "s")
      }
    case .choice(let words): return words.filter { $0 != value?.text }
    case .bitrate: return ["1001kbps", "1002kbps"].filter { $0 != value?.text }
    case .bytes, .bytesOrNone: return ["1001kB", "1002kB"].filter { $0 != value?.text }
    case .resolution, .pixels, .viewport: return ["2x2", "4x2"].filter { $0 != value?.text }
    case .path: return []
    }
  }
}
