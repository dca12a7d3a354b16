import ABRPlayers
import ABRPolicies

extension PlayerCode {
  /// Writes a player's buffer, limits and preload scheduler for a player, and where it is one of these itself the
  /// options that it has of its own.
  ///
  /// - Parameters:
  ///   - player: the player.
  ///   - target: what it is written for.
  ///   - preload: the preload scheduler; `nil` where sessions are single videos.
  ///   - remarks: as in ``init(_:for:options:remarks:)``.
  /// - Throws: `SpecError`.
  package init(
    _ player: Player, for target: PlayerTarget, preload: PreloadSpec?, remarks: [String] = []
  ) throws {
    let setting = PlayerSetting(
      buffer: try BufferSpec(parsing: player.parts[.buffer] ?? ""), limits: player.policy.limits,
      preload: preload?.settings)
    // Options say what holds where the parts are those of the spec.
    let own = try Player(parsing: player.spec)
    let isOwn = target.rawValue == player.known.name && own.parts[.buffer] == player.parts[.buffer]
    let options = player.known.options.compactMap { option in
      player.options[option.parameter.key].map {
        Option(key: option.parameter.key, path: option.paths[0], value: $0, isGiven: player.isGiven(option))
      }
    }
    self.init(setting, for: target, options: isOwn ? options : [], remarks: remarks)
    let missing = player.known.options.filter { option in
      isOwn && player.isGiven(option) && !option.names.contains(where: code.contains)
    }.compactMap { option in player.options[option.parameter.key].map { "\(option.parameter.key) = \($0)" } }
    guard !missing.isEmpty else { return }
    self.init(
      setting, for: target, options: options,
      remarks: remarks + ["To be set beside this code: \(missing.joined(separator: ", "))."])
  }
}
