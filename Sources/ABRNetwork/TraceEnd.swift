/// What a link does when its trace is over.
public enum TraceEnd: String, Sendable, Hashable, CaseIterable {
  /// Start again at the first row (default; what Sabre and Pensieve do).
  case wrap
  /// Keep the last row for ever.
  case hold
  /// Carry nothing any more: a download still running never ends.
  case stop
}
