/// Memory that sessions played one after the other on one thread share, so that a session allocates little and a
/// segment nothing.
public struct SessionScratch {
  /// Those of the session before.
  private var drivers: [ItemDriver] = []
  private var items: [ItemState] = []
  private var store = MediaStore()
  /// Ladder indices of what ``FastPath`` has fetched.
  var renditions: [UInt8] = []
  private var visits: [VisitMetrics] = []
  private let isCancelled: (@Sendable () -> Bool)?

  /// Empty scratch; it grows with the first session.
  ///
  /// - Parameter isCancelled: asked now and then while a session is played. A session that is cancelled ends where it
  ///   is, and its metrics are of no use.
  public init(isCancelled: (@Sendable () -> Bool)? = nil) { self.isCancelled = isCancelled }

  /// Whether somebody wants a session to stop that has come through so many events.
  @inline(__always)
  func isCancelled(after events: Int) -> Bool { events & 0xFF == 0 && isCancelled?() ?? false }

  /// Hands out what a session asks about its items: what the session before has given back, where its players were the
  /// same.
  mutating func takeDrivers(of players: some Collection<AnyPlayer>) -> [ItemDriver] {
    var drivers: [ItemDriver] = []
    swap(&drivers, &self.drivers)
    guard drivers.elementsEqual(players, by: { $0.terms === $1.terms }) else { return players.map { $0.makeDriver() } }
    for driver in drivers { driver.reset() }
    return drivers
  }

  /// Gets back what a session has asked.
  mutating func keep(_ drivers: [ItemDriver]) { self.drivers = drivers }

  /// Makes room for the items of a session.
  ///
  /// - Parameters:
  ///   - items: as they begin.
  ///   - drivers: one for each video.
  ///   - changesSource: whether any item may get the segments of any video.
  /// - Complexity: O(segments of all items).
  mutating func prepare(for items: [ItemState], drivers: [ItemDriver], changesSource: Bool) {
    visits.removeAll(keepingCapacity: true)
    store.removeAll()
    var most = 0
    for driver in drivers { most = max(most, driver.terms.segmentCount) }
    // In the memory of the session before, where that had as many.
    if self.items.count != items.count { self.items = items }
    for (index, item) in items.enumerated() {
      self.items[index] = item
      store.addItem(segmentCount: changesSource ? most : drivers[item.driver].terms.segmentCount)
    }
    store.makeRoom()
    for (index, item) in items.enumerated() {
      guard let rendition = item.downloadedRendition else { continue }
      store.putOnDevice(index, segmentCount: drivers[item.driver].terms.segmentCount, rendition: rendition)
    }
    if renditions.count < most {
      renditions.append(contentsOf: repeatElement(0, count: most - renditions.count))
    }
  }

  /// Hands the memory to a session that has none yet, or gets back what it has taken.
  mutating func exchange(
    _ items: inout [ItemState], _ store: inout MediaStore, _ renditions: inout [UInt8], _ visits: inout [VisitMetrics]
  ) {
    swap(&items, &self.items)
    swap(&store, &self.store)
    swap(&renditions, &self.renditions)
    swap(&visits, &self.visits)
  }
}
