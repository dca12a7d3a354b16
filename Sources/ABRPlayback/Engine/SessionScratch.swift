/// Memory that sessions played one after the other on one thread share, so that a session allocates little and a
/// segment nothing.
public struct SessionScratch: Sendable {
  /// What a session takes for the time that it lasts.
  struct Held {
    var items: [ItemState] = []
    var store = MediaStore()
    /// Ladder indices of what ``FastPath`` has fetched.
    var renditions: [UInt8] = []
    /// The visits that are over.
    var visits: [VisitMetrics] = []
  }

  private var held = Held()
  private let isCancelled: (@Sendable () -> Bool)?

  /// Empty scratch; it grows with the first session.
  ///
  /// - Parameter isCancelled: asked now and then while a session is played. A session that is cancelled ends where it
  ///   is, and its metrics are of no use.
  public init(isCancelled: (@Sendable () -> Bool)? = nil) { self.isCancelled = isCancelled }

  /// Whether somebody wants a session to stop that has come through so many events.
  @inline(__always)
  func isCancelled(after events: Int) -> Bool { events & 0xFF == 0 && isCancelled?() ?? false }

  /// Hands the memory out, with room for the items of a session.
  ///
  /// - Parameter changesSource: whether any item may get the segments of any video.
  /// - Complexity: O(segments of all items).
  mutating func take(for queue: [QueueItem], drivers: [ItemDriver], changesSource: Bool) -> Held {
    var taken = Held()
    swap(&taken, &held)
    let most = drivers.reduce(0) { max($0, $1.terms.segmentCount) }
    taken.items.removeAll(keepingCapacity: true)
    taken.visits.removeAll(keepingCapacity: true)
    taken.store.removeAll()
    for item in queue {
      var state = ItemState(driver: item.sources.first?.player ?? item.player)
      if let lifetime = item.addressLifetime { state.addressEnds = lifetime }
      taken.items.append(state)
      taken.store.addItem(segmentCount: changesSource ? most : drivers[item.player].terms.segmentCount)
    }
    taken.store.makeRoom()
    if taken.renditions.count < most {
      taken.renditions.append(contentsOf: repeatElement(0, count: most - taken.renditions.count))
    }
    return taken
  }

  /// Gets back what a session has taken.
  mutating func put(_ held: Held) { self.held = held }
}
