/// The class of the network along a trace.
extension Link {
  /// A change of the class.
  struct ClassChange: Sendable {
    /// Seconds since the start of the lap.
    var start: Double
    /// The class from then on; `nil` where the recording does not say.
    var networkClass: NetworkClass?
  }

  /// A place among the changes of a link.
  public struct ClassCursor: Sendable {
    /// The link time at which the lap began.
    var lapStart: Double
    /// Index of the change that came last.
    var index: Int
    /// The link time of the next change; infinite where none comes.
    public internal(set) var nextChange: Double
  }

  /// The changes of a trace; none where its rows name no class.
  static func classChanges(of trace: BandwidthTrace) -> [ClassChange] {
    guard trace.hasNetworkClasses else { return [] }
    var changes: [ClassChange] = []
    var start = 0.0
    for row in trace.rows {
      if changes.isEmpty || changes[changes.count - 1].networkClass != row.networkClass {
        changes.append(ClassChange(start: start, networkClass: row.networkClass))
      }
      start += row.duration
    }
    return changes
  }

  /// Whether the recording says on what kind of network it was made.
  public var hasNetworkClasses: Bool { !classChanges.isEmpty }

  /// The place of a session that starts at a cursor, at link time 0; `nil` where the recording says nothing.
  /// - Complexity: O(*changes*).
  public func classCursor(from cursor: Cursor) -> ClassCursor? {
    guard hasNetworkClasses else { return nil }
    let index = classChanges.lastIndex { $0.start <= -cursor.lapStart } ?? 0
    var place = ClassCursor(lapStart: cursor.lapStart, index: index, nextChange: .infinity)
    place.nextChange = changeTime(after: place)
    return place
  }

  /// The class at a place.
  public func networkClass(at place: ClassCursor) -> NetworkClass? { classChanges[place.index].networkClass }

  /// Goes to the next change.
  ///
  /// - Precondition: there is one.
  public func advance(_ place: inout ClassCursor) {
    place.index += 1
    if place.index == classChanges.count {
      place.index = 0
      place.lapStart += lapDuration
    }
    place.nextChange = changeTime(after: place)
  }

  private func changeTime(after place: ClassCursor) -> Double {
    if place.index + 1 < classChanges.count { return place.lapStart + classChanges[place.index + 1].start }
    // A recording on one network is on it in every lap.
    return classChanges.count > 1 ? place.lapStart + lapDuration : .infinity
  }
}
