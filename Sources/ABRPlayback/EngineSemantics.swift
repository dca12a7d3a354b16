/// The meaning of a session, as a number.
public enum EngineSemantics {
  /// Goes up whenever the same inputs may give other results. Results carry it, so that numbers of different engines
  /// are never compared unawares.
  public static let version = 1
}
