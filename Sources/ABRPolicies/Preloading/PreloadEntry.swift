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
