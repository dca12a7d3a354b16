/// The visit that lasts: which item is on the screen, and why.
struct VisitState {
  /// Place in the list of visits.
  var index: Int
  var visit: Visit
  var metrics: VisitMetrics
  /// What had been measured of the network when it began: bytes of segments and the seconds they took.
  var measuredBefore: (bytes: Int, time: Double) = (0, 0)
  /// Whether what the cache holds of the item may be shown.
  var isAuthorised = true
  /// Where the viewer wants to be once the item is ready, and whether it is.
  var wanted: (position: Double, isReady: Bool)?
  /// The limits that hold once the visit is over, where picture in picture ends with it.
  var limitsAfter: EligibleSets?
  /// The rendition shown last, for counting switches.
  var lastShown: Int?

  var item: Int { visit.item }
}
