/// Levels at which a player starts, resumes and stops fetching, beside the target of its buffer optimizer.
///
/// All levels are media seconds. The documented order is start ≤ resume ≤ maximum (ApsaraVideo `startBufferDuration`,
/// `highBufferDuration`, `maxBufferDuration`); a maximum above 5 minutes is treated as 5 minutes by that player.
public struct BufferSettings: Sendable, Hashable {
  /// How the buffer's ceiling stops requests.
  public enum Ceiling: Sendable, Hashable {
    /// A segment is requested while the level is under the target, so the level may exceed it by less than one segment.
    case level
    /// A segment is requested only when it fits under the target as a whole (Sabre; dash.js), or while the level is
    /// under a target that no segment fits under (dash.js).
    case wholeSegment

    /// The level under which a segment of so many seconds is requested, below a target.
    @inlinable @inline(__always)
    func fillLimit(under target: Double, _ duration: Double) -> Double {
      self == .wholeSegment && target > duration ? target - duration : target
    }

    /// The most that is buffered once a segment of so many seconds has come, below a target.
    @inlinable @inline(__always)
    func maximumLevel(under target: Double, _ duration: Double) -> Double {
      self == .wholeSegment && target > duration ? target : target + duration
    }
  }

  /// Which bytes ``byteBudget`` counts.
  public enum BudgetBasis: String, Sendable, Hashable, CaseIterable {
    /// Those of the media that is held.
    case held
    /// Those that the media ahead would have in the rendition to be requested, at its declared bandwidth (hls.js).
    case declared
  }

  /// Playback starts at this level (``startRule``), or when the item is buffered to its end, or the buffer is full.
  public var start: Double
  /// Playback resumes after a stall at this level (``startRule``), or when the item is buffered to its end, or the
  /// buffer is full.
  public var resume: Double
  /// Whether ``start`` may be above ``resume``, as in dash.js and Media3.
  public var startMayExceedResume = false
  /// Whether ``start``, ``resume`` and the level of ``refill`` are seconds of playback at the rate, and not of media
  /// (Media3); the level of ``refill`` only at rates above 1.
  public var levelsFollowRate = false
  /// How ``start`` and ``resume`` are understood, or what takes their place.
  public var startRule: StartRule
  /// No target exceeds this; infinite for none.
  public var maximum: Double
  /// Once fetching has stopped, it continues when the level is this far under the target: 0 refills at once,
  /// ApsaraVideo's family waits for 1 s when its maximum exceeds 2 s.
  public var refill: Double
  /// Fetching stops while at least this many bytes of unplayed media are held; `Int.max` for no limit.
  public var byteBudget: Int
  /// Which bytes ``byteBudget`` counts.
  public var budgetBasis: BudgetBasis
  /// Level in seconds under which ``byteBudget`` does not stop fetching (hls.js `maxBufferLength`); 0 for none.
  public var byteBudgetFloor: Double
  /// How the ceiling is understood.
  public var ceiling: Ceiling
  /// The target in place of the optimizer's where the rendition requested last is the highest eligible one (dash.js
  /// `bufferTimeAtTopQuality`); `nil` for the optimizer's.
  public var topTarget: Double?
  /// The same for a video of 600 s or more (dash.js `bufferTimeAtTopQualityLongForm`).
  public var longTopTarget: Double?
  /// A player that looks only every so many seconds whether a full buffer has room; 0 looks all the time. Pensieve
  /// sleeps in steps of 0.5 s.
  public var fullPollInterval: Double
  /// Whether the player looks by a timer that runs since it has the manifest (hls.js), and not one since the buffer is
  /// full.
  public var pollsFromStart: Bool

  /// Seconds of play after which a player learns of its level again, which it believes to be unchanged meanwhile
  /// (dash.js, which hears of the playhead by `timeupdate`); 0 for one that knows it.
  public var levelInterval: Double
  /// When a player that looks every so many seconds, counted from an origin, sees what has come at a time.
  @inlinable @inline(__always)
  static func look(at time: Double, every interval: Double, from origin: Double) -> Double {
    interval > 0 ? origin + ((time - origin) / interval).rounded(.up) * interval : time
  }

  /// When a player that learns of its level every so many seconds, counted from an origin, knows that it has fallen
  /// below one at which it is at a time: at that time it is not below it yet, and segments that are multiples of the
  /// interval bring it there again and again.
  @inlinable @inline(__always)
  static func knowledge(ofFallAt time: Double, every interval: Double, from origin: Double) -> Double {
    interval > 0 ? origin + (((time - origin) / interval + 1e-6).rounded(.down) + 1) * interval : time
  }

  /// The longest maximum that ApsaraVideo's player honours, in seconds.
  public static let longestMaximum = 300.0

  /// Seconds from which on a video is a long one (dash.js `longFormContentDurationThreshold`).
  static let longForm = 600.0

  /// The target at the highest rendition of a video of so many seconds.
  package func topTarget(of duration: Double) -> Double? {
    duration >= Self.longForm ? longTopTarget ?? topTarget : topTarget
  }

