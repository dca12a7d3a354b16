/// The meaning of a session, as a number.
public enum EngineSemantics {
  /// Goes up whenever the same inputs may give other results. Results carry it, so that numbers of different engines
  /// are never compared unawares. 2: an abandoned download is remembered, and slow start grows by plain round trips.
  public static let version = 2
}
