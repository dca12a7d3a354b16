/// Addresses that expire, and items that continue from another source.
extension Session {
  /// Whether the address of an item, −1 for none, had expired at a time. What counts is the time of the request: one
  /// under a new address is answered, however long the answer takes.
  func hasExpired(_ item: Int, at time: Double) -> Bool { item >= 0 && items[item].addressEnds <= time }

  /// Whether the address of an item has expired, and there will be no other.
  func isAddressLost(_ item: Int) -> Bool {
    item >= 0 && settings.queue.items[item].renewalFails && hasExpired(item, at: now)
  }

  /// The item on the screen is requested anew: no attempt before it counts, and it waits for a new address alone.
  mutating func forgetErrors() {
    faults.endRefusals()
    let lifetime = settings.queue.items[item].addressLifetime
    requests.retry(at: lifetime.map { items[item].addressEnds - $0 } ?? 0)
  }

  /// The app is asked for a new address where that of an item has expired.
  ///
  /// - Returns: when it is there; the past where the address holds, or where there will be none.
  mutating func renewAddress(of index: Int) -> Double {
    guard hasExpired(index, at: now) else { return 0 }
    let item = settings.queue.items[index]
    guard let lifetime = item.addressLifetime, !item.renewalFails else { return 0 }
    let time = now + item.renewal
    items[index].addressEnds = time + lifetime
    log(.renewing(item: index, until: time))
    return time
  }

  /// A side request has been answered with an error.
  mutating func refuseSideRequest(bytes: Int, isFatal: Bool) {
    metrics.refusedCount += 1
    log(.refusedSideRequest(bytes: bytes))
    guard isFatal else { return }
    log(.failedToEnd)
    end(.failed)
  }

  // MARK: Several sources

  /// Whether the source that an item is played from answers every request with an error.
  func isSourceRefused(_ item: Int) -> Bool {
    guard item >= 0, !settings.queue.items[item].sources.isEmpty else { return false }
    return !isPlayable(item) || settings.queue.items[item].sources[items[item].source].isRefused
  }

  /// Whether what an item is played from has an https address.
  func isSecure(_ item: Int) -> Bool {
    guard item >= 0, !settings.queue.items[item].sources.isEmpty, isPlayable(item) else { return true }
    return settings.queue.items[item].sources[items[item].source].isSecure
  }

  /// Whether a source of the item is left.
  func isPlayable(_ item: Int) -> Bool {
    let sources = settings.queue.items[item].sources
    return sources.isEmpty || items[item].source < sources.count
  }

  /// The source of a flow's item has refused: the next one takes its place. After the last one the item on the screen
  /// cannot be played.
  mutating func leaveSource(_ index: Int) {
    let flow = network.remove(index, at: now)
    log(.refused(item: flow.item, segment: flow.loggedSegment))
    metrics.refusedCount += 1
    preloading.note(.flow)
    wake(at: now)
    let sources = settings.queue.items[flow.item].sources
    items[flow.item].source = min(items[flow.item].source + 1, sources.count)
    guard isPlayable(flow.item) else {
      guard flow.item == item else { return }
      log(.failedToEnd)
      return end(.failed)
    }
    change([flow.item], to: [sources[items[flow.item].source].player])
  }

  /// Every item that was not downloaded continues from another source and drops what came from the old one.
  mutating func fallBack(to players: [Int]) {
    let changed = items.indices.filter {
      players[items[$0].driver] != items[$0].driver && items[$0].downloadedRendition == nil
    }
    change(changed, to: changed.map { players[items[$0].driver] })
  }

  /// Items continue from other players.
  private mutating func change(_ changed: [Int], to players: [Int]) {
    settleShown()
    network.demoteSoleFlowIfNeeded(at: now)
    // In their order: sums of bytes and seconds must not depend on that of a set.
    for index in network.flows.indices.reversed() where changed.contains(network.flows[index].item) {
      stop(index, as: .fallback)
    }
    for index in changed {
      for segment in items[index].held { discard(index, segment: segment, as: .fallback) }
      items[index].held = 0..<0
      items[index].resources = missingResources(of: index)
      forgetPart(of: index, as: .fallback)
    }
    for (index, player) in zip(changed, players) { items[index].driver = player }
    guard changed.contains(item) else { return }
    log(.sourceChanged)
    driver = driver(of: item)
    beginTarget(after: nil)
    requests.changeSource()
    visit.lastShown = nil
    beginBuffer()
    guard playback.state == .playing else { return }
    playback.startAnew()
    stall()
  }
}
