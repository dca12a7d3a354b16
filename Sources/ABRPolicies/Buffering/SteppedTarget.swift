import ABRPlayback

/// A forward target that an app sets from its progress callback, step by step: so much from the start, so much more
/// from a mark on.
///
/// Brightcove and AVPlayer leave `preferredForwardBufferDuration` to the app, which may set it whenever progress is
/// reported. ApsaraVideo reports progress every 500 ms, and between two reports the target stays.
public struct SteppedTarget: ForwardTarget, Hashable {
  /// The targets in seconds, one more than marks; each more than 0.
  public let targets: [Double]
  /// Seconds of media from which on the next target holds, in increasing order.
  public let marks: [Double]
  /// What the marks count: the playhead, or the media played of this item.
  public let basis: BufferGrowthOptimizer.Basis
  /// Playing seconds between two reports of progress.
  public let interval: Double

  /// Creates a target.
  ///
  /// - Throws: `SettingsError` unless there is one target more than marks, all targets are more than 0 and finite,
  ///   marks increase from more than 0, and the interval is more than 0.
  public init(
    targets: [Double], marks: [Double], basis: BufferGrowthOptimizer.Basis = .position, interval: Double = 0.5
  ) throws(SettingsError) {
    guard targets.count == marks.count + 1 else {
      throw SettingsError(
        setting: "stepped targets", found: "\(targets.count) targets and \(marks.count) marks",
        allowed: "one target more than marks")
    }
    guard targets.allSatisfy({ $0 > 0 && $0.isFinite }) else {
      throw SettingsError(setting: "stepped targets", found: Self.text(targets), allowed: "more than 0 s each")
    }
    guard zip([0] + marks, marks).allSatisfy({ $0 < $1 && $1.isFinite }) else {
      throw SettingsError(
        setting: "stepped at", found: Self.text(marks), allowed: "marks of more than 0 s that increase")
    }
    guard interval > 0, interval.isFinite else {
      throw SettingsError(setting: "stepped interval", found: "\(interval) s", allowed: "more than 0 s")
    }
    self.targets = targets
    self.marks = marks
    self.basis = basis
    self.interval = interval
  }

  /// The largest of the targets.
  public var maximum: Double { targets.max() ?? 0 }

  /// The first target.
  public func begin() -> Double { targets[0] }

  /// The target from this report on.
  public func tick(position: Double, watched: Double) -> Double {
    seconds(after: basis == .position ? position : watched)
  }

  /// The target where so many seconds have been passed.
  /// - Complexity: O(marks).
  func seconds(after progress: Double) -> Double {
    var place = 0
    // Reports come at sums of intervals, which may end in the last digits below the mark that they mean.
    while place < marks.count, marks[place] <= progress + 1e-9 * marks[place] { place += 1 }
    return targets[place]
  }

  private static func text(_ list: [Double]) -> String { ParameterValue.durations(list).text }
}
