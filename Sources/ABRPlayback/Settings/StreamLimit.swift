/// How many streams of an account a service allows at once, and how it finds out (Brightcove stream concurrency: off by
/// default; a session is refused, or stopped by the answer to a heartbeat).
public struct StreamLimit: Sendable, Hashable {
  /// A stream of another device.
  public struct Other: Sendable, Hashable {
    /// Seconds since the session began at which it is there, and at which it has ended.
    public var start: Double
    /// See ``start``.
    public var end: Double

    /// Creates a stream.
    public init(from start: Double, to end: Double) {
      self.start = start
      self.end = end
    }
  }

  /// Streams at once, this one included.
  public var streams: Int
  /// Seconds between two heartbeats.
  public var heartbeat: Double
  /// Bytes of the answer to one.
  public var heartbeatBytes: Int
  /// Streams of other devices of the account.
  public var others: [Other]

  /// Creates settings; interval and bytes of a heartbeat are the lab's.
  public init(streams: Int, heartbeat: Double = 30, heartbeatBytes: Int = 500, others: [Other] = []) {
    self.streams = streams
    self.heartbeat = heartbeat
    self.heartbeatBytes = heartbeatBytes
    self.others = others
  }

  /// Whether others have taken all streams.
  func isReached(at time: Double) -> Bool {
    others.count { $0.start <= time && time < $0.end } >= streams
  }

  /// Checks the ranges.
  ///
  /// - Throws: ``SettingsError``.
  public func validate() throws(SettingsError) {
    guard streams > 0 else {
      throw SettingsError(setting: "stream limit", found: "\(streams)", allowed: "1 stream or more")
    }
    guard heartbeat > 0, heartbeat.isFinite, heartbeatBytes > 0 else {
      throw SettingsError(
        setting: "heartbeat", found: "\(heartbeatBytes) bytes every \(heartbeat) s",
        allowed: "1 byte or more, every more than 0 s")
    }
  }
}
