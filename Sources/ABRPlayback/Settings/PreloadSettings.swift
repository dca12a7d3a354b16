/// How items around the current one are fetched ahead.
public struct PreloadSettings: Sendable, Hashable {
  /// When preloads may request.
  public enum Trigger: Sendable, Hashable {
    /// Never.
    case never
    /// At any time.
    case always
    /// While a gate is open.
    case gate(PreloadGate.Settings)
    /// Once this share of the current item has been shown, from 0 to 1.
    case progress(Double)
    /// Once the current item is buffered to its end.
    case currentComplete
  }

  /// How many media seconds are fetched for a neighbour.
  public enum Amount: Sendable, Hashable {
    /// By distance: the first value for the nearest neighbour; nothing beyond the last.
    case seconds([Double])
    /// What the buffer optimizer holds at the start of an item: a normal fetch, early.
    case target
  }

  /// What happens to running preloads when the gate closes.
  public enum Closing: String, Sendable, Hashable, CaseIterable {
    /// They stop; what has arrived is kept and the rest fetched later by range.
    case pause
    /// They stop; what has arrived of the segment is lost.
    case cancel
    /// Each finishes its segment.
    case finish
  }

  /// How flows share the link.
  public enum Share: String, Sendable, Hashable, CaseIterable {
    /// Every flow gets the same.
    case fair
    /// Preloads get what the main flow leaves idle.
    case strict
  }

  /// Which rendition is preloaded.
  public enum Rendition: Sendable, Hashable {
    /// The one an item would start with.
    case initial
    /// The eligible one whose bandwidth in bits per second is closest, the lower one on a tie.
    case bandwidth(Double)
    /// The largest eligible one that does not exceed width × height; the lowest when none does.
    case pixels(Int)
    /// A ladder index, or the nearest eligible one below.
    case index(Int)
    /// The one closest to what is on the screen.
    case current
  }

  /// With which rendition an item starts, and what counts as a hit (ApsaraVideo's multi-bitrate modes 0 to 3).
  public enum Start: String, Sendable, Hashable, CaseIterable {
    /// Mode 0: the initial rendition; preloaded media of another one is thrown away.
    case initial
    /// Mode 1: the preloaded rendition, if there is one.
    case preloaded
    /// Mode 2: the rendition on the screen before, which is also what is preloaded.
    case previousPreloaded = "previous-preloaded"
    /// Mode 3: the rendition on the screen before, even where another one was preloaded.
    case previous
  }

  /// When preloads may request.
  public var trigger: Trigger
  /// Items before the current one that are fetched ahead.
  public var previousCount: Int
  /// Items after the current one that are fetched ahead.
  public var nextCount: Int
  /// How much of each.
  public var amount: Amount
  /// Running preloads at one time.
  public var maxParallel: Int
  /// Bytes of preloaded media held for items not yet on the screen.
  public var memoryCap: Int
  /// What happens to running preloads when the gate closes.
  public var onClose: Closing
  /// How flows share the link.
  public var share: Share
  /// Which rendition is preloaded.
  public var rendition: Rendition
  /// With which rendition an item starts.
  public var start: Start
  /// Media seconds held of the item on the screen at most; `nil` for what its buffer says. ApsaraVideo's dynamic
  /// preloading weighs the current video against its neighbours; the players are made with it.
  public var currentAmount: Double?

  /// Creates settings; by default nothing is preloaded.
  public init(
    trigger: Trigger = .never, previousCount: Int = 0, nextCount: Int = 0, amount: Amount = .seconds([1]),
    maxParallel: Int = 1, memoryCap: Int = 100_000_000, onClose: Closing = .pause, share: Share = .fair,
    rendition: Rendition = .initial, start: Start = .preloaded
  ) {
    self.trigger = trigger
    self.previousCount = previousCount
    self.nextCount = nextCount
    self.amount = amount
    self.maxParallel = maxParallel
    self.memoryCap = memoryCap
    self.onClose = onClose
    self.share = share
    self.rendition = rendition
    self.start = start
  }

  /// Whether anything may ever be preloaded.
  public var isActive: Bool { trigger != .never && (previousCount > 0 || nextCount > 0) }

  /// Smallest memory cap in bytes that ApsaraVideo's list player takes (`maxPreloadMemorySizeMB` ≥ 20).
  public static let smallestMemoryCap = 20_000_000

  /// Checks ranges.
  ///
  /// - Throws: ``SettingsError``.
  public func validate() throws(SettingsError) {
    switch trigger {
    case .gate(let gate):
      guard gate.open >= 0, gate.close >= 0, gate.open.isFinite, gate.close < gate.open else {
        throw SettingsError(
          setting: "gate", found: "open \(gate.open) s, close \(gate.close) s", allowed: "0 s ≤ close < open")
      }
    case .progress(let share):
      guard share >= 0, share <= 1 else {
        throw SettingsError(setting: "progress", found: "\(share)", allowed: "0 to 1")
      }
    case .never, .always, .currentComplete: break
    }
    for (name, count) in [("prev", previousCount), ("next", nextCount)] where !(0...100).contains(count) {
      throw SettingsError(setting: name, found: "\(count)", allowed: "0 to 100 items")
    }
    guard currentAmount ?? 1 > 0 else {
      throw SettingsError(setting: "current", found: "\(currentAmount ?? 0) s", allowed: "more than 0 s")
    }
    if case .seconds(let table) = amount {
      guard !table.isEmpty, table.allSatisfy({ $0 >= 0 && !$0.isNaN }) else {
        throw SettingsError(setting: "amount", found: "\(table)", allowed: "0 s or more for each distance")
      }
    }
    guard (1...16).contains(maxParallel) else {
      throw SettingsError(setting: "parallel", found: "\(maxParallel)", allowed: "1 to 16")
    }
    guard memoryCap >= Self.smallestMemoryCap else {
      throw SettingsError(
        setting: "memory", found: "\(memoryCap) bytes", allowed: "at least \(Self.smallestMemoryCap) bytes")
    }
  }
}

/// The cache on the device that keeps fetched media of a session for replays and back-swipes.
public struct CacheSettings: Sendable, Hashable {
  /// Bytes; 0 is no cache.
  public var capacity: Int
  /// Bytes of the answer with which the source allows an item to be played from the cache again; 0 where nobody is
  /// asked (ApsaraVideo strict HLS authentication, on since SDK 7.0.0). Without the answer nothing is shown.
  public var authorisationBytes: Int
  /// Bytes that are free on the device without the cache, and those that must stay free (ApsaraVideo's free storage
  /// limit); `nil` where there is room enough.
  public var freeSpace: Int?
  /// See ``freeSpace``.
  public var freeFloor: Int

  /// Creates settings; by default there is no cache.
  public init(capacity: Int = 0, authorisationBytes: Int = 0, freeSpace: Int? = nil, freeFloor: Int = 0) {
    self.capacity = capacity
    self.authorisationBytes = authorisationBytes
    self.freeSpace = freeSpace
    self.freeFloor = freeFloor
  }

  /// Bytes that the cache may take: its capacity, or what may be taken of the free space where that is less.
  public var usableCapacity: Int { freeSpace.map { min(capacity, max(0, $0 - freeFloor)) } ?? capacity }
}
