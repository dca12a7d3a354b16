import ABRPlayback

/// Who watches a session of a player's own code, and what goes wrong meanwhile.
///
/// ```swift
/// var watching = Watching()
/// watching.script = Script([Script.Step(.time(30), .leave)])
/// ```
package struct Watching: Sendable, Hashable {
  /// What the viewer does.
  package var script = Script()
  /// Outages, and times in which every request is answered with status 503.
  package var faults = FaultSettings()
  /// Media seconds a second from the beginning on.
  package var rate = 1.0
  /// Whether the session is the only visit of a list, and has metrics of visits.
  package var isListed = false

  /// One who watches everything, and nothing goes wrong.
  package init() {}
}
