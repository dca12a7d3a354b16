/// Playlists, initialisation segments and whatever else an item needs before its segments.
extension Session {
  // MARK: Before the first segment

  /// What an item lacks next before any of its segments; `nil` when it has all: what the app asks for, the stream's,
  /// and one more of the item's own. One that was downloaded lacks nothing.
  private func startResource(of item: Int) -> StreamSettings.Resource? {
    if items[item].downloadedRendition != nil { return nil }
    let before = settings.queue.items[item].requestsBefore
    var index = items[item].resources.startCount
    if index < before.count { return StreamSettings.Resource(.other, bytes: before[index]) }
    index -= before.count
    let resources = driver(of: item).terms.settings.stream.start
    if index < resources.count { return resources[index] }
    let own = settings.queue.items[item].overheadBytes
    return own > 0 && index == resources.count ? StreamSettings.Resource(.other, bytes: own) : nil
  }

  /// What is there of an item whose stream is set up again: what the app has asked for.
  func missingResources(of item: Int) -> ItemState.Resources {
    ItemState.Resources(
      startCount: min(items[item].resources.startCount, settings.queue.items[item].requestsBefore.count))
  }

  /// Requests what an item lacks before any of its segments.
  ///
  /// - Returns: whether it lacked something.
  mutating func requestStartResource(of item: Int, purpose: Flow.Purpose) -> Bool {
    if items[item].resources.isStartComplete { return false }
    guard let resource = startResource(of: item) else {
      items[item].resources.isStartComplete = true
      return false
    }
    log(.resourceRequested(item: item, resource.kind, rendition: nil, bytes: resource.bytes))
    let content = Flow.Content.startResource(items[item].resources.startCount)
    send(Flow(purpose, item: item, content, bytes: resource.bytes))
    return true
  }

  // MARK: Before the first segment of a rendition

  /// Ladder indices, as bits, of which segments can be fetched at once.
  @inline(__always)
  func readyRenditions(of item: Int) -> UInt64 {
    items[item].resources.ready(needed: driver(of: item).terms.settings.stream.rendition.count)
  }

  /// Requests what a rendition of an item lacks before any of its segments.
  ///
  /// - Returns: whether it lacked something.
  mutating func requestResource(of item: Int, rendition: Int, purpose: Flow.Purpose) -> Bool {
    guard readyRenditions(of: item) & (1 << UInt64(rendition)) == 0 else { return false }
    let index = items[item].resources.count(of: rendition)
    let stream = driver(of: item).terms.settings.stream
    let resource = stream.rendition[index]
    log(.resourceRequested(item: item, resource.kind, rendition: rendition, bytes: resource.bytes))
    var bytes = resource.bytes
    if index < stream.audio.count, index >= items[item].resources.audioCount {
      // Both share the link, and both are there when one transfer of their bytes would be.
      let audio = stream.audio[index]
      log(.resourceRequested(item: item, audio.kind, rendition: nil, bytes: audio.bytes))
      bytes += audio.bytes
    }
    let isBeside =
      driver(of: item).terms.settings.pace.initialisation == .beside && resource.kind == .initialisationSegment
      && index + 1 == stream.rendition.count
    send(Flow(isBeside ? .side : purpose, item: item, .renditionResource(index, rendition: rendition), bytes: bytes))
    guard isBeside else { return true }
    items[item].resources.add(to: rendition, isAlone: false)
    items[item].resources.audioCount = max(items[item].resources.audioCount, index + 1)
    return false
  }

  // MARK: Beside a segment

  /// Requests the subtitles of a segment, unless they were before or lie on the device with a downloaded item.
  @inline(__always)
  mutating func requestSubtitles(of segment: Int) {
    let bytes = driver.terms.settings.stream.subtitleBytes
    guard bytes > 0, items[item].downloadedRendition == nil,
      subtitled.insert(store.index(item, segment)).inserted
    else { return }
    log(.resourceRequested(item: item, .subtitleSegment, rendition: nil, bytes: bytes))
    send(Flow(.side, item: -1, .other, bytes: bytes))
  }

  // MARK: Arrival

  /// The answer to a request of this file has come. One that was sent twice counts once.
  mutating func receiveResource(_ flow: CompleteFlow) {
    switch flow.content {
    case .startResource(let index) where index == items[flow.item].resources.startCount:
      if flow.purpose == .main { pause(after: startResource(of: flow.item)) }
      items[flow.item].resources.startCount += 1
      // Who is served the item is allowed to show it.
      if flow.purpose == .main, startResource(of: flow.item) == nil {
        requests.pollOrigin = max(now, requests.blockedUntil)
        authorise()
      }
    case .renditionResource(let index, let rendition) where index == items[flow.item].resources.count(of: rendition):
      if flow.purpose == .main { pause(after: driver(of: flow.item).terms.settings.stream.rendition[index]) }
      let isAlone = driver(of: flow.item).terms.settings.pace.initialisation == .again
      items[flow.item].resources.add(to: rendition, isAlone: isAlone)
      items[flow.item].resources.audioCount = max(items[flow.item].resources.audioCount, index + 1)
    default: break
    }
  }

  private mutating func pause(after resource: StreamSettings.Resource?) {
    if let resource { pause(for: driver.terms.settings.pace.seconds(after: resource.kind)) }
  }

  /// The player is busy with what has come.
  @inline(__always)
  mutating func pause(for seconds: Double) {
    if seconds > 0 { requests.block(atLeastUntil: now + seconds) }
  }
}
