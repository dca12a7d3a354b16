/// Downloads that a scheduler chooses.
extension Session {
  /// Asks the scheduler what comes next, once nothing is on its way and no wait lasts.
  mutating func ask(_ scheduler: any DownloadScheduler) {
    if playback.isSuspended || faults.isGivenUp || !network.isQuiet { return }
    guard requests.blockedUntil <= now else { return wake(at: requests.blockedUntil) }
    let context = ScheduleContext(
      time: now, visit: visit.index, began: visit.metrics.began, position: playback.playhead,
      playingTime: metrics.session.playingTime)
    switch scheduler.next(context) {
    case .fetch(let item, let segment, let rendition):
      let driver = driver(of: item)
      precondition((0..<driver.segmentCount).contains(segment), "a scheduler chooses segments that the item has")
      let bytes = driver.video.size(segment: segment, rendition: rendition)
      log(
        item == self.item
          ? .requested(segment: segment, rendition: rendition, bytes: bytes)
          : .preloading(item: item, segment: segment, rendition: rendition, bytes: bytes))
      send(Flow(.main, item: item, .segment(segment, rendition: rendition), bytes: bytes))
    case .wait(let seconds):
      precondition(seconds > 0, "a wait takes time")
      log(.waited(seconds: seconds, reason: .rule))
      requests.blockedUntil = now + seconds
      wake(at: requests.blockedUntil)
    case nil: break
    }
  }
}
