/// What lies between media that has arrived and the first frame of an item on the screen: decoder, first picture,
/// layout.
///
/// The engine's other waits are for bytes. This one is a constant, the same for every item that comes up; seeks, stalls
/// and an item that comes back after a break have their decoder already.
public struct RenderSettings: Sendable, Hashable {
  /// Seconds from enough media to the first frame; 0 where nobody has measured it.
  public var delay: Double
  /// Whether the first frame of an item that is fetched ahead is drawn before it comes up, so that it is there at once
  /// (ApsaraVideo pre-render). It takes a whole first segment, which holds at least one group of pictures.
  public var isAhead: Bool

  /// Creates settings; by default a frame takes no time.
  public init(delay: Double = 0, isAhead: Bool = false) {
    self.delay = delay
    self.isAhead = isAhead
  }

  /// Checks the range.
  ///
  /// - Throws: ``SettingsError``.
  public func validate() throws(SettingsError) {
    guard delay >= 0, delay.isFinite else {
      throw SettingsError(setting: "render delay", found: "\(delay) s", allowed: "0 s or more")
    }
  }
}
