/// A setting written as code for one player, with what the code cannot say.
///
/// The snippet sets only what the setting sets, and what has to go with it. It stands for itself between the lines of
/// an app that already has the player; the objects that it expects are named in its comments.
package struct PlayerCode: Sendable, Hashable {
  /// The player that the code is for.
  package let player: PlayerTarget
  /// The snippet in ``PlayerTarget/language``, ending with a newline.
  package let code: String
  /// One sentence each: values that were rounded or moved into the allowed range, parts that this player has no option
  /// for, and where the player understands a value in another way than the lab.
  package let notes: [String]

  /// An option under the player's own name, and whether it is given and not the default.
  package struct Option: Sendable, Hashable {
    package var key: String
    /// Names that lead to it in the player's configuration, the outermost first.
    package var path: [String]
    package var value: String
    package var isGiven: Bool

    /// Describes an option.
    package init(key: String, path: [String], value: String, isGiven: Bool) {
      (self.key, self.path, self.value, self.isGiven) = (key, path, value, isGiven)
    }
  }

  /// Sentences as comments: every language of ``PlayerTarget`` takes `//` to the end of the line.
  static func comments(_ remarks: [String]) -> String {
    remarks.map { "// \($0.replacing("\n", with: " "))\n" }.joined()
  }

  static let nothing = "// Nothing to set: the setting leaves every value at the player's own default.\n"

  init(player: PlayerTarget, code: String, notes: [String]) {
    (self.player, self.code, self.notes) = (player, code, notes)
  }

  /// Writes a setting for a player.
  ///
  /// - Parameters:
  ///   - setting: what is set.
  ///   - player: the player.
  ///   - options: options under the player's own names: those that are given are written beside what the setting says,
  ///     and any takes the place of what the setting says of it.
  ///   - remarks: sentences that stand above the code as comments, so that they go where the code is pasted.
  /// - Complexity: O(1): the parts of a setting are few.
  package init(
    _ setting: PlayerSetting, for player: PlayerTarget, options: [Option] = [],
    remarks: [String] = []
  ) {
    self.player = player
    let above = Self.comments(remarks)
    guard setting != PlayerSetting() else {
      code = above + Self.nothing
      notes = []
      return
    }
    var draft = PlayerCodeDraft(WholeSetting(setting))
    switch player {
    case .brightcove: draft.writeBrightcove(options: options)
    case .avplayer: draft.writeAVPlayer(options: options)
    case .apsara: draft.writeApsara()
    case .media3: draft.writeMedia3(options: options)
    case .hlsJS: draft.writeHLSJS(options: options)
    case .dashJS: draft.writeDashJS(options: options)
    case .shaka: draft.writeShaka(options: options)
    case .vhs: draft.writeVHS()
    case .cicada: draft.writeCicada()
    }
    draft.leaveOutTheRest(for: player)
    code =
      above
      + (draft.lines.isEmpty
        ? "// Nothing to set for this player; see the notes.\n"
        : draft.lines.map { $0 + "\n" }.joined())
    notes = draft.notes
  }
}
