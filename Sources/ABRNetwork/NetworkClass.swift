/// What kind of network a device is on, as its system says.
public enum NetworkClass: String, Sendable, Hashable, CaseIterable {
  /// Wireless LAN.
  case wifi
  /// A mobile operator's network.
  case cellular
  /// A cable.
  case ethernet

  /// Whether the viewer pays for bytes: AVPlayer's limits for expensive networks hold, and apps may neither play nor
  /// preload there.
  public var isExpensive: Bool { self == .cellular }

  /// The words of logs: those of browsers (`navigator.connection.type`), Android and iOS, in any case.
  private static let words: [String: NetworkClass] = [
    "wifi": .wifi, "wi-fi": .wifi, "wlan": .wifi, "cellular": .cellular, "mobile": .cellular, "wwan": .cellular,
    "cell": .cellular, "slow-2g": .cellular, "2g": .cellular, "3g": .cellular, "4g": .cellular, "4g+": .cellular,
    "5g": .cellular, "gprs": .cellular, "edge": .cellular, "hspa": .cellular, "lte": .cellular, "nr": .cellular,
    "ethernet": .ethernet, "wired": .ethernet, "wiredethernet": .ethernet,
  ]
  private static let unknown: Set<String> = ["", "-", "none", "unknown", "other", "mixed", "bluetooth", "wimax"]
  /// What Android puts before its words.
  private static let prefixes = ["transport_", "network_type_"]

  /// The words that logs may have, for messages.
  static var allowed: String { words.keys.sorted().joined(separator: ", ") + " or unknown" }

  /// Reads the word of a log.
  ///
  /// - Returns: the class; its absence where the log does not know it; `nil` for a word that means none of them.
  static func reading(_ text: String) -> NetworkClass?? {
    var word = text.lowercased()
    for prefix in prefixes where word.hasPrefix(prefix) { word.removeFirst(prefix.count) }
    if unknown.contains(word) { return .some(nil) }
    return words[word].map(Optional.some)
  }
}
