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
