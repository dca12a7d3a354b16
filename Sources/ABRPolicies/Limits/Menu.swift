import ABRPlayback

/// A menu of bitrates from which the viewer sets the peak bitrate, as in the Brightcove player.
///
/// A choice holds for the current video and all later ones. An entry of 0 bit/s means automatic selection without a
/// peak; a menu without one gets it, called "Automatic", at its end.
public struct Menu: Sendable, Hashable {
  /// One line of the menu.
  public struct Entry: Sendable, Hashable {
    /// What the viewer reads.
    public var label: String
    /// Peak bitrate in bits per second; 0 for none.
    public var bitrate: Int

    /// Creates a line.
    public init(_ label: String, bitrate: Int) {
      self.label = label
      self.bitrate = bitrate
    }
  }

  /// The lines, one of 0 bit/s among them.
  public let entries: [Entry]
  /// Index of the line that holds at the start.
  public let initialIndex: Int

  /// Creates a menu.
  ///
  /// - Parameters:
  ///   - entries: what the viewer chooses from.
  ///   - initialIndex: index among the given entries, or that of the entry that is appended.
  /// - Throws: `SettingsError` when there is no entry, a bitrate is negative, two lines have one label or the index is
  ///   out of range.
  public init(_ entries: [Entry], initialIndex: Int = 0) throws(SettingsError) {
    guard !entries.isEmpty else {
      throw SettingsError(setting: "menu entries", found: "none", allowed: "at least one")
    }
    for (index, entry) in entries.enumerated() where entry.bitrate < 0 {
      throw SettingsError(
        setting: "menu entries[\(index)] bitrate", found: "\(entry.bitrate)", allowed: "0 for automatic, or more")
    }
    let hasAutomatic = entries.contains { $0.bitrate == 0 }
    let complete = hasAutomatic ? entries : entries + [Entry("Automatic", bitrate: 0)]
    if let label = Self.repeated(complete.map(\.label)) {
      throw SettingsError(
        setting: "menu entries", found: "several called \(label)",
        allowed: "labels that differ; an entry without peak is called Automatic where none is 0")
    }
    guard complete.indices.contains(initialIndex) else {
      throw SettingsError(
        setting: "menu initial index", found: "\(initialIndex)", allowed: "0 to \(complete.count - 1)")
    }
    self.entries = complete
    self.initialIndex = initialIndex
  }

  /// The first label that is there again.
  package static func repeated(_ labels: [String]) -> String? {
    var seen: Set<String> = []
    return labels.first { !seen.insert($0).inserted }
  }

  /// Limits with the peak bitrate of a line in place of their own.
  ///
  /// - Throws: `SettingsError` when there is no such line.
  public func limits(choosing index: Int, in limits: Limits = Limits()) throws(SettingsError) -> Limits {
    guard entries.indices.contains(index) else {
      throw SettingsError(setting: "menu choice", found: "\(index)", allowed: "0 to \(entries.count - 1)")
    }
    var limits = limits
    limits.peakBitrate = entries[index].bitrate
    return limits
  }
}
