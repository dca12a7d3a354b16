/// A device that runs out of memory.
extension QueueSession {
  /// The level in media seconds above which playback begins and goes on while memory is short (CicadaPlayer, observed).
  static var lowMemoryLevel: Double { 0.8 }

  /// Reading stops for so many seconds: requests of the item on the screen and of its neighbours are stopped, what has come of
  /// them is kept, and they go on by range. What is in memory stays there.
  mutating func runLow(for seconds: Double) {
    lowMemoryUntil = max(lowMemoryUntil, now + seconds)
    blockedUntil = max(blockedUntil, lowMemoryUntil)
    log(.lowMemory(seconds: seconds))
    joinLone()
    for index in flows.indices.reversed() where flows[index].purpose != .side {
      if flows[index].purpose == .main, flows[index].isFirst { hasRequested = false }
      suspend(index)
    }
    preloadsMayHaveWork = true
    startIfReady()
  }
}
