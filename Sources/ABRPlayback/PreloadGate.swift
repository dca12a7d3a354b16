/// The gate of the network-balance scheduler: preloads may request only while it is open.
///
/// ApsaraVideo's list player opens it when the playing item has `startBufferLimit` seconds buffered and closes it at
/// `stopBufferLimit` (iOS header 7.x; 15 000 ms and 3 000 ms in the Android class). What those documents leave open
/// follows the sibling designs and is marked in `PreloadSettings`.
///
/// | from | event | to |
/// | --- | --- | --- |
/// | closed | level ≥ open level | open |
/// | closed | the item is buffered to its end | open |
/// | closed | nothing is playing | open |
/// | open | level ≤ close level and the item is not buffered to its end | closed |
/// | open | the playing item stalls, where that closes | closed |
/// | open | another item comes up or a seek leaves the buffer, where that closes | closed |
public struct PreloadGate: Sendable, Hashable {
  /// Levels and options of a gate.
  public struct Settings: Sendable, Hashable {
    /// The gate opens at this level in media seconds.
    public var open: Double
    /// The gate closes at this level in media seconds.
    public var close: Double
    /// Whether a stall of the playing item closes the gate whatever the level.
    public var closesOnRebuffer: Bool
    /// Whether a new item or a seek outside the buffer closes the gate whatever the level.
    public var closesOnSwipe: Bool

    /// Creates settings; the defaults are ApsaraVideo's.
    public init(open: Double = 15, close: Double = 3, closesOnRebuffer: Bool = true, closesOnSwipe: Bool = true) {
      self.open = open
      self.close = close
      self.closesOnRebuffer = closesOnRebuffer
      self.closesOnSwipe = closesOnSwipe
    }
  }

  /// What the gate looks at.
  public enum Input: Sendable, Hashable {
    /// The level of the playing item changed.
    case level(Double, isComplete: Bool)
    /// Nothing is playing.
    case idle
    /// The playing item stalled.
    case stall
    /// Another item comes up, or a seek leaves the buffer.
    case newItem
  }

  /// Why a gate changed.
  public enum Cause: String, Sendable, Hashable, CaseIterable {
    /// The level of the playing item reached the threshold.
    case level
    /// The playing item is buffered to its end.
    case complete
    /// Nothing is playing.
    case idle
    /// The playing item stalled.
    case stall
    /// Another item came up, or a seek left the buffer.
    case newItem = "new_item"
  }

  /// Levels and options.
  public let settings: Settings
  /// Whether preloads may request.
  public private(set) var isOpen = false
  /// Why the gate last changed.
  public private(set) var cause = Cause.newItem

  /// A closed gate.
  public init(_ settings: Settings = Settings()) { self.settings = settings }

  /// Changes with what has happened.
  ///
  /// - Returns: whether the gate changed.
  public mutating func handle(_ input: Input) -> Bool {
    let before = isOpen
    let cause: Cause
    switch input {
    case .level(let level, let isComplete):
      cause = isOpen || level >= settings.open ? .level : .complete
      if isOpen {
        if level <= settings.close, !isComplete { isOpen = false }
      } else if level >= settings.open || isComplete {
        isOpen = true
      }
    case .idle:
      cause = .idle
      isOpen = true
    case .stall:
      cause = .stall
      if settings.closesOnRebuffer { isOpen = false }
    case .newItem:
      cause = .newItem
      if settings.closesOnSwipe { isOpen = false }
    }
    guard isOpen != before else { return false }
    self.cause = cause
    return true
  }
}
