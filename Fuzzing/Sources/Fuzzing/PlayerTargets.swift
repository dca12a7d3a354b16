import ABRPlayers

/// Players' configurations, as apps have them.
enum PlayerTargets {
  /// Reads one, and gives it to each player; a player that takes it is one that its own spec names again.
  static func configuration(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let read = Attempt.of("configuration", count: bytes.count) {
      try PlayerConfiguration(reading: text, file: Attempt.file)
    }
    guard let read else { return }
    for name in KnownPlayer.withConfiguration {
      let configured = Attempt.of(name, count: bytes.count) {
        try Player(parsing: name).configured(by: read, file: Attempt.file).player.spec
      }
      guard let configured else { continue }
      let again = try? Player(parsing: configured).spec
      Attempt.demand(again == configured, "\(name): \(configured) is then \(again ?? "refused")")
    }
  }
}
