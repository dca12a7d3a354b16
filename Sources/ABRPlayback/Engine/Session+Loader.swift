/// Tasks of the media loader, and whether anything may be fetched ahead at all.
extension Session {
  /// The app adds, cancels, pauses or resumes the task of an item.
  mutating func tellLoader(_ command: Script.LoaderCommand, about item: Int) {
    log(.loader(command, item: item))
    preloading.handle(command, about: item)
    switch command {
    case .cancel:
      stopPreload(of: item, isKept: keepsPart(of: item))
      // Nor does what a pause has kept for later stay.
      if item != self.item, !keepsPart(of: item) { forgetPart(of: item) }
    case .pause: stopPreload(of: item, isKept: true)
    case .add, .resume: break
    }
  }

  /// The app allows neighbours to be fetched ahead, or forbids it; what was on its way continues by range later.
  mutating func allowPreloading(_ isAllowed: Bool) {
    guard preloading.allow(isAllowed) else { return }
    log(.preloadingAllowed(isAllowed))
    guard !isAllowed else { return }
    network.demoteSoleFlowIfNeeded(at: now)
    for index in network.flows.indices.reversed() where network.flows[index].purpose == .preload { suspend(index) }
  }

  /// Requests what the tasks lack, one after another.
  mutating func requestTasks(running: inout Int) {
    for task in preloading.tasks where !task.isPaused && running < settings.preload.maxParallel {
      if startPreload(of: task.item, from: 0, seconds: task.seconds) { running += 1 }
    }
  }

  /// Whether a part of a segment that was stopped stays on the device for later: where there is a cache that takes the
  /// item (ApsaraVideo: "cancel keeps what was downloaded").
  func keepsPart(of item: Int) -> Bool {
    settings.cache.usableCapacity > 0 && settings.queue.items[item].isCacheable
  }

  /// Stops the running preload of an item, if there is one.
  func preload(of item: Int) -> Int? {
    network.flows.firstIndex { $0.item == item && $0.purpose == .preload }
  }

  mutating func stopPreload(of item: Int, isKept: Bool) {
    guard let index = preload(of: item) else { return }
    if isKept { suspend(index) } else { stop(index, as: .aborted) }
  }
}
