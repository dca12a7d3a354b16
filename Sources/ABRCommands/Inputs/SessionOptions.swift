import ABRSessions

/// The settings of sessions as options: `run`, `explain` and others share them.
enum SessionOptions {
  /// What the player does beside its policy, and who watches.
  static let player = Setting.player.map(OptionSpec.init)
  /// What makes a session one of several items.
  static let items = Setting.items.map(OptionSpec.init)
  /// How trace files are read.
  static let reading = Setting.reading.map(OptionSpec.init)
  /// What the network and the video do.
  static let surroundings = (Setting.reading + Setting.network).map(OptionSpec.init)
}
