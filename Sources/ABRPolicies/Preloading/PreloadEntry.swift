import ABRPlayback

/// A preload scheduler that a spec can name. To add one: an extension of this type with a constant in a file of its
/// own, and one line in ``PreloadRegistry``.
public struct PreloadEntry: Sendable {
  /// Name in a spec.
  public let name: String
  /// Other spellings, replaced by the name in the canonical text.
  public let aliases: [String]
  /// What it is, one sentence.
  public let summary: String
  /// Where it comes from.
  public let source: String
  /// Its parameters.
  public let parameters: [Parameter]
  /// Makes the settings.
  let make: @Sendable (Arguments) throws(SettingsError) -> PreloadSettings

  init(
    _ name: String, aliases: [String] = [], source: String, parameters: [Parameter] = [], summary: String,
    make: @escaping @Sendable (Arguments) throws(SettingsError) -> PreloadSettings
  ) {
    self.name = name
    self.aliases = aliases
    self.source = source
    self.parameters = parameters
    self.summary = summary
    self.make = make
  }
}

/// The preload schedulers that a spec can name.
public enum PreloadRegistry {
  /// Every entry, in the order in which they are listed. A new scheduler is one line here.
  public static let entries: [PreloadEntry] = [
    .networkBalance,
    .freeForAll,
    .mediaLoader,
    .progress,
    .nextItem,
    .media3,
    .scene,
    .nothing,
  ]

  /// The entry of a name or alias.
  public static func entry(named name: String) -> PreloadEntry? {
    entries.first { $0.name == name || $0.aliases.contains(name) }
  }
}
