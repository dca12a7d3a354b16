/// The visit that lasts: which item is on the screen, and why.
struct VisitState {
  /// Place in the list of visits.
  var index: Int
  var visit: Visit
  /// The live edge of the item, where it has one.
  var live: LiveSettings?
  var metrics: VisitMetrics
  /// Whether what the cache holds of the item may be shown.
  var isAuthorised = true
  /// Where the viewer wants to be once the item is ready, and whether it is.
  var wanted: (position: Double, isReady: Bool)?
  /// The rendition shown last, for counting switches.
  var lastShown: Int?

  var item: Int { visit.item }
}
