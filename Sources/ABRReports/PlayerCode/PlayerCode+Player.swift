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
    let isOwn = try target.rawValue == player.known.name && Self.buffer(of: own) == Self.buffer(of: player)
    let options = player.known.options.compactMap { option in
      player.options[option.parameter.key].map {
        Option(key: option.parameter.key, path: option.paths[0], value: $0, isGiven: player.isGiven(option))
      }
    }
    self.init(setting, for: target, options: isOwn ? options : [], remarks: remarks)
    guard isOwn else { return }
    let given = player.known.options.filter(player.isGiven)
    let isEmpty = code.split(separator: "\n").allSatisfy { $0.hasPrefix("//") }
    let written = isEmpty ? nil : try? player.known.read(code)
    let missing = given.filter { written?.options[$0.parameter.key] != player.options[$0.parameter.key] }
    // Where levels were moved to fit each other, the options stand for themselves.
    let isReplaced = isEmpty || written == nil || missing.contains { written?.isGiven($0) == true }
    let lines = player.statements(of: Set((isReplaced ? given : missing).map(\.parameter.key)))
    guard !lines.isEmpty else { return }
    let text = lines.map { $0 + "\n" }.joined()
    // What applies the options stands once, behind all of them.
    let before = code.split(separator: "\n", omittingEmptySubsequences: false).filter { !lines.contains(String($0)) }
    self.init(
      player: target, code: (isReplaced ? Self.comments(remarks) : before.joined(separator: "\n")) + text,
      notes: isReplaced ? [] : notes)
  }

  /// The buffer with its presets written out, as a search has it.
  private static func buffer(of player: Player) throws -> String {
    try BufferSpec(parsing: BufferSpec.expanding(player.parts[.buffer] ?? "")).canonical
  }
}

extension KnownPlayer {
  /// The player with the options of its code.
  fileprivate func read(_ code: String) throws -> Player {
    try Player(parsing: name).configured(by: PlayerConfiguration(reading: code, file: name), file: name).player
  }
}