  /// Creates settings; the defaults start at 0.5 s and resume at 3 s (ApsaraVideo) and set no ceiling of their own.
  public init(
    start: Double = 0.5, resume: Double = 3, maximum: Double = .infinity, refill: Double = 0,
    byteBudget: Int = .max, budgetBasis: BudgetBasis = .held, byteBudgetFloor: Double = 0, ceiling: Ceiling = .level,
    fullPollInterval: Double = 0, pollsFromStart: Bool = false, levelInterval: Double = 0,
    startRule: StartRule = .above
  ) {
    self.start = start
    self.resume = resume
    self.startRule = startRule
    self.maximum = maximum
    self.refill = refill
    self.byteBudget = byteBudget
    self.budgetBasis = budgetBasis
    self.byteBudgetFloor = byteBudgetFloor
    self.ceiling = ceiling
    self.fullPollInterval = fullPollInterval
    self.pollsFromStart = pollsFromStart
    self.levelInterval = levelInterval
  }

  /// Checks the order of the levels and their ranges.
  ///
  /// - Parameter setting: how the user wrote these settings, for the message.
  /// - Throws: ``SettingsError`` with the three values.
  public func validate(as setting: String) throws(SettingsError) {
    let values = "start \(start) s, resume \(resume) s, max \(maximum) s"
    guard start >= 0, resume >= 0, maximum > 0, start.isFinite, resume.isFinite, !maximum.isNaN else {
      throw SettingsError(setting: setting, found: values, allowed: "start ≥ 0, resume ≥ 0 and max > 0, all finite")
    }
    guard start <= resume || startMayExceedResume, max(start, resume) <= maximum else {
      let order = startMayExceedResume ? "start ≤ max and resume ≤ max" : "start ≤ resume ≤ max"
      throw SettingsError(setting: setting, found: values, allowed: "\(order) (or --normalise)")
    }
    guard maximum <= Self.longestMaximum || maximum == .infinity else {
      throw SettingsError(
        setting: setting, found: values, allowed: "max at most \(Self.longestMaximum) s (or --normalise)")
    }
    guard refill >= 0, refill < maximum else {
      throw SettingsError(setting: setting, found: "refill \(refill) s", allowed: "0 to less than max")
    }
    if case .likelyToKeepUp(let horizon) = startRule {
      guard horizon > 0 else {
        throw SettingsError(setting: setting, found: "horizon \(horizon) s", allowed: "more than 0 s")
      }
    }
    guard byteBudget > 0 else {
      throw SettingsError(setting: setting, found: "\(byteBudget) bytes", allowed: "more than 0")
    }
  }

  /// Whether ``FastPath`` knows when there is room.
  var allowsFastPath: Bool { heldBudget == .max && !levelsFollowRate }

  /// ``start`` or ``resume`` in media seconds at a rate of playback.
  func media(_ level: Double, at rate: Double) -> Double { levelsFollowRate ? level * rate : level }

  /// The level of ``refill`` in media seconds at a rate of playback.
  @inline(__always)
  func refillLevel(_ level: Double, at rate: Double, under fillLimit: Double) -> Double {
    levelsFollowRate && rate > 1 ? min(level * rate, fillLimit) : level
  }

  /// ``byteBudget`` where it counts what is held, `Int.max` otherwise.
  var heldBudget: Int { budgetBasis == .held ? byteBudget : .max }

  /// The level under which a declared budget allows a request for a bandwidth in bits per second.
  func declaredLimit(at bandwidth: Double) -> Double {
    budgetBasis == .declared && byteBudget < .max
      ? max(8 * Double(byteBudget) / bandwidth, byteBudgetFloor) : .infinity
  }

  /// Repairs impossible levels as ApsaraVideo's player family does (CicadaPlayer `MediaPlayerConfig`): negatives become
  /// 0, a maximum above 5 minutes becomes 5 minutes, a start above the maximum becomes the maximum, a resume level
  /// above the maximum raises the maximum. That family leaves a start above the resume level as it is; here the resume
  /// level is raised to it.
  ///
  /// - Returns: the repairs, in words, in the order they were made; empty when there was nothing to repair.
  public mutating func normalise() -> [String] {
    var repairs: [String] = []
    func set(_ name: String, _ value: inout Double, to repaired: Double, because reason: String) {
      repairs.append("\(name) \(value) s → \(repaired) s (\(reason))")
      value = repaired
    }
    if start < 0 { set("start", &start, to: 0, because: "negative") }
    if resume < 0 { set("resume", &resume, to: 0, because: "negative") }
    if maximum < 0 { set("max", &maximum, to: 0, because: "negative") }
    if maximum > Self.longestMaximum, maximum < .infinity {
      set("max", &maximum, to: Self.longestMaximum, because: "longer than 5 minutes")
    }
    if start > maximum { set("start", &start, to: maximum, because: "above max") }
    if resume > maximum { set("max", &maximum, to: resume, because: "resume is above it") }
    if start > resume, !startMayExceedResume { set("resume", &resume, to: start, because: "start is above it") }
    return repairs
  }
}
